# frozen_string_literal: true

require 'json'
require 'monitor'
require_relative 'errors'
require_relative 'times'
require_relative 'users'

module Scheduling
  # All objects, in memory. Every public method holds one lock.
  class Store
    include MonitorMixin
    include Users

    def initialize(seed)
      super()
      @schedules = []
      @users = []
      @tables = { resources: [], bookings: [], collaborators: [] }
      @last_ids = Hash.new(0)
      load(seed) if seed
    end

    # The schedule with the role that the user has in it: owner, editor or viewer.
    def schedule(id, user)
      synchronize do
        schedule = @schedules.find { |candidate| candidate[:id] == id } or raise NotFound
        next schedule.merge(role: 'owner') if schedule[:owner_id] == user[:id]

        collaborator = @tables[:collaborators].find do |candidate|
          candidate[:schedule_id] == id && candidate[:email].casecmp?(user[:email])
        end
        raise NotFound unless collaborator

        schedule.merge(role: collaborator[:user_role])
      end
    end

    # Copies of the objects whose attributes equal, or are among, the values of the conditions.
    def where(kind, **conditions) = synchronize { select(kind, conditions).map(&:dup) }

    def find(kind, **conditions) = where(kind, **conditions).first || raise(NotFound)

    def insert(kind, attributes)
      if mistake?('check-outside-lock')
        check(kind, [attributes], attributes)
        latency
      end
      id = next_id(kind)
      synchronize do
        raise NotFound if @schedules.none? { |schedule| schedule[:id] == attributes[:schedule_id] }

        check(kind, [attributes], attributes) unless mistake?('check-outside-lock')
        @tables[kind] << { id:, **attributes, updated_at: Times.now, created_at: Times.now }
      end
      id
    end

    # Changes all objects that meet the conditions, or none; returns their number.
    def update(kind, changes, **conditions)
      return write_back(kind, changes, conditions) if mistake?('lost-update') && !changes.key?(:name)

      synchronize do
        objects = select(kind, conditions)
        check(kind, objects, changes)
        objects.each { |object| object.merge!(changes, updated_at: Times.now) }.size
      end
    end

    # Deletes all objects that meet the conditions; returns their number.
    def delete(kind, **conditions)
      synchronize do
        objects = select(kind, conditions)
        remove(kind, objects)
        delete(:bookings, resource_id: objects.map { |object| object[:id] }) if kind == :resources
        objects.size
      end
    end

    private

    def load(seed)
      seed.fetch(:users).each { |user| add_user(user) }
      seed.fetch(:schedules).each do |schedule|
        @schedules << { id: schedule[:id], owner_id: user_by_email(schedule[:owner])[:id] }
      end
    end

    def next_id(kind)
      return synchronize { @last_ids[kind] += 1 } unless mistake?('id-twice')

      id = @last_ids[kind] + 1
      latency
      @last_ids[kind] = id
    end

    def select(kind, conditions)
      @tables[kind].select { |object| conditions.all? { |name, value| meets?(object[name], value) } }
    end

    def meets?(actual, expected)
      return expected.include?(actual.to_s) if mistake?('ids-substring') && [actual, expected] in [Integer, String]

      expected.is_a?(Array) ? expected.include?(actual) : actual == expected
    end

    def write_back(kind, changes, conditions)
      objects = select(kind, conditions)
      check(kind, objects, changes)
      changed = objects.map { |object| object.merge(changes, updated_at: Times.now) }
      latency
      objects.zip(changed) { |object, copy| object.replace(copy) }.then { changed.size }
    end

    def remove(kind, objects)
      return @tables[kind] -= objects unless mistake?('delete-while-iterating')

      @tables[kind].each { |object| @tables[kind].delete(object) if objects.include?(object) }
    end

    # Raises an error if the objects may not be changed like this.
    def check(kind, objects, changes)
      case kind
      when :resources then check_name(objects, changes[:name]) if changes.key?(:name)
      when :bookings then objects.each { |booking| check_booking(booking.merge(changes)) }
      when :collaborators then check_collaborator(changes) if changes.key?(:email)
      end
    end

    def check_name(objects, name)
      return unless objects.size > 1 || (@tables[:resources] - objects).any? { |other| other[:name] == name }

      raise Conflict, "There is a resource #{name} already."
    end

    def check_booking(booking)
      if select(:resources, booking.slice(:schedule_id).merge(id: booking[:resource_id])).empty?
        raise Unprocessable, "There is no resource #{booking[:resource_id]}."
      end
      raise Unprocessable, 'A booking cannot end before it starts.' if booking[:end] < booking[:start]
    end

    def check_collaborator(collaborator)
      user = user_by_email(collaborator[:email])
      raise Unprocessable, 'The owner cannot be a collaborator.' if user && owner?(user, collaborator[:schedule_id])

      schedules = @tables[:collaborators].select { |other| other[:email].casecmp?(collaborator[:email]) }
                                         .map { |other| other[:schedule_id] }
      raise Conflict, 'This is a collaborator already.' if schedules.include?(collaborator[:schedule_id])
      return unless user
      raise Forbidden, 'This user does not allow collaboration.' unless user[:allow_collaboration]
      raise Forbidden, 'This user has too many schedules.' if schedules.size >= user[:collaboration_limit]
    end

    def owner?(user, schedule_id)
      @schedules.any? { |schedule| schedule[:id] == schedule_id && schedule[:owner_id] == user[:id] }
    end
  end
end
