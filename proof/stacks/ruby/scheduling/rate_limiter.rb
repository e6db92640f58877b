# frozen_string_literal: true

require_relative 'errors'

module Scheduling
  # Counts the requests of each user within the last five minutes.
  class RateLimiter
    WINDOW = 300

    def initialize
      @lock = Mutex.new
      @requests = mistake?('hash-new-array') ? Hash.new([]) : Hash.new { |requests, user| requests[user] = [] }
    end

    # Counts a request of a user, or raises an error if the limit is reached.
    def count!(user, limit)
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      @lock.synchronize do
        requests = @requests[user]
        requests.shift while requests.any? && requests.first <= now - WINDOW
        raise TooManyRequests, (requests.first + WINDOW - now).ceil if requests.size >= limit

        requests << now
      end
    end
  end
end
