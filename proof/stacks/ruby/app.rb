# frozen_string_literal: true

# The scheduling service, written from its document alone: Sinatra on Puma, data in memory.
#
#   SEED=seed.json MAILS=mails.jsonl PORT=4567 ruby app.rb
#
# MISTAKE names one of the mistakes below, which the service then makes.

MISTAKES = {
  'to-i-ids' => 'reads ids with `to_i`, to which 12abc is 12',
  'ids-substring' => 'asks whether the parameter `ids` includes an id, as text: 12 includes 1',
  'to-i-number' => 'converts a resource_id with `to_i`, to which 12.5 and "12" are 12',
  'zero-is-true' => 'asks whether `all` and `me` are present: "0" is true',
  'time-parse' => 'reads times with `Time.parse`, which fills in today and guesses',
  'strptime-rest' => 'reads times with `Time.strptime`, which ignores what follows, as the offset',
  'current-offset' => 'converts times by the offset that the time zone has now',
  'time-to-json' => 'leaves times to `to_json`, which writes 2026-01-01 00:00:00 UTC',
  'memoized-zone' => 'keeps the time zone of a user with `||=`, also when it changes',
  'blank-is-unset' => 'ignores blank values in an update, as "" and false',
  'or-true' => 'reads a setting with `|| true`, which is never false',
  'shared-defaults' => 'merges a new object into the one Hash of defaults, with `merge!`',
  'params-and-body' => 'merges the body into `params`, where its resource_id is that of the path',
  'json-rescue' => 'reads a body with `rescue {}`, an empty one where it is malformed',
  'line-anchors' => 'matches links and colors with ^ and $, the ends of any line',
  'strip-password' => 'strips a new password',
  'hash-new-array' => 'counts requests in `Hash.new([])`, whose Array all users share',
  'each-slice' => 'pages with `each_slice`, whose pages begin at multiples of the limit',
  'delete-while-iterating' => 'deletes from an Array in its `each`, which skips the next one',
  'no-halt' => 'sets the status of an error without `halt`, and goes on',
  'filter-pattern' => 'asks for the owner in a filter whose pattern needs the id of a collaborator',
  'class-variable' => 'keeps the user of a request in a class variable',
  'check-outside-lock' => 'checks that a name is unique before it takes the lock',
  'id-twice' => 'takes the next id without the lock',
  'lost-update' => 'reads an object, changes it and writes it back without the lock',
}.freeze

MISTAKE = ENV.fetch('MISTAKE', '')

def mistake?(name) = MISTAKE == name

# What a call of a database takes; other threads run meanwhile.
def latency = sleep(0.005)

require_relative 'scheduling/api'

Scheduling::Api.run!
