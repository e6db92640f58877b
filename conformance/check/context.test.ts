import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { passwordOf, startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'
import { accepted, holds, refused } from './assertions.js'
import { type CheckOptions, check } from './check.js'
import type { Context } from './context.js'

test.after(endAll)

/** Runs one check, which must pass, against its own fake. */
async function within(run: (context: Context) => Promise<void>, options: CheckOptions = {}) {
  const fake = await startFake({ throwaways: 1 })
  const report = await certifyBy(fake, [check('RES-05', 'of a test', options, run)])
  assert.is(checkOf(report).outcome, 'passed', checkOf(report).reason ?? checkOf(report).evidence[0]?.message)
  return { fake, report }
}

test('given people of every kind, when they send requests, then each uses its own credentials', async () => {
  const { fake } = await within(
    async ({ owner, editor, stranger, nobody, as, withHeader }) => {
      const me = '/v1/users/me'
      const wrong = as({ email: owner.email, password: 'wrong-password' }, 'owner with a wrong password')
      for (const who of [owner, editor, stranger]) accepted(await who.get(me))
      for (const who of [nobody, wrong, withHeader('Bearer x', 'somebody with a token')])
        refused(await who.get(me))
    },
    { needs: ['editor', 'stranger'] },
  )

  const own = fake.calls.filter(({ headers }) => headers['schedkit-check'] === 'RES-05')
  assert.equal(
    own.map(({ email }) => email?.split('@')[0]),
    ['owner', 'editor', 'stranger', undefined, undefined, undefined],
  )
  assert.equal([own[3]?.headers.authorization, own[5]?.headers.authorization], [undefined, 'Bearer x'])
})

test('given another Accept header, or none, when requests are sent, then they have it and the credentials of the actor', async () => {
  const { fake } = await within(async ({ owner, accepting }) => {
    for (const who of [owner, accepting(owner, null), accepting(owner, '*/*')])
      accepted(await who.get('/v1/users/me'))
  })

  const own = fake.calls.filter(({ headers }) => headers['schedkit-check'] === 'RES-05')
  assert.equal(
    own.map(({ headers }) => headers.accept),
    ['application/json', undefined, '*/*'],
  )
  assert.is(new Set(own.map(({ headers }) => headers.authorization)).size, 1)
})

const deaf: readonly (readonly [string, object, string])[] = [
  ['refuses', { body: { success: false } }, "the owner can't change timezone, which the check needs"],
  ['only pretends to take', { body: { success: true } }, 'was set and is not read back'],
]
for (const [what, answer, message] of deaf) {
  test(`given a target that ${what} a setting, when a check needs it, then the rule about it blocks`, async () => {
    const fake = await startFake({
      odd: ({ method, path }) => (method === 'PUT' && path === '/v1/users/me' ? answer : undefined),
    })
    const needs = check('TIME-01', 'needs it', { changes: ['owner'] }, ({ owner, settings }) =>
      settings(owner, { timezone: 'Asia/Tokyo' }),
    )

    const report = await certifyBy(fake, [needs])

    const { outcome, blockedBy, reason = '' } = checkOf(report, 'TIME-01')
    assert.equal([outcome, blockedBy], ['blocked', 'USER-16'])
    assert.match(reason, message)
  })
}

test('given two people over one connection, when they take turns, then each keeps its identity', async () => {
  const seen: unknown[] = []
  await within(
    async ({ owner, stranger, overOneConnection }) => {
      const [first, second] = await overOneConnection(owner, stranger)
      for (const who of [first, second, first]) seen.push((await who.read('/v1/users/me')).email)
      assert.equal([first.name, second.name], ['owner', 'stranger'])
    },
    { needs: ['stranger'] },
  )

  assert.equal(seen, ['owner@example.test', 'stranger@example.test', 'owner@example.test'])
})

test('given somebody without credentials over one connection, when they send a request after others, then it has no credentials', async () => {
  const { fake } = await within(async context => {
    const [owner, nobody] = await context.overOneConnection(context.owner, context.nobody)
    accepted(await owner.get('/v1/users/me'))
    refused(await nobody.get('/v1/users/me'))
  })

  const own = fake.calls.filter(({ headers }) => headers['schedkit-check'] === 'RES-05')
  assert.equal(
    own.map(({ headers }) => headers.authorization !== undefined),
    [true, false],
  )
})

test('given the schedules, when a check uses them, then each has its own paths', async () => {
  await within(
    async ({ schedule, second, spare }) => {
      assert.equal([schedule.id, second.id, spare.id], ['first', 'second', 'spare'])
      assert.is(second.resources, '/v1/schedules/second/resources')
    },
    { needs: ['second schedule', 'spare schedule'] },
  )
})

test('given a disposable account with a new password, when the check continues, then it uses that password', async () => {
  const { report } = await within(
    async ({ throwaway, renamed }) => {
      const again = renamed(throwaway, { password: 'new-password' })
      assert.equal([again.email, again.password], [throwaway.email, 'new-password'])
      renamed(throwaway, { password: throwaway.password })
    },
    { needs: ['disposable account'] },
  )

  assert.not.ok(JSON.stringify(report).includes(passwordOf('throwaway-1')))
})

test('given a mailbox, when a check waits for mails, then it gets them once there are enough', async () => {
  const fake = await startFake()
  const mail = { to: 'ada@example.test', subject: 'Hello', text: '' }
  let asked = 0
  const reads = check('USER-01', 'reads', { needs: ['mailbox'] }, async ({ mails }) => {
    holds((await mails('ada@example.test')).length === 1, 'no mail')
  })

  const report = await certifyBy(fake, [reads], { mailbox: async () => (asked++ === 0 ? [] : [mail]) })

  assert.is(checkOf(report).outcome, 'passed')
  assert.is(asked, 2)
})

test('given an e-mail that arrives late, then it is awaited; if one does not arrive, the next ones get less time', async () => {
  const fake = await startFake()
  const mail = { to: 'ada@example.test', subject: 'Hello', text: '' }
  let asked = 0
  const reads: number[] = []
  const waits = check('USER-01', 'waits', { needs: ['mailbox'] }, async ({ mails }) => {
    for (const wanted of [{ atLeast: 1 }, { atLeast: 2 }, { atLeast: 2 }, { atLeast: 2 }]) {
      asked = 0
      await mails('ada@example.test', wanted)
      reads.push(asked)
    }
  })

  await certifyBy(fake, [waits], { mailTimeout: 600, mailbox: async () => (asked++ < 3 ? [] : [mail]) })

  assert.is(reads[0], 4)
  assert.ok((reads[1] ?? 0) > (reads[2] ?? 0), `${reads}`)
  assert.ok((reads[2] ?? 0) <= 3, `${reads}`)
  assert.is(reads[3], reads[2])
})

test('given a wait, when it ends, then at least as much time has passed', async () => {
  await within(async ({ wait }) => {
    const start = performance.now()
    await wait(30)
    assert.ok(performance.now() - start >= 28)
  })
})

test.run()
