# frozen_string_literal: true

require 'rack/utils'
require_relative 'errors'

module Scheduling
  # The query parameters of lists and single reads.
  module Listing
    # Only the query parameters, without those of the path and the body.
    def query
      request.GET.each { |name, value| raise BadRequest, "#{name} must be one text." unless value.is_a?(String) }
    end

    def number(name, default)
      value = query.fetch(name, default)
      raise BadRequest, "#{name} must be an integer of 0 or more." unless value.match?(/\A\d{1,15}\z/)

      value.to_i
    end

    # The condition on ids: those listed, or none.
    def listed
      return {} unless query.key?('ids')
      return { id: query['ids'] } if mistake?('ids-substring')

      ids = query['ids'].split(',', -1).map { |text| id_of(text) or raise BadRequest, "#{text} is not an id." }
      raise BadRequest, 'ids must list at least one id.' if ids.empty?

      { id: ids }
    end

    # The condition of a bulk deletion: all objects, or those listed.
    def listed_or_all
      all = mistake?('zero-is-true') ? query['all'] : query['all'] == '1'
      raise BadRequest, 'Say which to delete: ids, or all=1.' unless all || query.key?('ids')

      listed
    end

    def id_of(text)
      mistake?('to-i-ids') ? text.to_i : (text.to_i if text.match?(/\A[1-9]\d*\z/))
    end

    # The id in a path.
    def path_id(text) = id_of(text) || raise(NotFound)

    def pick(object)
      fields = query.fetch('fields', '').split(',').map(&:to_sym)
      fields.empty? ? object : object.slice(*fields)
    end

    # One page of objects; the block shows one of them.
    def page(objects)
      limit = number('limit', '20')
      offset = number('offset', '0')
      shown = slice(objects, limit, offset).map { |object| pick(yield(object)) }
      pagination = {
        limit:, offset:, page_count: shown.size, total_count: objects.size,
        links: links(limit, offset, objects.size)
      }
      JSON.generate(success: true, data: shown, pagination:)
    end

    private

    def slice(objects, limit, offset)
      return objects.drop(offset) if limit.zero?
      return objects.each_slice(limit).to_a.fetch(offset / limit, []) if mistake?('each-slice')

      objects.drop(offset).first(limit)
    end

    def links(limit, offset, total)
      last = limit.zero? || total.zero? ? 0 : (total - 1) / limit * limit
      links = { first: link_to(0, limit), last: link_to(last, limit) }
      links[:next] = link_to(offset + limit, limit) if limit.positive? && offset + limit < total
      links
    end

    def link_to(offset, limit)
      "#{request.base_url}#{request.path}?#{Rack::Utils.build_query(query.merge('offset' => offset, 'limit' => limit))}"
    end
  end
end
