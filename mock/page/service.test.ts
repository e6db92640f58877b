import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient, createControl } from '../../server/client/index.js'
import { mira, seed } from '../testing/api.js'
import { startPageService } from './service.js'

/*
 * The service in a page, through the two clients that the console uses.
 */

const baseUrl = 'http://127.0.0.1:4000'

function start() {
  const { base, fetch } = startPageService({ baseUrl, seed })
  const control = createControl({ url: base, token: 'any', fetch })
  const client = createClient({ baseUrl: base, email: mira, password: 'mira-demo', fetch })
  return { fetch, control, client }
}

test('both clients use the same service, and requests are recorded', async () => {
  const { control, client } = start()
  await control.setClock({ now: '2026-03-01T00:00:00Z', frozen: true })

  await client.changeMe({ body: { firstname: 'Augusta' } })

  const [request] = await control.requests()
  assert.equal([request?.operation, request?.as, request?.status], ['changeMe', mira, 200])
  assert.is(request?.at, '2026-03-01T00:00:00.000Z')
})

test('events arrive as they happen, until the reader stops', async () => {
  const { control, client } = start()
  const types: string[] = []
  const leave = new AbortController()

  for await (const { type, data } of control.events({ signal: leave.signal })) {
    types.push(type === 'change' ? `${type} ${data.what}` : type)
    if (type === 'open') await client.changeMe({ body: { email: 'new@example.test' } })
    if (types.includes('change users')) break
  }
  leave.abort()

  assert.equal(types, ['open', 'mail', 'mail', 'request', 'change users'])
})

test('given a reader of events, when it aborts, then reading fails with its reason', async () => {
  const { control } = start()
  const leave = new AbortController()
  const events = control.events({ signal: leave.signal })[Symbol.asyncIterator]()
  await events.next()

  const next = events.next()
  leave.abort(new Error('gone'))

  assert.is(await next.catch(error => error.message), 'gone')
})

test('a planned network error rejects, a held request waits, and an aborted one rejects', async () => {
  const { control, client } = start()
  await control.fail({ operation: 'readMe', with: 'network error' })
  assert.match(
    String(await client.readMe().catch(error => error)),
    /^TypeError: Failed to readMe: .* gave no answer: The connection was cut, as planned\.$/,
  )
  const { id } = await control.hold({ operation: 'readMe' })
  const leave = new AbortController()

  const [held, left] = [client.readMe(), client.readMe({ signal: leave.signal }).catch(({ name }) => name)]
  leave.abort()
  await control.endHold(id)

  assert.is((await held)?.email, mira)
  assert.is(await left, 'AbortError')
})

test('another seed is accepted, and an invalid one refused; a request to another host is never sent', async () => {
  const { control, fetch } = start()

  const refusal = await control.load({ users: [{ email: 'x' }] } as never).catch(({ message }) => message)
  await control.load({ users: [{ email: 'eve@example.test', password: 'secret1' }] })
  const { accounts } = (await (await fetch(`${baseUrl}/docs/demo.json`)).json()) as { accounts: unknown }

  assert.match(refusal, /email/)
  assert.equal(accounts, [{ email: 'eve@example.test', password: 'secret1', note: '' }])
  assert.match(
    String(await fetch('http://127.0.0.1:1/v1/users/me').catch(error => error)),
    'The service in this page is at http://127.0.0.1:4000, not at http://127.0.0.1:1/v1/users/me',
  )
})

test.run()
