import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify, estimate } from './certify.js'
import { accepted } from './check/assertions.js'
import { check } from './check/check.js'
import { addressChecks } from './checks/users/email.js'
import type { Estimate } from './run/estimate.js'
import { openMailbox } from './target/mailbox.js'
import { startCatcher } from './target/testing/mail-servers.js'
import { certifyBy, checkOf } from './testing/certifying.js'
import { type Fake, passwordOf, startFake } from './testing/fake.js'
import { fine, refusal } from './testing/fake-service.js'
import { endAll, folder, thrownBy } from './testing/stage.js'

test.after(endAll)

const me = '/v1/users/me'
const harmless = check('RES-05', 'a resource can be made', {}, async ({ given }) => {
  await given.resource()
})
const destructive = check(
  'AUTH-03',
  'an account can be used up',
  { needs: ['disposable account'], danger: 'lock' },
  async ({ throwaway }) => {
    await throwaway.get('/v1/users/me')
  },
)

/** Makes accounts unable to log in, as after a run that used them up. */
const useUp = (fake: Fake, ...names: string[]) => {
  for (const name of names) fake.accounts.delete(`${name}@example.test`)
}

test('given disposable accounts that are used up, when nothing destructive runs, then that does not matter', async () => {
  const fake = await startFake({ throwaways: 2 })
  useUp(fake, 'throwaway-1', 'throwaway-2')

  const report = await certifyBy(fake, [harmless, destructive], { allow: [] })

  assert.is(checkOf(report, 'RES-05').outcome, 'passed')
  assert.is(checkOf(report, 'AUTH-03').reason, 'needs --allow lock')
  assert.is(report.usedUp, undefined)
})

test('given one of two accounts used up, when a destructive check runs, then it takes the other one, and the report names the first', async () => {
  const fake = await startFake({ throwaways: 2 })
  useUp(fake, 'throwaway-1')

  const report = await certifyBy(fake, [destructive])

  assert.is(checkOf(report).outcome, 'passed')
  assert.is(report.usedUp?.length, 1)
  assert.match(report.usedUp?.[0] ?? '', /^throwaway-1@example.test could not log in before the run: 401/)
})

test('given only accounts that are used up, when a destructive check is to run, then it is skipped and they are named', async () => {
  const fake = await startFake({ throwaways: 1 })
  useUp(fake, 'throwaway-1')

  const report = await certifyBy(fake, [harmless, destructive])

  assert.is(checkOf(report, 'AUTH-03').reason, 'needs a disposable account')
  assert.is(checkOf(report, 'RES-05').outcome, 'passed')
  assert.match(report.usedUp?.join() ?? '', 'throwaway-1@example.test')
})

test('given a check that uses an account up, when the run ends, then the report names the account and the check', async () => {
  const fake = await startFake({ throwaways: 1 })
  const uses = check(
    'AUTH-03.end',
    'an account can be ended',
    { needs: ['disposable account'], danger: 'lock' },
    async ({ throwaway }) => void fake.accounts.delete(throwaway.email),
  )

  const report = await certifyBy(fake, [uses])

  assert.equal(report.usedUp, ['throwaway-1@example.test no longer logs in since AUTH-03.end'])
})

for (const [what, idOf] of [
  ['ids of their own', (email: string) => email],
  ['one id', () => 'everybody'],
] as const) {
  test(`given accounts with the same password, and ${what}, when a disposable one is refused the address of the stranger, then no check uses up the stranger`, async () => {
    const fake = await startFake({
      throwaways: 1,
      oddProbe: true,
      odd({ method, path, email = '', text }) {
        if (path !== me || !fake.accounts.has(email)) return undefined
        if (method === 'GET') return fine({ data: { id: idOf(email), email } })
        const isTaken = method === 'PUT' && text.includes('"email"')
        return isTaken ? refusal('the address is in use', 409) : undefined
      },
    })
    const password = passwordOf('stranger')
    Object.assign(fake.accounts.get('throwaway-1@example.test') ?? {}, { password })
    const disposable = [{ email: 'throwaway-1@example.test', password }]
    const ends = check(
      'USER-44',
      'an account can be deleted',
      { needs: ['disposable account'], danger: 'lock', after: 'USER-41.address-activated' },
      async ({ throwaway }) => accepted(await throwaway.delete(me, { me: 1 })),
    )

    const report = await certifyBy(fake, [...addressChecks, ends], {
      target: { ...fake.target, disposable },
      mailbox: async () => [],
      only: ['USER-41.*', 'USER-44'],
    })

    const outcomes = report.checks.map(({ id, outcome }) => `${id} ${outcome}`)
    assert.equal(outcomes, ['USER-41.address passed', 'USER-41.address-activated passed', 'USER-44 passed'])
    assert.ok(fake.accounts.has('stranger@example.test'))
    assert.not.ok(fake.accounts.has('throwaway-1@example.test'))
  })
}

