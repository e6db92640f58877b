# frozen_string_literal: true

require 'json'

module Scheduling
  # Appends mails to a file, one JSON object per line.
  class Mailer
    def initialize(path)
      @path = path
      @lock = Mutex.new
    end

    def deliver(to:, subject:, text:)
      return unless @path

      @lock.synchronize { File.write(@path, "#{JSON.generate({ to:, subject:, text: })}\n", mode: 'a') }
    end
  end
end
