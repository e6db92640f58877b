import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { writableUserMembers } from '../catalogue/members.js'
import { startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { atEnd, endAll, folder, thrownBy } from '../testing/stage.js'
import { settingsOf } from './accounts.js'
import { cleanLedger } from './clean-ledger.js'
import { removeAccounts } from './control.js'
import { readLedger } from './ledger.js'
import { settingsToKeep } from './ledger-entry.js'

/*
 * Ledgers that an attacker wrote or changed, and that the user is tricked into trusting.
 */

process.env.XDG_STATE_HOME = folder()
test.after(endAll)

/** A server that should receive no request at all. */
async function startOther(): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const server = createServer(({ method, url, headers }, response) => {
    requests.push(`${method} ${url} ${headers.authorization}`)
    response.end('{"success":true,"data":[]}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise(resolve => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, requests }
}

const other = await startOther()
const fake = await startFake()
const { owner } = fake.target

/** Objects and settings of the user that have nothing to do with a run. */
for (let id = 1; id <= 3; id++) {
  fake.objects.set(`/v1/schedules/first/bookings/${id}`, { id, title: `Standup 2026 #FFFFFF ${id}` })
  fake.objects.set(`/v1/schedules/first/resources/${id}`, { id, name: `Room 2026 #FFFFFF ${id}` })
}
const stateOf = () => JSON.stringify([[...fake.objects], [...fake.accounts]])

const run = {
  type: 'run',
  nonce: 'sk0a1b2c',
  baseUrl: fake.url,
  owner: owner.email,
  schedules: ['first'],
  started: '2026-01-01T00:00:00.000Z',
}
const bookings = '/v1/schedules/first/bookings'

const attacks: readonly (readonly [what: string, lines: readonly object[]])[] = [
  [
    'a list that leads to another host',
    [run, { type: 'created', list: `@127.0.0.1:${other.port}/v1/schedules/x/bookings`, id: 5 }],
  ],
  ['the account as a list', [run, { type: 'created', list: '/v1/users/me?me=1#', id: 1 }]],
  ['a bulk request as a list', [run, { type: 'created', list: `${bookings}?all=1#`, id: 'x' }]],
  ['a password', [run, { type: 'settings', account: owner.email, before: { new_password: 'stolen-pw' } }]],
  ['an address', [run, { type: 'settings', account: owner.email, before: { email: 'thief@evil.test' } }]],
  [
    'a second run, of another schedule',
    [
      run,
      { ...run, schedules: ['second'] },
      { type: 'created', list: '/v1/schedules/second/bookings', id: 1 },
    ],
  ],
  ['a nonce that is a common word', [{ ...run, nonce: '2026' }]],
  ['a nonce that is a common value', [{ ...run, nonce: '#FFFFFF' }]],
]
for (const [what, lines] of attacks) {
  test(`given a ledger with ${what}, when it is cleaned and even trusted, then nothing is sent`, async () => {
    const ledger = join(folder(), 'ledger.jsonl')
    writeFileSync(ledger, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const [before, calls] = [stateOf(), fake.calls.length]

    const error = await thrownBy(() => cleanLedger({ ledger, target: fake.target, trustLedger: true }))

    assert.is(error?.name, 'LedgerError')
    assert.match(error?.message ?? '', /line \d can't be one of the kit/)
    assert.equal([fake.calls.length - calls, other.requests, stateOf()], [0, [], before])
  })
}

test('given a ledger that lists objects with addresses of the target, when it is cleaned and even trusted, then they remain', async () => {
  const ledger = join(folder(), 'ledger.jsonl')
  const path = `${bookings}/9`
  fake.objects.set(path, { id: 9, resource_id: 1, title: `Call ${owner.email}` })
  const lines = [run, { type: 'created', list: bookings, id: 9 }]
  writeFileSync(ledger, lines.map(line => `${JSON.stringify(line)}\n`).join(''))

  await cleanLedger({ ledger, target: fake.target, trustLedger: true })

  assert.ok(fake.objects.delete(path))
})

test('given a ledger with accounts of others, when they are removed and even trusted, then nothing is sent', async () => {
  const ledger = join(folder(), 'ledger.jsonl')
  const control = `http://127.0.0.1:${other.port}`
  const ids = ['mira', '../clock', '../outbox']
  writeFileSync(ledger, `${JSON.stringify({ type: 'accounts', nonce: 'sk0a1b2c3d', control, ids })}\n`)

  const error = await thrownBy(() =>
    removeAccounts({ url: control, token: 'secret', ledger, trustLedger: true }),
  )

  assert.is(error?.name, 'LedgerError')
  assert.equal(other.requests, [])
})

/** The ledger of a killed run, and the objects that it left behind. */
const killed = await (async () => {
  const runtime = openRuntime(fake.target)
  const { given, session } = runtime
  const resource = await given.resource()
  await given.booking(resource)
  await given.collaborator()
  session.ledger.write({
    type: 'settings',
    account: owner.email,
    before: settingsToKeep(await settingsOf(runtime.owner)),
  })
  return session.ledger.file
})()
const original = readFileSync(killed, 'utf8')
const objects = new Map(fake.objects)

/** Fragments that an attacker could put into a ledger. */
const fragments = fc.constantFrom(
  ...[
    '@',
    `@127.0.0.1:${other.port}/`,
    '?all=1#',
    '?me=1#',
    '#',
    '/../',
    '/..',
    '%2e%2e/',
    '\\',
    '//',
    '"',
    '},{',
  ],
  ...[
    '/v1/users/me',
    '/v1/schedules/second/bookings',
    'bookings',
    '"email":"thief@evil.test"',
    '"new_password":"x"',
  ],
  ...[
    '"id":"1?x"',
    '"id":1',
    '2026',
    'sk',
    '\n',
    '\u001b[31m',
    '::error::',
    'editor@example.test',
    '{}',
    ',',
  ],
)
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.constant(0), fc.nat(40)),
  insert: fc.oneof(fragments, fc.string()),
})
const edits = fc.array(edit, { minLength: 1, maxLength: 3 })

const changed = (text: string, all: readonly { at: number; remove: number; insert: string }[]) =>
  all.reduce((now, { at, remove, insert }) => {
    const begin = at % (now.length + 1)
    return now.slice(0, begin) + insert + now.slice(begin + remove)
  }, text)

/** Cleans up a ledger with this text. Returns the requests that were sent. */
async function sentBy(text: string, trustLedger: boolean) {
  const ledger = join(folder(), 'ledger.jsonl')
  writeFileSync(ledger, text)
  fake.objects.clear()
  for (const [path, object] of objects) fake.objects.set(path, object)
  const before = fake.calls.length
  const copy = `${ledger}.copy`
  copyFileSync(ledger, copy)
  await cleanLedger({ ledger, target: fake.target, trustLedger }).catch(() => {})
  return { copy, calls: fake.calls.slice(before) }
}

test('given any change to a ledger, when it is cleaned, then nothing is sent', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async all => {
      const text = changed(original, all)
      // The leftovers of a run that was killed a little earlier are still a valid ledger.
      fc.pre(!original.startsWith(text.slice(0, text.lastIndexOf('\n') + 1)))

      const { calls } = await sentBy(text, false)

      assert.equal(calls, [])
      assert.equal(other.requests, [])
    }),
    { numRuns: 300 },
  )
})