test('given links of other requests in the mailbox of an address, when a check activates the address, then it follows only those of its own request', async () => {
  const mails = [{ to: 'stranger@example.test', subject: '', text: '/v1/links/earlier' }]
  const fake = await startFake({
    throwaways: 2,
    odd({ method, path, text, headers }) {
      if (method !== 'PUT' || path !== me || !text.includes('"email"')) return undefined
      const link = `/v1/links/${headers['schedkit-check']}`
      mails.push({ to: 'stranger@example.test', subject: '', text: link })
      return fine()
    },
  })

  await certifyBy(fake, addressChecks, {
    mailbox: async address =>
      mails
        .filter(({ to }) => to === address.toLowerCase())
        .map(mail => ({ ...mail, text: `${fake.url}${mail.text}` })),
    only: ['USER-41.*'],
  })

  const links = new Set(fake.calls.map(({ path }) => path).filter(path => path.startsWith('/v1/links/')))
  assert.equal([...links], ['/v1/links/USER-41.address-activated'])
})

/**
 * A fake that does not answer the first change of a password. It makes the change right after it has refused the new
 * password, or after it has accepted the old one once more.
 */
function startLate(throwaways: number, after: 'new password' | 'old password'): Promise<Fake> {
  let late: (() => unknown) | undefined
  return startFake({
    throwaways,
    odd({ method, path, email }, usual) {
      if (path !== '/v1/users/me') return undefined
      const isThrowaway = email?.startsWith('throwaway') ?? false
      if (method === 'PUT' && isThrowaway && !late) {
        late = usual
        return () => {}
      }
      const answer = usual()
      const isDue = after === 'new password' ? email === undefined : isThrowaway
      if (method === 'GET' && isDue) late?.()
      return answer
    },
  })
}

const isLost = ['throwaway-1@example.test may have been changed by USER-33, which got no answer in time']
const noneLeft = /all are used up, as answers took too long; raise --timeout$/

for (const [throwaways, after, outcome, reason, usedUp] of [
  [1, 'new password', 'passed', /^$/, undefined],
  [1, 'old password', 'skipped', noneLeft, isLost],
  [2, 'old password', 'passed', /^$/, isLost],
] as const) {
  test(`given a password that changes late, after the ${after} was tried, when its check starts again and there are ${throwaways} accounts, then it has ${outcome}`, async () => {
    const fake = await startLate(throwaways, after)
    const changes = check(
      'USER-33',
      'a password can be changed',
      { needs: ['disposable account'], danger: 'lock' },
      async ({ throwaway, renamed }) => {
        accepted(await throwaway.put('/v1/users/me', { new_password: 'secret' }))
        renamed(throwaway, { password: 'secret' })
      },
    )

    const report = await certifyBy(fake, [changes], { timeout: 500 })

    assert.equal([checkOf(report).outcome, checkOf(report).attempts], [outcome, 2])
    assert.match(checkOf(report).reason ?? '', reason)
    assert.equal(report.usedUp, usedUp)
  })
}

