# frozen_string_literal: true

require 'uri'
require_relative 'errors'
require_relative 'times'

module Scheduling
  # The writable fields of an object.
  class Schema
    # `read` returns the value as it is stored, or nil if it is not allowed.
    Field = Struct.new(:rule, :default, :required, :read)

    COLOR = mistake?('line-anchors') ? /^#\h{6}$/ : /\A#\h{6}\z/
    LINK = mistake?('line-anchors') ? %r{^https?://\S+$}i : %r{\Ahttps?://\S+\z}i
    EMAIL = /\A[^@\s]+@[^@\s]+\z/

    def initialize(&fields)
      @fields = {}
      instance_eval(&fields)
      @defaults = @fields.transform_values(&:default).compact
    end

    def field(name, rule, default: nil, required: false, &read)
      @fields[name] = Field.new(rule, default, required, read)
    end

    def text(name, min: 0, max: nil, matching: //, rule: nil, default: '', required: false)
      rule ||= "must be a text of #{[min, max].compact.join(' to ')} characters"
      field(name, rule, default:, required:) do |value|
        value if value.is_a?(String) && (min..max).cover?(value.length) && matching.match?(value)
      end
    end

    def color(name, default:) = text(name, max: 7, default:, matching: COLOR, rule: 'must be a color as #RRGGBB')

    def link(name)
      text(name, max: 250, matching: Regexp.union(/\A\z/, LINK), rule: 'must be a link with http or https')
    end

    def email(name, **options) = text(name, max: 200, matching: EMAIL, rule: 'must be an email address', **options)

    def choice(name, *values, default: values.first)
      field(name, "must be one of #{values.join(', ')}", default:) { |value| value if values.include?(value) }
    end

    def flag(name, default: false)
      field(name, 'must be true or false', default:) { |value| value if [true, false].include?(value) }
    end

    def reference(name)
      field(name, 'must be an id', required: true) do |value|
        mistake?('to-i-number') ? value.to_i : (value if value.is_a?(Integer))
      end
    end

    def time(name)
      field(name, 'must be an ISO 8601 date and time', required: true) do |value, zone|
        Times.parse(value, zone) if value.is_a?(String)
      end
    end

    # The attributes of a new object.
    def create(body, zone = nil)
      missing = @fields.select { |_, field| field.required }.keys - body.keys
      raise Unprocessable, "#{missing.join(', ')}: required." if missing.any?
      return @defaults.merge!(read(body, zone)) if mistake?('shared-defaults')

      @defaults.merge(read(body, zone))
    end

    # The attributes that an update changes; other members of its body are ignored.
    def update(body, zone = nil)
      body = body.reject { |_, value| [nil, false, ''].include?(value) } if mistake?('blank-is-unset')
      read(body, zone)
    end

    private

    def read(body, zone)
      @fields.slice(*body.keys).to_h do |name, field|
        value = field.read.call(body[name], zone)
        raise Unprocessable, "#{name} #{field.rule}." if value.nil?

        [name, value]
      end
    end
  end

  RESOURCE = Schema.new do
    text :name, min: 1, max: 100, required: true, default: nil
    text :description, max: 200
    color :color_fg, default: '#000000'
    color :color_bk, default: '#FFFFFF'
    color :color_schedule, default: '#FFFFFF'
    flag :text_bold
    link :link
    text :link_title, max: 100
    text :note, max: 500
    text :custom_1, max: 200
    text :custom_2, max: 200
  end

  BOOKING = Schema.new do
    reference :resource_id
    text :title, max: 100
    time :start
    time :end
    flag :all_day_display
    color :color_fg, default: '#000000'
    color :color_bk, default: '#FFFFFF'
    flag :text_bold
    link :link
    text :link_title, max: 100
    text :note, max: 500
    text :custom_1, max: 200
    text :custom_2, max: 200
  end

  COLLABORATOR = Schema.new do
    choice :user_role, 'viewer', 'editor'
  end

  INVITATION = Schema.new do
    email :email, required: true, default: nil
    choice :user_role, 'viewer', 'editor'
    flag :invite
  end

  USER = Schema.new do
    email :email, default: nil
    text :firstname, max: 50
    text :lastname, max: 100
    choice :language_tag, 'en', 'de'
    choice :date_format, *%w[m/d/Y m-d-Y m.d.Y d/m/Y d-m-Y d.m.Y Y/m/d Y-m-d Y.m.d], default: 'Y-m-d'
    choice :time_format, 'H:i', 'h:i A', 'h:i a'
    choice :first_day_of_week, 'monday', 'saturday', 'sunday'
    field(:timezone, 'must be an Olson time zone', default: 'UTC') do |value|
      value if value.is_a?(String) && Times.zone?(value)
    end
    flag :allow_collaboration, default: true
    flag :profile_completed
  end

  PASSWORD = Schema.new do
    text :new_password, min: 6, default: nil
  end
end
