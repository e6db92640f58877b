import { existsSync, readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseTarget } from '../target/target.js'
import { startFake } from '../testing/fake.js'
import { fine, refusal } from '../testing/fake-service.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { provisionByControl, removeAccounts } from './control.js'

test.after(endAll)

/** A server whose control interface accepts any input. */
const controlled = (mails: object[] = []) =>
  startFake({
    odd(call) {
      if (!call.path.startsWith('/_control')) return fine()
      if (call.headers.authorization !== 'Bearer token') return refusal('no', 401)
      return fine(call.path === '/_control/outbox' ? { data: mails } : {})
    },
  })

test('given a server with a control interface, when a target is created, then it has everything that checks can need', async () => {
  const fake = await controlled()

  const { target } = await provisionByControl({ url: `${fake.url}/_control/`, token: 'token', throwaways: 2 })

  const { members, disposable, schedules, baseUrl } = parseTarget(target, 'it')
  assert.is(baseUrl, fake.url)
  assert.equal([members.length, disposable.length, schedules.length], [3, 3, 3])
  const sent = fake.calls.map(({ path, text }) => [path, JSON.parse(text)] as const)
  const accounts = sent.filter(([path]) => path === '/_control/users').map(([, body]) => body)
  assert.is(accounts.length, 7)
  assert.equal(
    accounts.filter(({ request_rate_limit }) => request_rate_limit <= 100).map(({ email }) => email),
    [disposable[0]?.email],
  )
  assert.is(new Set(accounts.map(({ password }) => password)).size, 7)
})

test('given plain http to another machine, then no token is sent there, unless that is allowed', async () => {
  const url = 'http://10.0.0.1:4000'

  const error = await thrownBy(() => provisionByControl({ url, token: 'token' }))

  assert.match(error?.message ?? '', /is plain http to another machine/)
  assert.is(error?.name, 'TargetError')
})

test('given two targets on one server, when they are created, then they share no account and no schedule', async () => {
  const fake = await controlled()
  const options = { url: fake.url, token: 'token', throwaways: 0 }

  const [one, other] = [await provisionByControl(options), await provisionByControl(options)]

  assert.is.not(one.target.owner.email, other.target.owner.email)
  assert.is.not(one.target.schedules[0], other.target.schedules[0])
})

test('given a target that was created, when it is torn down, then every account is deleted, whatever its current password', async () => {
  const fake = await controlled()
  const { teardown } = await provisionByControl({ url: fake.url, token: 'token', throwaways: 1 })

  await teardown?.()

  const ends = fake.calls.filter(({ method }) => method === 'DELETE')
  const made = fake.calls
    .filter(({ method, path }) => method === 'POST' && path === '/_control/users')
    .map(({ text }) => JSON.parse(text).id)
  assert.is(made.length, 6)
  assert.equal(
    ends.map(({ path }) => path),
    made.map(id => `/_control/users/${id}`),
  )
})

test('given an outbox, when the mails to an address are requested, then others are left out', async () => {
  const mail = { subject: 'hello', text: 'there' }
  const addresses = ['a@x.test', ['b@x.test', 'a@x.test'], 'b@x.test']
  const fake = await controlled(addresses.map(to => ({ ...mail, to, id: 7 })))
  const { mailbox } = await provisionByControl({ url: fake.url, token: 'token', throwaways: 0 })

  const expected = { ...mail, to: 'a@x.test' }
  assert.equal(await mailbox?.('a@x.test'), [expected, expected])
})

test('given a wrong token, a refusal or no server, when a target is created, then the message says what to do', async () => {
  const fake = await controlled()
  const full = await startFake({ odd: () => refusal('full', 507) })
  const failing = async (url: string, token: string) => {
    const error = await thrownBy(() => provisionByControl({ url, token }))
    assert.is(error?.name, 'UnreachableError')
    return error?.message ?? ''
  }

  assert.match(await failing(fake.url, 'wrong'), /POST \/users: the token is wrong/)
  assert.match(await failing(full.url, 'token'), /POST \/users: 507 .*full/)
  assert.match(
    await failing('http://127.0.0.1:9', 'token'),
    /^Failed to set up with http:\/\/127\.0\.0\.1:9\/_control: POST \/users: \S/,
  )
})

test('given a run that was killed, when its accounts are removed by its ledger, then the ledger is deleted too', async () => {
  const fake = await controlled()
  const options = { url: fake.url, token: 'token', throwaways: 1 }
  const { ledger = '' } = await provisionByControl({ ...options, ledgerFolder: folder() })

  const { removed, remains } = await removeAccounts({ ...options, ledger })

  assert.equal([removed, remains], [6, []])
  assert.is(fake.calls.filter(({ method }) => method === 'DELETE').length, 6)
  assert.is(existsSync(ledger), false)
})

test('given a server that fails, when accounts are removed, then those that are gone count and the ledger is kept', async () => {
  let isUp = true
  const fake = await startFake({
    odd({ method, path }) {
      if (method !== 'DELETE') return fine()
      if (path.includes('viewer')) return refusal('no such account', 404)
      return isUp || path.includes('owner') ? fine() : refusal('down', 500)
    },
  })
  const options = { url: fake.url, token: 'token', throwaways: 0 }
  const { ledger = '' } = await provisionByControl({ ...options, ledgerFolder: folder() })
  isUp = false

  const first = await removeAccounts({ ...options, ledger })
  isUp = true
  const second = await removeAccounts({ ...options, ledger })

  assert.equal([first.removed, first.remains.length], [1, 3])
  assert.match(first.remains[0] ?? '', /DELETE \/users\/editor-\S+: 500/)
  assert.equal([second.remains, existsSync(ledger)], [[], false])
})

test('given a target that cannot be created, then no ledger remains', async () => {
  const fake = await controlled()
  const ledgerFolder = folder()

  await thrownBy(() => provisionByControl({ url: fake.url, token: 'wrong', ledgerFolder }))

  assert.equal(readdirSync(ledgerFolder), [])
})

test('given the ledger of another server, when its accounts are to be removed, then an error says so', async () => {
  const fake = await controlled()
  const { ledger = '' } = await provisionByControl({ url: fake.url, token: 'token', ledgerFolder: folder() })

  const error = await thrownBy(() => removeAccounts({ url: 'http://localhost:1', token: 'token', ledger }))

  assert.match(error?.message ?? '', `The ledger is for ${fake.url}, but --control is http://localhost:1.`)
})

test.run()