const object = /^\/v1\/schedules\/(?:first|second|spare)\/(?:resources|bookings|collaborators)\/-?\d+$/
const list = /^\/v1\/schedules\/(?:first|second|spare)\/(?:resources|bookings|collaborators)$/

test('given any change to a trusted ledger, when it is cleaned, then only its own kinds of requests are sent', async () => {
  const unsigned = original.replaceAll(/,"signature":"[^"]*"/g, '')
  let cleaned = 0
  await fc.assert(
    fc.asyncProperty(edits, async all => {
      const { copy, calls } = await sentBy(changed(unsigned, all), true)

      if (calls.length > 0) cleaned++
      for (const { method, path, query, text } of calls) {
        const names = [...query.keys()].join()
        if (path === '/v1/users/me') {
          assert.ok((method === 'GET' || method === 'PUT') && names === '', `${method} ${path} ${names}`)
          const members = Object.keys(text === '' ? {} : JSON.parse(text))
          assert.ok(
            members.every(name => writableUserMembers.includes(name as never)),
            text,
          )
        } else if (method === 'DELETE') {
          assert.ok(object.test(path) && names === '', `${path} ${names}`)
          assert.ok(
            objects.get(path)?.id !== 1 || readLedger(copy).objects.some(({ id }) => id === 1),
            `${path} was deleted, which the ledger does not name`,
          )
        } else {
          assert.ok(method === 'GET' && (object.test(path) || list.test(path)), `${method} ${path}`)
          assert.match(names, /^(?:ids|limit|limit,offset|offset,limit|)$/)
        }
      }
      assert.equal(other.requests, [])
    }),
    { numRuns: 300 },
  )
  assert.ok(cleaned > 0, 'no change left a ledger that can be cleaned')
})

test.run()
