# frozen_string_literal: true

# The scheduling service, written from its document alone: Sinatra on Puma, data in memory.
#
#   SEED=seed.json MAILS=mails.jsonl PORT=4567 ruby app.rb
#
# MISTAKE names one of the mistakes below, which the service then makes.

MISTAKES = {
  'to-i-ids' => 'reads ids with `to_i`, which takes 12abc for 12',
  'ids-substring' => 'checks whether the text of `ids` includes an id: "12" includes "1"',
  'to-i-number' => 'converts a resource_id with `to_i`, which takes 12.5 and "12" for 12',
  'zero-is-true' => 'only checks that `all` and `me` are present: "0" counts as true',
  'time-parse' => 'reads times with `Time.parse`, which guesses, and fills in the current date',
  'strptime-rest' => 'reads times with `Time.strptime`, which ignores what follows, such as an offset',
  'current-offset' => 'converts times with the offset that the time zone has now',
  'time-to-json' => 'leaves times to `to_json`, which writes 2026-01-01 00:00:00 UTC',
  'memoized-zone' => 'memoizes the time zone of a user with `||=`, even when it changes',
  'blank-is-unset' => 'ignores blank values in an update, such as "" and false',
  'or-true' => 'reads a setting with `|| true`, which is never false',
  'shared-defaults' => 'merges each new object into a single Hash of defaults with `merge!`',
  'params-and-body' => 'merges the body into `params`, where its resource_id replaces that of the path',
  'json-rescue' => 'reads a body with `rescue {}`, so that a malformed one counts as empty',
  'line-anchors' => 'matches links and colors with ^ and $, which match at any line',
  'strip-password' => 'strips spaces from a new password',
  'hash-new-array' => 'counts requests in `Hash.new([])`, whose Array is shared by all users',
  'each-slice' => 'pages with `each_slice`, whose pages begin at multiples of the limit',
  'delete-while-iterating' => 'deletes from an Array inside its `each`, which skips the next object',
  'no-halt' => 'sets the status of an error without `halt`, and goes on',
  'filter-pattern' => 'checks for the owner in a filter whose pattern requires the id of a collaborator',
  'class-variable' => 'keeps the user of a request in a class variable',
  'check-outside-lock' => 'checks that a name is unique before it takes the lock',
  'id-twice' => 'takes the next id without the lock',
  'lost-update' => 'reads an object, changes it and writes it back without the lock',
}.freeze

MISTAKE = ENV.fetch('MISTAKE', '')

def mistake?(name) = MISTAKE == name

# Takes as long as a database call, during which other threads run.
def latency = sleep(0.005)

require_relative 'scheduling/api'

Scheduling::Api.run!
