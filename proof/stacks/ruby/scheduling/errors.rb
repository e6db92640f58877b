# frozen_string_literal: true

module Scheduling
  # An error that is answered with its status.
  class ApiError < StandardError
    def status = self.class::STATUS
    def headers = {}
  end

  class BadRequest < ApiError
    STATUS = 400
  end

  class Unauthorized < ApiError
    STATUS = 401
    def headers = { 'WWW-Authenticate' => 'Basic realm="Scheduling", charset="UTF-8"' }
  end

  class Forbidden < ApiError
    STATUS = 403
  end

  class NotFound < ApiError
    STATUS = 404
    def initialize(message = 'Not found.') = super
  end

  class Conflict < ApiError
    STATUS = 409
  end

  class Unprocessable < ApiError
    STATUS = 422
  end

  class TooManyRequests < ApiError
    STATUS = 429

    def initialize(seconds)
      super("Too many requests. Try again in #{seconds} seconds.")
      @seconds = seconds
    end

    def headers = { 'Retry-After' => @seconds.to_s }
  end
end
