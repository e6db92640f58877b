import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hasSecret } from '../../server/control/known-secrets.js'
import { createTokenThrottle } from '../../server/control/token-throttle.js'
import { createLoginThrottle, type LoginAttempt } from '../../server/core/login-throttle.js'
import { createPasswords } from '../../server/passwords.js'

/*
 * The numbers of SECURITY.md, each verified by what the server does.
 */

const security = (await readFile('SECURITY.md', 'utf8')).replace(/\s+/g, ' ')

/** A test of a sentence in SECURITY.md, which must stand there. */
function promises(sentence: string, verify: () => void | Promise<void>): void {
  test(`SECURITY.md: ${sentence}`, async () => {
    assert.ok(security.includes(sentence), 'SECURITY.md does not say this any more')
    await verify()
  })
}

/** After how many wrong passwords the first wait comes, and the longest wait, in seconds. */
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

promises('of a hundred guesses at the same time ten are checked', () => {
  const throttle = createLoginThrottle()
  const begun = Array.from({ length: 100 }, (_, index) =>
    throttle.begin({ email: 'a@b', peer: '127.0.0.1', password: `guess-${index}`, now: 0 }),
  )

  assert.is(begun.filter(end => end !== undefined).length, 10)
})

promises('Two hashes are computed at a time and 250 may wait', async () => {
  const passwords = createPasswords({ ln: 1, quickLn: 1 })
  const hashes = Array.from({ length: 300 }, () => passwords.hash('secret').catch(() => 'refused'))

  const refused = (await Promise.all(hashes)).filter(hash => hash === 'refused')

  assert.is(refused.length, 300 - 252)
})

promises('After ten wrong tokens, one is checked every 200 milliseconds', async () => {
  const slept: number[] = []
  const check = createTokenThrottle({
    isToken: () => false,
    now: () => 0,
    sleep: async milliseconds => void slept.push(milliseconds),
  })
  for (let index = 0; index < 13; index++) await check(`wrong-${index}`)

  assert.equal(slept, [200, 400, 600])
})

promises('Values of fewer than 6 characters are recognized by value only where they stand alone', () =>
  assert.equal(
    [hasSecret('the first', ['first']), hasSecret('first', ['first']), hasSecret('the second', ['second'])],
    [false, true, true],
  ),
)

test.run()
