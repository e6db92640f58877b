# frozen_string_literal: true

require 'openssl'
require 'securerandom'
require_relative 'errors'
require_relative 'schema'

module Scheduling
  # The users in the store.
  module Users
    LIMITS = { collaboration_limit: 100, request_rate_limit: 1000, schedules_limit: 100 }.freeze

    # The user with these credentials, or nil.
    def authenticate(email, password)
      user = user_by_email(email)
      user if user && OpenSSL.secure_compare(user[:digest], digest(password, user[:salt]))
    end

    def user_by_email(email) = synchronize { @users.find { |user| user[:email].casecmp?(email) }&.dup }

    # Changes a user. A new email address must be activated first; returns the token for that.
    def update_user(id, changes, password)
      synchronize do
        user = @users.find { |candidate| candidate[:id] == id } or raise NotFound
        email = changes.delete(:email)
        activation = request_activation(user, email) if email && email != user[:email]
        user.merge!(changes, updated_at: Times.now)
        set_password(user, password) if password
        activation
      end
    end

    # Activates the new email address of the user who has the token.
    def activate(token)
      synchronize do
        user = @users.find { |candidate| candidate[:activation]&.fetch(:token) == token } or raise NotFound
        email = user.delete(:activation)[:email]
        raise Conflict, 'This email address is in use.' if taken?(email, user)

        own = @tables[:collaborators].select { |collaborator| collaborator[:email].casecmp?(user[:email]) }
        own.each { |collaborator| collaborator[:email] = email }
        user.merge!(email:, updated_at: Times.now)
      end
    end

    # Deletes a user with their schedules and their collaborations.
    def delete_user(id)
      synchronize do
        user = @users.find { |candidate| candidate[:id] == id } or raise NotFound
        schedules = @schedules.select { |schedule| schedule[:owner_id] == id }.map { |schedule| schedule[:id] }
        @tables.each_value { |table| table.reject! { |object| schedules.include?(object[:schedule_id]) } }
        @tables[:collaborators].reject! { |collaborator| collaborator[:email].casecmp?(user[:email]) }
        @schedules.reject! { |schedule| schedule[:owner_id] == id }
        @users.delete(user)
      end
    end

    private

    def add_user(attributes)
      user = {
        id: attributes.fetch(:id), **USER.create(attributes.slice(:email)), **LIMITS,
        **attributes.except(:password), updated_at: Times.now, created_at: Times.now
      }
      set_password(user, attributes.fetch(:password))
      @users << user
    end

    def set_password(user, password)
      user[:salt] = SecureRandom.bytes(16)
      user[:digest] = digest(mistake?('strip-password') ? password.strip : password, user[:salt])
    end

    def digest(password, salt)
      OpenSSL::KDF.pbkdf2_hmac(password, salt:, iterations: 1000, length: 32, hash: 'SHA256')
    end

    def request_activation(user, email)
      raise Conflict, 'This email address is in use.' if taken?(email, user)

      user[:activation] = { email:, token: SecureRandom.urlsafe_base64 }
    end

    def taken?(email, user) = @users.any? { |other| !other.equal?(user) && other[:email].casecmp?(email) }
  end
end
