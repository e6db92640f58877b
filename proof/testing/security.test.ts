import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createLoginThrottle, type LoginAttempt } from '../../server/core/access/login-throttle.js'
import { windowSeconds } from '../../server/core/access/rate.js'
import { mostInParts } from '../../server/core/lists/parts.js'
import { hasSecret } from '../../server/core/logs/redaction.js'
import { objectsInPart } from '../../server/core/operations/collection.js'
import { serverDefaults } from '../../server/defaults.js'
import { reservedConnections } from '../../server/http/connections.js'
import { mostWaiting } from '../../server/http/exchanges.js'
import { createLoad, type Load, mostKept } from '../../server/http/load.js'
import { mostPipelined } from '../../server/http/pipelines.js'
import { mostAccepted } from '../../server/http/reading.js'
import { createTurns } from '../../server/http/turns.js'
import { createPasswords, quickHashes } from '../../server/passwords/index.js'
import { longListsOf } from '../../server/storage/postgres/limits.js'
import { mostSaved } from '../../server/storage/sqlite/booking-scans.js'
import { sliceSize } from '../../server/storage/sqlite/bookings.js'
import { largest } from '../../server/storage/sqlite/disk/reserve.js'
import { pauseAfter } from '../../server/storage/sqlite/large-writes.js'
import { createScene } from '../../server/testing/scene.js'

/*
 * Verifies the numbers in SECURITY.md against the server.
 */

const security = (await readFile('SECURITY.md', 'utf8')).replace(/\s+/g, ' ')

/** Declares a test of a sentence, which SECURITY.md must contain. */
function promises(sentence: string, verify: () => void | Promise<void>): void {
  test(`SECURITY.md: ${sentence}`, async () => {
    assert.ok(security.includes(sentence), 'SECURITY.md does not say this any more')
    await verify()
  })
}

/** The number of wrong passwords before the first wait, and the longest wait in seconds. */
function waits(attemptOf: (index: number) => Partial<LoginAttempt>): { first: number; longest: number } {
  const throttle = createLoginThrottle()
  const attempt = (index: number): LoginAttempt => ({
    email: 'ada@example.test',
    peer: '192.0.2.1',
    password: `guess-${index}`,
    now: 0,
    ...attemptOf(index),
  })
  let first = 0
  let longest = 0
  for (let index = 0; index < 150; index++) {
    throttle.wrong(attempt(index))
    const wait = throttle.wait(attempt(index + 1))
    if (wait > 0 && first === 0) first = index + 1
    longest = Math.max(longest, wait)
  }
  return { first, longest }
}

promises('for one account from one network address, after ten wrong passwords, up to a minute', () =>
  assert.equal(
    waits(() => ({ peer: '127.0.0.1' })),
    { first: 10, longest: 60 },
  ),
)

promises('for all accounts from one network address, after a hundred, up to five minutes', () =>
  assert.equal(
    waits(index => ({ email: `user-${index}@example.test` })),
    { first: 100, longest: 300 },
  ),
)

promises(
  'for one account from addresses that have never known its password, after a hundred, up to a minute',
  () =>
    assert.equal(
      waits(index => ({ peer: `192.0.2.${index}` })),
      { first: 100, longest: 60 },
    ),
)

promises('of a hundred simultaneous guesses, ten are checked', () => {
  const throttle = createLoginThrottle()
  const begun = Array.from({ length: 100 }, (_, index) =>
    throttle.begin({ email: 'a@b', peer: '127.0.0.1', password: `guess-${index}`, now: 0 }),
  )

  assert.is(begun.filter(end => end !== undefined).length, 10)
})

promises('Two hashes are computed at a time and 250 may wait', async () => {
  const passwords = createPasswords({ ln: 1 })
  const hashes = Array.from({ length: 300 }, () => passwords.hash('secret').catch(() => 'refused'))

  const refused = (await Promise.all(hashes)).filter(hash => hash === 'refused')

  assert.is(refused.length, 300 - 252)
})

promises('Values of fewer than 6 characters are recognized by value only where they stand alone', () =>
  assert.equal(
    [hasSecret('the first', ['first']), hasSecret('first', ['first']), hasSecret('the second', ['second'])],
    [false, true, true],
  ),
)

promises('They are hashed with scrypt (N = 2^15, r = 8, p = 1, one salt each)', async () => {
  const passwords = createPasswords()

  const [one, other] = [await passwords.hash('secret'), await passwords.hash('secret')]

  assert.match(one, /^\$scrypt\$ln=15,r=8,p=1\$/)
  assert.is.not(one, other)
})

promises('Data in memory has quick hashes (N = 2^7', async () =>
  assert.match(await createPasswords(quickHashes).hash('secret'), /^\$scrypt\$ln=7,/),
)

