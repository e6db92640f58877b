import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { passwordOf, startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { createCleanupRegistry } from './cleanup-registry.js'
import { keyFile, openExisting, openLedger, readLedger } from './ledger.js'
import type { Entry } from './ledger-entry.js'

process.env.XDG_STATE_HOME = folder()
test.after(endAll)

const run: Extract<Entry, { type: 'run' }> = {
  type: 'run',
  nonce: 'sk0a1b2c',
  baseUrl: 'http://localhost:4000',
  owner: 'owner@example.test',
  schedules: ['first'],
  started: '2026-01-01T00:00:00.000Z',
}
const list = '/v1/schedules/first/resources'

const open = () => openLedger(folder(), run)
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const { signature: _, ...entry } = JSON.parse(line)
      return entry as Entry
    })

test('given a new ledger, when it is opened, then only its owner can read it, and it begins with the run', () => {
  const { file } = open()

  assert.equal(linesOf(file), [run])
  assert.is(statSync(file).mode & 0o777, 0o600)
})

test('given a file that exists, when a ledger is opened there, then it is not overwritten', async () => {
  const { file } = open()
  writeFileSync(file, 'precious')

  const error = await thrownBy(() => openLedger(dirname(file), run))

  assert.match(error?.message ?? '', 'EEXIST')
  assert.is(readFileSync(file, 'utf8'), 'precious')
})

test('given a folder that does not exist, when a ledger is opened, then the message says what to do', async () => {
  const error = await thrownBy(() => openLedger(join(folder(), 'nowhere'), run))

  assert.match(error?.message ?? '', /Run it in a folder that can be written to/)
})

test('given a create, when it is sent, then its intention is written before and its id afterwards', async () => {
  let before: Entry[] = []
  const fake = await startFake({
    odd(call) {
      if (call.method === 'POST') before = linesOf(runtime.session.ledger.file)
      return undefined
    },
  })
  const runtime = openRuntime(fake.target)

  const { id, path } = await runtime.given.resource()
  await runtime.owner.delete(path)

  assert.equal(before.slice(1), [{ type: 'creating', list }])
  assert.equal(linesOf(runtime.session.ledger.file).slice(1), [
    { type: 'creating', list },
    { type: 'created', list, id },
    { type: 'deleted', path },
  ])
})

test('given a run with passwords, when its ledger is inspected, then it contains none', async () => {
  const fake = await startFake({ throwaways: 1 })
  const runtime = openRuntime(fake.target)
  await runtime.given.resource()
  await runtime.owner.put('/v1/users/me', { new_password: 'another-secret' })

  const text = readFileSync(runtime.session.ledger.file, 'utf8')

  for (const secret of [
    passwordOf('owner'),
    JSON.stringify(passwordOf('owner')).slice(1, -1),
    'another-secret',
  ]) {
    assert.not(text.includes(secret))
  }
  assert.not.match(text, /basic|authorization|password/i)
})

test('given what was created, deleted, changed and restored, when a ledger is read, then what is left is returned in order', () => {
  const ledger = open()
  for (const id of [1, '2', 3, 4]) ledger.write({ type: 'created', list, id })
  ledger.write({ type: 'deleted', path: `${list}/3` })
  ledger.write({ type: 'settings', account: 'a', before: { timezone: 'UTC' } })
  ledger.write({ type: 'settings', account: 'b', before: { timezone: 'Asia/Tokyo' } })
  ledger.write({ type: 'restored', account: 'a' })

  const left = readLedger(ledger.file)

  assert.equal(left.run, run)
  assert.equal(
    left.objects.map(({ id }) => id),
    [1, '2', 4],
  )
  assert.equal(left.settings, [{ account: 'b', before: { timezone: 'Asia/Tokyo' } }])
})

test('given a last line that a crash truncated, when the ledger is read and continued, then only that line is lost', () => {
  const ledger = open()
  ledger.write({ type: 'created', list, id: 1 })
  appendFileSync(ledger.file, '{"type":"created","list":"/v1/sché'.slice(0, -1))

  const left = readLedger(ledger.file)
  openExisting(ledger.file).write({ type: 'created', list, id: 2 })

  assert.equal(left.objects, [{ list, id: 1 }])
  assert.equal(
    readLedger(ledger.file).objects.map(({ id }) => id),
    [1, 2],
  )
})

test('given a last line without a line end, when the ledger is continued, then the line is kept', () => {
  const ledger = open()
  appendFileSync(ledger.file, JSON.stringify({ type: 'created', list, id: 1 }))

  openExisting(ledger.file).write({ type: 'created', list, id: 2 })

  assert.equal(
    readLedger(ledger.file).objects.map(({ id }) => id),
    [1, 2],
  )
})

