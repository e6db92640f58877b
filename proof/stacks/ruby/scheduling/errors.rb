# frozen_string_literal: true

module Scheduling
  # An error with the status of its response.
  class ApiError < StandardError
    def self.with_status(status) = Class.new(self) { define_method(:status) { status } }

    def headers = {}
  end

  BadRequest = ApiError.with_status(400)
  Forbidden = ApiError.with_status(403)
  Conflict = ApiError.with_status(409)
  Unprocessable = ApiError.with_status(422)

  class Unauthorized < ApiError.with_status(401)
    def initialize = super('Send the email address and the password of a user.')
    def headers = { 'WWW-Authenticate' => 'Basic realm="Scheduling", charset="UTF-8"' }
  end

  class NotFound < ApiError.with_status(404)
    def initialize = super('Not found.')
  end

  class TooManyRequests < ApiError.with_status(429)
    def initialize(seconds)
      super("Too many requests. Try again in #{seconds} seconds.")
      @seconds = seconds
    end

    def headers = { 'Retry-After' => @seconds.to_s }
  end
end