promises('The link works once, for 24 hours', async () => {
  const scene = await createScene()
  const request = async (email: string) => {
    await scene.owner.put('/users/me', { email })
    const { body } = await scene.control('GET', '/outbox')
    return body.data.findLast((mail: { kind: string }) => mail.kind === 'activation').link as string
  }
  const later = (hours: number) =>
    scene.control('PUT', '/clock', { now: new Date(Date.now() + hours * 3_600_000).toISOString() })
  try {
    const late = await request('late@example.test')
    await later(24.01)
    const afterADay = await fetch(late)
    await later(0)
    const early = await request('early@example.test')
    await later(23.99)
    const inTime = [await fetch(early), await fetch(early)]

    assert.equal([afterADay.status, ...inTime.map(({ status }) => status)], [404, 200, 404])
  } finally {
    await scene.end()
  }
})

const { limits, requestRateLimit, databaseLimits } = serverDefaults
const { poolSize } = databaseLimits
const perDatabase = longListsOf(poolSize)
const defaults: [sentence: string, values: unknown[]][] = [
  ['a body of 1 MiB (413)', [limits.body, 2 ** 20]],
  ['request line and headers of 16 KiB (431)', [limits.headers, 16 * 2 ** 10]],
  ['a URL of 8 KiB (414)', [limits.url, 8 * 2 ** 10]],
  ['1000 ids in a list and 32 levels of nesting (400)', [limits.ids, 1_000, limits.jsonDepth, 32]],
  [
    'Headers must arrive within 20 seconds and the whole request within 60 (408)',
    [limits.headersTime, 20_000, limits.requestTime, 60_000],
  ],
  ['a connection is closed once it has been idle for 30', [limits.idleTime, 30_000]],
  ['A TLS handshake must end within 20 seconds, too', [limits.headersTime, 20_000]],
  [
    'At most 2000 are open at once, 1000 of them from one address',
    [limits.connections, 2_000, limits.connectionsPerAddress, 1_000],
  ],
  ['the connection is closed after waiting for 20 seconds', [limits.readTime, 20_000]],
  [
    '100 pipelined requests may wait on a connection, 1000 from an address and 5000 in total',
    [mostPipelined.connection, 100, mostPipelined.address, 1_000, mostPipelined.total, 5_000],
  ],
  ['A list of more than 100 objects is made while it is sent, 100 objects at a time', [objectsInPart, 100]],
  [
    '20 such lists are sent to an account at once, 50 to an address and 200 in total',
    [mostInParts.account, 20, mostInParts.address, 50, mostInParts.total, 200],
  ],
  [
    'such a list has one of 10 connections until it is sent: 3 are sent to an account, 4 to an address and 5 in total',
    [poolSize, 10, perDatabase.account, 3, perDatabase.address, 4, perDatabase.total, 5],
  ],
  [
    'For each of them, up to 8 MiB of the data that changes while it is sent are kept',
    [mostSaved, 8 * 2 ** 20],
  ],
  [
    'go in slices of 1000. Whenever those have taken 4 milliseconds, other requests can read',
    [sliceSize, 1_000, pauseAfter, 4],
  ],
  [
    'counted over a rolling five minutes against its `request_rate_limit`, by default 100,000',
    [windowSeconds, 300, requestRateLimit, 100_000],
  ],
  ['the server only accepts, up to 100 in a row', [mostAccepted, 100]],
  [
    'while 10 requests of an address, or some of 20 addresses of a block, wait, its other connections are not read',
    [mostWaiting.address, 10, mostWaiting.block, 20],
  ],
  [
    'at most 16 times the length of the longest body from one address, and 128 times in total',
    [mostKept.address, 16, mostKept.total, 128],
  ],
  ['A reserve of up to 8 MiB keeps deletions possible', [largest, 8 * 2 ** 20]],
]
for (const [sentence, values] of defaults) {
  promises(sentence, () => {
    for (let index = 0; index < values.length; index += 2) assert.is(values[index], values[index + 1])
  })
}

/** The number of further requests of an address that are admitted. */
function admitted(load: Load, address: string, isReserved = false) {
  for (let count = 0; ; count++) {
    const slot = load.slotOf(address, isReserved)
    if (slot.refusal()) return count
    slot.enter()
  }
}

promises(
  'Beyond 500, further requests get 503, but addresses with fewer than 50 are served up to a total of 1000',
  () => {
    const load = createLoad(limits)

    const [first, ...others] = Array.from({ length: 12 }, (_, index) => admitted(load, `192.0.2.${index}`))

    assert.is(first, 500)
    assert.equal(others, [...Array(10).fill(50), 0])
  },
)

promises(
  '50 connections more are reserved for callers on the same machine (none with `--trust-proxy`), and 50 requests for the control interface and health checks',
  async () => {
    const load = createLoad(limits)
    const all = admitted(load, '127.0.0.1')

    assert.equal([all, admitted(load, '127.0.0.1', true)], [500, 50])
    assert.is(reservedConnections, 50)
  },
)

promises('When work has taken 5 milliseconds of a turn, the rest waits', async () => {
  let time = 0
  const turns = createTurns({ later: () => {}, now: () => time })
  const requester = { caller: '', account: '' }
  const done: number[] = []
  async function take(milliseconds: number) {
    await turns.turn(requester)
    time += milliseconds
    done.push(milliseconds)
  }

  await take(4.9)
  await take(0.1)
  void take(1)
  await new Promise(setImmediate)

  assert.equal(done, [4.9, 0.1])
})

test.run()
