import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { command } from './testing/command.js'

const suite = [
  process.execPath,
  '--test',
  fileURLToPath(new URL('./testing/client-suite.js', import.meta.url)),
]

/** Mistakes that clients make, and the world that shows each. */
const mistakes: Record<string, [world: string, evidence: RegExp]> = {
  'takes the first for the oldest': ['newest-first', /failed: lists the rooms/],
  'keeps ids in 32 bits': ['ids-as-large-numbers', /failed: books a room/],
  'insists on a number': ['collaborator-id-as-string', /failed: invites somebody/],
  'insists on true': ['profile-completed-as-number', /failed: knows whether the profile is complete/],
  'insists on the members': ['more-members', /failed: lists the rooms/],
  'expects members in an order': ['members-sorted', /failed: reads a text of JSON/],
  'looks for text in JSON': ['answers-in-ascii', /failed: reads a text of JSON/],
  'insists on a media type': ['media-type-of-its-own', /failed: lists the rooms/],
  'insists on 201': ['creates-with-200', /failed: books a room/],
  'takes the id from Location': ['no-other-headers', /failed: books a room/],
  'insists on 404': ['refusals-all-400', /failed: says that something is not there/],
  'relies on an error code': ['refusals-in-german', /failed: says that something is not there/],
  'expects milliseconds': ['dates-without-fractions', /failed: shows when a room was created/],
  'insists on capitals': ['colours-in-small-letters', /failed: lists the rooms/],
  'computes the last page': ['last-page-full', /failed: reaches the last page/],
  'takes times for those of the machine': ['far-east', /failed: books a room/],
  'sends again without a look': ['lost-answer', /was sent again after a lost answer/],
  'ignores Retry-After': ['rate-limited', /was sent again \d+ ms after 429 with Retry-After: 1/],
  'asks for a path that is not there': [
    'newest-first',
    /GET \/v1\/schedules\/lisbon-studio\/rooms is not part of the API/,
  ],
}

test('given a client without a mistake, then its tests pass in every right world', async () => {
  const { code, out } = await command(['client', '--only', 'right', '--', ...suite])

  assert.is(code, 0, out)
  assert.match(out, /Your tests pass against the reference, and with (\d+) of \1 right services\./)
  assert.not.match(out, 'What the requests show')
})

test('given a right client in Python, then no right world accuses it', async () => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    process.stderr.write('The client in Python is not tried: there is no python3.\n')
    return
  }

  const tests = ['python3', resolve('bin/testing/client-suite.py')]
  const { code, out } = await command(['client', '--only', 'right', '--', ...tests])

  assert.is(code, 0, out)
  assert.match(out, /Your tests pass against the reference, and with (\d+) of \1 right services\./)
  assert.not.match(out, 'What the requests show')
})

for (const [mistake, [world, evidence]] of Object.entries(mistakes)) {
  test(`given a client that ${mistake}, then ${world} shows it`, async () => {
    const { code, out } = await command(['client', '--strict', '--world', world, '--', ...suite], {
      MISTAKE: mistake,
      // The zone of the account: elsewhere, the tests of the machine's own time would fail as they are.
      TZ: 'Europe/Lisbon',
    })

    assert.is(code, 1, out)
    assert.match(out, evidence)
  })
}

test.run()
