import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { passwordOf, startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { createCleanupRegistry } from './cleanup-registry.js'
import { type Entry, openExisting, openLedger, readLedger } from './ledger.js'

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
    .map(line => JSON.parse(line) as Entry)

test('given a new ledger, when it is opened, then it is for its owner alone and begins with the run', () => {
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

test('given a folder that is not there, when a ledger is opened, then the message says what to do', async () => {
  const error = await thrownBy(() => openLedger(join(folder(), 'nowhere'), run))

  assert.match(error?.message ?? '', /Run it in a folder that can be written to/)
})

test('given a create, when it is sent, then its intention is written before and its id after it', async () => {
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

test('given a run with passwords, when its ledger is looked at, then there is none in it', async () => {
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

test('given what was made, deleted, changed and put back, when a ledger is read, then what is left is told in order', () => {
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

test('given a last line that a crash cut short, when the ledger is read and gone on with, then only that line is lost', () => {
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

test('given a last line without its end, when the ledger is gone on with, then the line is kept', () => {
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
    /line 2 can't be read/,
  ],
  ['another beginning', '{"type":"restored","account":"a"}\n', /does not begin with a run/],
  ['nothing in it', '', /does not begin with a run/],
  ['another kind of JSON', '{"schema":"schedkit-conformance/1"}\n', /line 1 can't be read/],
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

test('given no file, when it is read as a ledger, then the message says that it may have gone', async () => {
  const error = await thrownBy(() => readLedger(join(folder(), 'none')))

  assert.match(error?.message ?? '', 'It is deleted once a run has cleaned up')
})

test('given a ledger, when it is discarded twice, then it is gone', () => {
  const ledger = open()

  ledger.discard()
  ledger.discard()

  assert.not(existsSync(ledger.file))
})

test('given created objects of every kind, when it is listed, then bookings go first and the newest before the oldest', () => {
  const registry = createCleanupRegistry({ write: () => {} })
  const at = (kind: string, id: number) => registry.add(`/v1/schedules/first/${kind}`, id)
  for (const id of [1, 2]) for (const kind of ['collaborators', 'resources', 'bookings']) at(kind, id)
  registry.removed('/v1/schedules/first/resources/1')

  assert.equal(
    registry.list().map(({ list: of, id }) => `${of.split('/').at(-1)} ${id}`),
    ['bookings 2', 'bookings 1', 'resources 2', 'collaborators 2', 'collaborators 1'],
  )
})

test.run()