const unreadable: readonly (readonly [string, string, RegExp])[] = [
  [
    'a broken line in the middle',
    `${JSON.stringify(run)}\nnonsense\n{"type":"restored","account":"a"}\n`,
    /line 2 can't be one of the kit: it is not JSON/,
  ],
  ['another beginning', '{"type":"restored","account":"a"}\n', /does not begin with a run/],
  ['nothing in it', '', /does not begin with a run/],
  ['another kind of JSON', '{"schema":"schedkit-conformance/1"}\n', /line 1 can't be one of the kit: type: /],
]
for (const [what, text, message] of unreadable) {
  test(`given a file with ${what}, when it is read as a ledger, then that is refused`, async () => {
    const path = join(folder(), 'other')
    writeFileSync(path, text)

    const error = await thrownBy(() => readLedger(path))

    assert.is(error?.name, 'LedgerError')
    assert.match(error?.message ?? '', message)
  })
}

test('given no file, when it is read as a ledger, then the message says that it may be gone', async () => {
  const error = await thrownBy(() => readLedger(join(folder(), 'none')))

  assert.match(error?.message ?? '', 'It is deleted once a run has cleaned up')
})

test('given a ledger, when it is discarded twice, then it is gone', () => {
  const ledger = open()

  ledger.discard()
  ledger.discard()

  assert.not(existsSync(ledger.file))
})

const created = (id: number): Entry => ({ type: 'created', list, id })

test('given a ledger that this machine wrote and continued, when it is read, then it is recognized as its own', () => {
  const ledger = open()
  for (const id of [1, 2]) ledger.write(created(id))
  openExisting(ledger.file).write(created(3))

  assert.ok(readLedger(ledger.file).isSigned)
  assert.is(readLedger(ledger.file).objects.length, 3)
})

test('given a new key, when it is inspected, then only its owner can read it', () => {
  open()

  assert.is(statSync(keyFile()).mode & 0o777, 0o600)
})

const changes: readonly (readonly [string, (lines: string[]) => readonly string[]])[] = [
  ['an id that was changed', lines => lines.map(line => line.replace('"id":2', '"id":7'))],
  ['a line that was added', lines => [...lines, JSON.stringify(created(9))]],
  ['a line that was left out', lines => lines.filter((_, index) => index !== 2)],
  ['lines in another order', ([first = '', ...rest]) => [first, ...rest.reverse()]],
  [
    'a line of another ledger',
    lines => {
      const other = openLedger(folder(), { ...run, nonce: 'sk0a1b2d' })
      other.write(created(9))
      return [...lines, readFileSync(other.file, 'utf8').split('\n')[1] ?? '']
    },
  ],
  ['no signatures', lines => lines.map(line => line.replace(/,"signature":"[^"]*"/, ''))],
]
for (const [what, change] of changes) {
  test(`given a ledger with ${what}, when it is read, then it is not one of this machine`, () => {
    const ledger = open()
    for (const id of [1, 2, 3]) ledger.write(created(id))
    ledger.close()
    const lines = readFileSync(ledger.file, 'utf8').trimEnd().split('\n')
    writeFileSync(ledger.file, `${change(lines).join('\n')}\n`)

    assert.is(readLedger(ledger.file).isSigned, false)
  })
}

test('given the key of another machine, when a ledger is read, then it is not one of this machine', () => {
  const { file } = open()
  const { XDG_STATE_HOME: state } = process.env
  process.env.XDG_STATE_HOME = folder()
  open()

  const { isSigned } = readLedger(file)
  process.env.XDG_STATE_HOME = state

  assert.is(isSigned, false)
})

test('given a home that is not writable, when a ledger is opened, then it is written without signatures', () => {
  const { XDG_STATE_HOME: state } = process.env
  // Nobody can create a folder below a file, not even root.
  process.env.XDG_STATE_HOME = join(open().file, 'state')

  const ledger = open()
  ledger.write(created(1))
  process.env.XDG_STATE_HOME = state

  assert.equal([ledger.isSigned, readLedger(ledger.file).isSigned], [false, false])
  assert.is(readLedger(ledger.file).objects.length, 1)
})

const line = (entry: object) => JSON.stringify(entry)
const foreign: readonly (readonly [string, string, RegExp])[] = [
  [
    'a list on another host',
    line({ ...created(1), list: '@evil.test/v1/schedules/first/resources' }),
    /no list/,
  ],
  ['a list with a query', line({ ...created(1), list: `${list}?all=1#` }), /no list/],
  ['the account as a list', line({ ...created(1), list: '/v1/users/me?me=1#' }), /no list/],
  ['a list of another schedule', line({ ...created(1), list: '/v1/schedules/other/resources' }), /no list/],
  ['a list with dots', line({ ...created(1), list: `${list}/../bookings` }), /no list/],
  ['an id with a path', line({ ...created(1), id: '../bookings' }), /id: must be the id of an object/],
  ['an id with a fraction', line({ ...created(1), id: 1.5 }), /id: must be the id of an object/],
  ['another member', line({ ...created(1), query: 'all=1' }), /Unrecognized key/],
  ['the deletion of something else', line({ type: 'deleted', path: `${list}/..` }), /no list/],
  [
    'a password',
    line({ type: 'settings', account: 'a', before: { new_password: 'x' } }),
    /only settings that the kit/,
  ],
  [
    'an address',
    line({ type: 'settings', account: 'a', before: { email: 'x' } }),
    /only settings that the kit/,
  ],
  [
    'a setting of no such type',
    line({ type: 'settings', account: 'a', before: { timezone: {} } }),
    /only values of settings/,
  ],
  [
    'accounts after the run',
    line({ type: 'accounts', nonce: 'sk0a1b2c3d', control: 'http://a', ids: [] }),
    /first line/,
  ],
  ['a second run of another nonce', line({ ...run, nonce: '2026' }), /nonce: must be "sk" and six/],
  ['a second run', line({ ...run, schedules: ['other'] }), /a ledger is for one run/],
]
for (const [what, text, message] of foreign) {
  test(`given a line with ${what}, when the ledger is read, then the line is named and refused`, async () => {
    const { file, close } = open()
    close()
    appendFileSync(file, `${text}\n`)

    const error = await thrownBy(() => readLedger(file))

    assert.is(error?.name, 'LedgerError')
    assert.match(error?.message ?? '', /line 2 can't be one of the kit: .*Nothing was sent\./)
    assert.match(error?.message ?? '', message)
  })
}

for (const [what, nonce] of [
  ['a year', '2026'],
  ['a colour', '#FFFFFF'],
  ['a short nonce', 'sk0a'],
  ['a long one', 'sk0a1b2c3d'],
]) {
  test(`given ${what} instead of a nonce, when the ledger is read, then it is refused`, async () => {
    const path = join(folder(), 'other')
    writeFileSync(path, `${line({ ...run, nonce })}\n`)

    assert.match((await thrownBy(() => readLedger(path)))?.message ?? '', /line 1 .*six hexadecimal digits/)
  })
}

for (const ids of [
  ['mira'],
  ['../clock'],
  ['owner-ffffffff'],
  ['owner-0a1b2c3d/..'],
  ['owner-0a1b2c3d', 'admin-0a1b2c3d'],
]) {
  test(`given accounts ${ids}, when the ledger is read, then it is refused`, async () => {
    const path = join(folder(), 'other')
    writeFileSync(
      path,
      `${line({ type: 'accounts', nonce: 'sk0a1b2c3d', control: 'http://localhost', ids })}\n`,
    )

    assert.match(
      (await thrownBy(() => readLedger(path)))?.message ?? '',
      /line 1 .*accounts that the run makes/,
    )
  })
}

test('given a faulty target, when invalid entries are written, then they are left out and the others can be read', () => {
  const ledger = open()
  ledger.write(created(1))
  ledger.write({ type: 'created', list: '/v1/users/me', id: 2 })
  ledger.write({ type: 'created', list, id: '../x' })
  ledger.write(created(3))

  assert.equal(
    readLedger(ledger.file).objects.map(({ id }) => id),
    [1, 3],
  )
})

test('given created objects of every kind, when they are listed, then bookings come first and the newest before the oldest', () => {
  const registry = createCleanupRegistry({ ledger: { write: () => {} }, marks: [] })
  const at = (kind: string, id: number) => registry.add(`/v1/schedules/first/${kind}`, id)
  for (const id of [1, 2]) for (const kind of ['collaborators', 'resources', 'bookings']) at(kind, id)
  registry.removed('/v1/schedules/first/resources/1')

  assert.equal(
    registry.list().map(({ list: of, id }) => `${of.split('/').at(-1)} ${id}`),
    ['bookings 2', 'bookings 1', 'resources 2', 'collaborators 2', 'collaborators 1'],
  )
})

test('given the accounts of several owners, when the ledger is read, then it has them', () => {
  const ids = ['owner-0a1b2c3d', 'owner-2-0a1b2c3d', 'throwaway-1-0a1b2c3d']
  const file = join(folder(), 'several')
  writeFileSync(
    file,
    `${line({ type: 'accounts', nonce: 'sk0a1b2c3d', control: 'http://localhost', ids })}\n`,
  )

  assert.equal(readLedger(file).accounts?.ids, ids)
})

test('given settings that are saved again before they were restored, when the ledger is read, then it has the first ones', () => {
  const settings = (timezone: string) =>
    line({ type: 'settings', account: 'a@example.test', before: { timezone } })
  const file = join(folder(), 'twice')
  writeFileSync(file, `${line(run)}\n${settings('Europe/Berlin')}\n${settings('UTC')}\n`)

  assert.equal(readLedger(file).settings, [
    { account: 'a@example.test', before: { timezone: 'Europe/Berlin' } },
  ])
})

test.run()
