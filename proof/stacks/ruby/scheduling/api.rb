# frozen_string_literal: true

require 'json'
require 'puma'
require 'sinatra/base'
require_relative 'listing'
require_relative 'mailer'
require_relative 'rate_limiter'
require_relative 'schema'
require_relative 'store'

module Scheduling
  # The HTTP interface.
  class Api < Sinatra::Base
    SCHEMAS = { resources: RESOURCE, bookings: BOOKING, collaborators: COLLABORATOR }.freeze

    set :environment, :production
    set :default_content_type, 'application/json'
    set :bind, '127.0.0.1'
    set :port, ENV.fetch('PORT', '0')
    set :server, :puma
    set :server_settings, Threads: '0:16', Silent: false
    disable :protection, :logging, :static, :dump_errors, :show_exceptions, :raise_errors
    set :store, Store.new(ENV['SEED'] && JSON.parse(File.read(ENV['SEED']), symbolize_names: true))
    set :mailer, Mailer.new(ENV.fetch('MAILS', nil))
    set :rate_limiter, RateLimiter.new

    helpers Listing
    helpers do
      def store = settings.store

      def user = mistake?('class-variable') ? @@user : @user

      def credentials
        auth = Rack::Auth::Basic::Request.new(env)
        return unless auth.provided? && auth.basic? && auth.params

        decoded = auth.params.unpack1('m').force_encoding(Encoding::UTF_8)
        return unless decoded.valid_encoding? && decoded.include?(':')

        decoded.split(':', 2)
      end

      # The body, a JSON object.
      def body_object
        request.body.rewind
        text = request.body.read.force_encoding(Encoding::UTF_8)
        object = JSON.parse(text, symbolize_names: true) if text.valid_encoding?
        return object if object.is_a?(Hash) && JSON.generate(object)

        raise BadRequest, 'The body must be an object of JSON.'
      rescue JSON::JSONError
        return {} if mistake?('json-rescue')

        raise BadRequest, 'The body must be an object of JSON.'
      end

      def data(object) = JSON.generate(success: true, data: pick(object))

      def success = JSON.generate(success: true)

      def created(id)
        status 201
        JSON.generate(success: true, data: [{ id: }])
      end

      # The response to a change of a single object.
      def changed(count)
        raise NotFound if count.zero?

        success
      end
    end

    before %r{/v1/(?:schedules|users)/.*} do
      @user = store.authenticate(*credentials) if credentials
      raise Unauthorized unless @user

      settings.rate_limiter.count!(@user[:id], @user[:request_rate_limit])
      if mistake?('class-variable')
        @@user = @user
        latency
      end
    end

    before '/v1/schedules/:schedule_id/?*' do |id, rest|
      @schedule = store.schedule(id, user)
      next if request.safe? || @schedule[:role] != 'viewer' || rest.start_with?('collaborators')

      raise Forbidden, 'A viewer cannot change anything.'
    end

    # Only the owner may manage collaborators, but collaborators may remove themselves.
    before "/v1/schedules/*/collaborators#{mistake?('filter-pattern') ? '/:id' : '/?:id?'}" do |_, id|
      next if @schedule[:role] == 'owner'

      own = request.delete? && id && store.where(:collaborators, schedule_id: @schedule[:id], id: path_id(id)).first
      raise Forbidden, 'Only the owner may do this.' unless own && own[:email].casecmp?(user[:email])
    end

    error(ApiError) do |error|
      status error.status
      headers error.headers
      JSON.generate(success: false, error: error.message)
    end

    error(Sinatra::BadRequest) { JSON.generate(success: false, error: 'The request cannot be read.') }
    error { JSON.generate(success: false, error: 'Something went wrong.') }
    not_found { JSON.generate(success: false, error: 'Not found.') }

    helpers do
      def zone
        return user[:timezone] unless mistake?('memoized-zone')

        @@zones ||= {}
        @@zones[user[:id]] ||= user[:timezone]
      end

      def changes(kind) = SCHEMAS.fetch(kind).update(@body = body_object, zone)

      # An object as responses show it.
      def show(kind, object)
        case kind
        when :bookings then show_booking(object)
        when :collaborators
          registered = store.user_by_email(object[:email])
          registered ? object.merge(user: registered.slice(:email, :firstname, :lastname)) : object
        else object
        end
      end

      def show_booking(booking)
        booking.merge(
          start: Times.local(booking[:start], zone), end: Times.local(booking[:end], zone),
          start_utc: Times.utc(booking[:start]), end_utc: Times.utc(booking[:end])
        )
      end

      # The conditions that select the bookings of a path: those of a schedule, or of one of its resources.
      def bookings_of(schedule_id, resource_id)
        resource_id = params.merge(@body || {})[:resource_id]&.to_s if mistake?('params-and-body')
        return { schedule_id: } unless resource_id

        { schedule_id:, resource_id: store.find(:resources, schedule_id:, id: path_id(resource_id))[:id] }
      end

      def time_parameter(name)
        query[name] && (Times.parse(query[name], zone) or raise BadRequest, "#{name} must be an ISO 8601 time.")
      end

      def within(bookings)
        min = time_parameter('time_min')
        max = time_parameter('time_max')
        bookings.select { |booking| (!min || booking[:start] >= min) && (!max || booking[:end] < max) }
      end
    end

    SCHEMAS.each_key do |kind|
      get "/v1/schedules/:schedule_id/#{kind}/:id" do |schedule_id, id|
        data show(kind, store.find(kind, schedule_id:, id: path_id(id)))
      end

      put "/v1/schedules/:schedule_id/#{kind}/:id" do |schedule_id, id|
        changed store.update(kind, changes(kind), schedule_id:, id: path_id(id))
      end

      delete "/v1/schedules/:schedule_id/#{kind}/:id" do |schedule_id, id|
        changed store.delete(kind, schedule_id:, id: path_id(id))
      end
    end

    %i[resources collaborators].each do |kind|
      get "/v1/schedules/:schedule_id/#{kind}" do |schedule_id|
        page(store.where(kind, schedule_id:, **listed)) { |object| show(kind, object) }
      end

      put "/v1/schedules/:schedule_id/#{kind}" do |schedule_id|
        store.update(kind, changes(kind), schedule_id:, **listed)
        success
      end

      delete "/v1/schedules/:schedule_id/#{kind}" do |schedule_id|
        store.delete(kind, schedule_id:, **listed_or_all)
        success
      end
    end

    ['/v1/schedules/:schedule_id/bookings', '/v1/schedules/:schedule_id/resources/:resource_id/bookings'].each do |path|
      get path do |schedule_id, resource_id = nil|
        bookings = store.where(:bookings, **bookings_of(schedule_id, resource_id), **listed)
        page(within(bookings)) { |booking| show(:bookings, booking) }
      end

      put path do |schedule_id, resource_id = nil|
        store.update(:bookings, changes(:bookings), **bookings_of(schedule_id, resource_id), **listed)
        success
      end

      delete path do |schedule_id, resource_id = nil|
        store.delete(:bookings, **bookings_of(schedule_id, resource_id), **listed_or_all)
        success
      end
    end

    post '/v1/schedules/:schedule_id/resources' do |schedule_id|
      created store.insert(:resources, { schedule_id:, **RESOURCE.create(body_object) })
    end

    post '/v1/schedules/:schedule_id/bookings' do |schedule_id|
      created store.insert(:bookings, { schedule_id:, **BOOKING.create(body_object, zone) })
    end

    post '/v1/schedules/:schedule_id/collaborators' do |schedule_id|
      attributes = INVITATION.create(body_object)
      invite = attributes.delete(:invite)
      id = store.insert(:collaborators, { schedule_id:, **attributes })
      if invite
        text = "#{user[:email]} invites you to the schedule #{schedule_id} as #{attributes[:user_role]}."
        settings.mailer.deliver(to: attributes[:email], subject: 'Invitation to a schedule', text:)
      end
      created id
    end

    # The user

    get '/v1/users/me' do
      shown = user.except(:digest, :salt, :activation)
      shown[:allow_collaboration] = shown[:allow_collaboration] || true if mistake?('or-true')
      JSON.generate(success: true, data: shown)
    end

    put '/v1/users/me' do
      body = body_object
      password = PASSWORD.update(body)[:new_password]
      activation = store.update_user(user[:id], USER.update(body), password)
      if activation
        text = "Activate your new email address: #{request.base_url}/v1/activations/#{activation[:token]}"
        settings.mailer.deliver(to: activation[:email], subject: 'Your new email address', text:)
      end
      success
    end

    delete '/v1/users/me' do
      confirmed = mistake?('zero-is-true') ? query['me'] : query['me'] == '1'
      status 422 unless confirmed
      raise Unprocessable, 'Say me=1 to delete your account.' unless confirmed || mistake?('no-halt')

      store.delete_user(user[:id])
      success
    end

    # The link in the mail to a new email address.
    get '/v1/activations/:token' do |token|
      store.activate(token)
      success
    end
  end
end
