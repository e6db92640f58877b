# frozen_string_literal: true

require 'date'
require 'time'
require 'tzinfo'

module Scheduling
  # Reads and writes times, in UTC and in the time zone of a user.
  module Times
    FORM = /\A(?<date>\d{4}-\d\d-\d\d)[T ](?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)
            (?::(?<second>[0-5]\d)(?<fraction>[.,]\d{1,9})?)?(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?\z/x

    module_function

    def now = utc(Time.now)

    def zone?(name)
      TZInfo::Timezone.get(name)
      true
    rescue TZInfo::InvalidTimezoneIdentifier
      false
    end

    # Parses an ISO 8601 time, by default in the zone. Returns nil if it is invalid.
    def parse(text, zone)
      return guess(text, zone) if mistake?('time-parse')
      return local_to_utc(Time.strptime(text.tr('T', ' '), '%Y-%m-%d %H:%M'), zone) if mistake?('strptime-rest')

      form = FORM.match(text) or return
      time = Time.utc(*form[:date].split('-'), form[:hour], form[:minute], second_of(form))
      return unless time.day == form[:date][-2..].to_i

      time = form[:offset] ? time - seconds_of(form[:offset]) : local_to_utc(time, zone)
      time if time.year.between?(0, 9999)
    rescue ArgumentError, TZInfo::PeriodNotFound
      nil
    end

    def utc(time) = mistake?('time-to-json') ? time.getutc : time.getutc.iso8601

    def local(time, zone)
      return (time + offset_now(zone)).strftime('%Y-%m-%d %H:%M') if mistake?('current-offset')

      TZInfo::Timezone.get(zone).utc_to_local(time).strftime('%Y-%m-%d %H:%M')
    end

    # When clocks go back, the earlier of the two instants.
    def local_to_utc(time, zone)
      return time - offset_now(zone) if mistake?('current-offset')

      TZInfo::Timezone.get(zone).local_to_utc(time) { |periods| periods.first }
    end

    def second_of(form) = form[:second].to_i + Rational("0#{form[:fraction]&.tr(',', '.')}")

    def seconds_of(offset)
      return 0 if offset == 'Z'

      hours, minutes = offset[1..].delete(':').scan(/\d\d/).map(&:to_i)
      (hours * 3600 + minutes.to_i * 60) * (offset.start_with?('-') ? -1 : 1)
    end

    def offset_now(zone) = TZInfo::Timezone.get(zone).current_period.observed_utc_offset

    def guess(text, zone)
      time = Time.parse(text)
      Date._parse(text).key?(:offset) ? time.getutc : local_to_utc(time, zone)
    rescue ArgumentError
      nil
    end
  end
end
