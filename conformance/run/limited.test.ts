import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { logInThrowaways } from '../session/accounts.js'
import { type FakeOptions, startFake } from '../testing/fake.js'
import { openTestSession } from '../testing/session.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

/** Two disposable accounts, the second one with a low limit. */
async function withLimited(options: FakeOptions = {}) {
  const fake = await startFake({ throwaways: 2, ...options })
  Object.assign(fake.accounts.get('throwaway-2@example.test')?.settings ?? {}, { request_rate_limit: 20 })
  const session = openTestSession(fake.target)
  return logInThrowaways(session, session.target.disposable)
}

test('given an account with a low limit, when it is let in at once, then its limit is known and unused', async () => {
  const { limited, others } = await withLimited()

  assert.equal([limited?.email, limited?.rate, limited?.fresh], ['throwaway-2@example.test', 20, true])
  assert.equal(
    others.map(({ email }) => email),
    ['throwaway-1@example.test'],
  )
})

test('given an account that was used up before, when it has to wait, then its limit does not count as unused', async () => {
  let left = 1
  const used = ({ email }: { email?: string | undefined }) =>
    email === 'throwaway-2@example.test' && left-- > 0
      ? { status: 429, headers: { 'retry-after': '0' }, body: { success: false } }
      : undefined

  const { limited } = await withLimited({ odd: used })

  assert.equal([limited?.rate, limited?.fresh], [20, false])
})

test.run()