test('given a mailbox in the target, when a check waits for mails, then it gets those that arrive', async () => {
  const fake = await startFake()
  const { url, send } = await startCatcher()
  const reads = check(
    'COL-12',
    'a mail comes',
    { needs: ['mailbox'], danger: 'mail' },
    async ({ mails, observe }) => {
      setTimeout(() => send({ to: 'ada@example.test', subject: 'Hello', text: 'Ada' }), 300)
      const [mail] = await mails('ada@example.test')
      observe(`${mail?.subject}, ${mail?.text.trim()}`)
    },
  )

  const report = await certifyBy(fake, [{ ...reads, level: 'may' }], {
    target: { ...fake.target, mailbox: { mailpit: url } },
  })

  assert.is(checkOf(report).evidence[0]?.message, 'Hello, Ada')
})

test('given a mailbox that cannot be read, when checks need it, then the run does not begin', async () => {
  const fake = await startFake()
  const reads = check('COL-12', 'a mail comes', { needs: ['mailbox'], danger: 'mail' }, async () => {})
  const target = { ...fake.target, mailbox: { mailpit: 'http://127.0.0.1:9' } }

  const error = await thrownBy(() => certifyBy(fake, [reads], { target }))
  const other = await certifyBy(fake, [harmless], { target })

  assert.match(error?.message ?? '', /^Failed to read Mailpit at http:\/\/127\.0\.0\.1:9/)
  assert.is(checkOf(other).outcome, 'passed')
})

test('given a command as the mailbox, when mails are requested, then it prints them', async () => {
  const mailbox = openMailbox({ command: `echo '[{"subject":"Hello"}]' #` })

  assert.equal(await mailbox.read('ada@example.test'), [
    { to: 'ada@example.test', subject: 'Hello', text: '' },
  ])
})

test('given a run, when it begins, then its estimate is reported before the first write', async () => {
  const fake = await startFake()
  Object.assign(fake.accounts.get('owner@example.test')?.settings ?? {}, { request_rate_limit: 400 })
  let told: Estimate | undefined
  let writes = 0

  await certifyBy(fake, [harmless], {
    onEstimate(estimate) {
      told = estimate
      writes = fake.left().length
    },
  })

  assert.equal([told?.checks, told?.accounts[0]?.limit, writes], [1, 400, 0])
  // Nothing waits for the limit: the estimate reports how long the responses take.
  assert.ok(Number(told?.duration) < 60_000, `${told?.duration} ms`)
})

test('given only an estimate, when it is requested, then nothing is created, changed or left behind', async () => {
  const fake = await startFake()
  Object.assign(fake.accounts.get('owner@example.test')?.settings ?? {}, { request_rate_limit: 300 })
  const ledgerFolder = folder()

  const { requests, duration } = await estimate({ target: fake.target, ledgerFolder })

  assert.ok(requests > 5000)
  assert.ok(duration > 3_600_000)
  const writes = fake.calls.filter(
    ({ method, path }) => method !== 'GET' && !/\b(?:nothing|nowhere)-|2147483001|me$/.test(path),
  )
  assert.equal(
    writes.map(({ method, path }) => `${method} ${path}`),
    [],
  )
  assert.equal(fake.left(), [])
  assert.equal(
    (await certify({ target: fake.target, ledgerFolder, checks: [harmless], invariants: [] })).remains,
    [],
  )
})

test('given a target that redirects elsewhere, as from http to https, then its other URL is named', async () => {
  const fake = await startFake({
    oddProbe: true,
    odd: ({ path }) => ({ status: 301, headers: { location: `https://api.example.test${path}` }, text: '' }),
  })

  const error = await thrownBy(() => certify({ target: fake.target, ledgerFolder: folder() }))

  assert.is(error?.name, 'UnreachableError')
  assert.match(
    error?.message ?? '',
    'answered 301 and leads to https://api.example.test. The kit follows no redirects',
  )
})

test('given a target that lets nobody in without a User-Agent, then the kit sends one', async () => {
  const fake = await startFake({
    oddProbe: true,
    odd: ({ headers }) => (headers['user-agent'] ? undefined : { status: 403, body: { success: false } }),
  })

  const report = await certifyBy(fake, [harmless])

  assert.is(checkOf(report).outcome, 'passed')
})

test.run()
