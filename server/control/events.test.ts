import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../../mock/serve/index.js'
import { type ControlEvent, createControl } from '../client/index.js'
import { startServer } from '../index.js'
import { basic, controlToken, people, sceneSeed } from '../testing/scene.js'
import { createEvents, type Events } from './events.js'

const createTestEvents = () => createEvents({ now: () => 0, frozen: true })

/** The names of the events that are sent immediately. */
async function sent(events: Events, last?: string) {
  const stream = events.open(last)
  const text = (await stream.next()) ?? ''
  stream.close()
  return { names: [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name), text, lastId: idIn(text) }
}

const idIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]

test('given no subscriber, then no event is kept', async () => {
  const events = createTestEvents()

  events.add('change', { what: 'users' })

  assert.is(events.isFollowed, false)
  assert.equal((await sent(events)).names, ['open'])
  events.close()
})

test('given a reader that reconnects, then it receives what it missed, once and in order', async () => {
  const events = createTestEvents()
  const { lastId } = await sent(events)
  for (const what of ['users', 'bookings', 'resources'] as const) events.add('change', { what })

  const missed = await sent(events, lastId)
  const again = await sent(events, missed.lastId)

  assert.equal(missed.names, ['open', 'change', 'change', 'change'])
  assert.match(missed.text, /users[\s\S]*bookings[\s\S]*resources/)
  assert.equal(again.names, ['open'])
  events.close()
})

for (const [why, id] of [
  ['an id of another process', 'other-1'],
  ['an id that is none', 'x'],
  ['an id of the future', '-7'],
]) {
  test(`given ${why}, then the reader is told that it missed events`, async () => {
    const events = createTestEvents()
    assert.equal((await sent(events, id)).names, ['open', 'skipped'])
    events.close()
  })
}

test('given more events than are kept, then a slow reader is told, and continues', async () => {
  const events = createTestEvents()
  const stream = events.open(undefined)
  const first = await stream.next()
  const long = { kind: 'notice', to: 'x'.repeat(30_000) } as const
  for (let index = 0; index < 1_000; index++) events.add('mail', long)

  const next = (await stream.next()) ?? ''
  events.add('change', { what: 'users' })

  assert.match(next, /^id: .*\nevent: skipped\n/)
  assert.match((await stream.next()) ?? '', /^id: .*\nevent: change\n/)
  assert.equal((await sent(events, idIn(first ?? ''))).names.slice(0, 2), ['open', 'skipped'])
  events.close()
  assert.is(await stream.next(), undefined)
})

test('given many events, then they are sent in parts', async () => {
  const events = createTestEvents()
  const stream = events.open(undefined)
  await stream.next()
  for (let index = 0; index < 10; index++) events.add('mail', { kind: 'notice', to: 'x'.repeat(30_000) })

  const lengths: number[] = []
  for (let read = 0; read < 10; ) {
    const part = (await stream.next()) ?? ''
    lengths.push(part.length)
    read += part.split('event: mail').length - 1
  }

  assert.ok(Math.max(...lengths) < 100_000)
  assert.ok(lengths.length > 2)
  events.close()
})

test('given the maximum number of streams, then another one is refused until one ends', () => {
  const events = createTestEvents()
  const streams = Array.from({ length: 16 }, () => events.open(undefined))

  assert.throws(() => events.open(undefined), /16 programs follow the events/)

  streams[0]?.close()
  events.open(undefined)
  events.close()
})

/** Reads events until one matches. */
async function until(
  events: AsyncIterator<ControlEvent>,
  fits: (event: ControlEvent) => boolean,
): Promise<ControlEvent[]> {
  const read: ControlEvent[] = []
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error(`The events ended after ${JSON.stringify(read)}`)
    read.push(value)
    if (fits(value)) return read
  }
}

for (const [host, start] of Object.entries({ server: startServer, mock: serveMock })) {
  test(`${host}: requests, mails, the clock and changes are events of their own session, without secrets`, async () => {
    const service = await start({ seed: sceneSeed, controlToken })
    const control = createControl({ url: service.url, token: controlToken, session: 'one' })
    const other = createControl({ url: service.url, token: controlToken })
    const { email, password } = people.owner
    const send = (base: string, method: string, path: string, body: object) =>
      fetch(`${base}/v1${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { authorization: basic(email, password), 'x-own': `a ${password}` },
      })
    const events = control.events()[Symbol.asyncIterator]()
    const opened = (await events.next()).value as ControlEvent
    assert.is(opened.type, 'open')

    await send(other.baseUrl, 'POST', '/schedules/first/resources', { name: 'Elsewhere' })
    await send(control.baseUrl, 'POST', '/schedules/first/resources', { name: 'Attic' })
    await send(control.baseUrl, 'PUT', '/users/me', { email: 'new@example.test' })
    await control.setClock({ now: '2030-01-01T00:00:00Z', frozen: true })
    await control.fail({ with: 503, when: 'after' })
    await send(control.baseUrl, 'PUT', '/users/me', { firstname: 'Changed' })
    await control.reset()
    const read = await until(events, ({ data }) => 'what' in data && data.what === 'everything')

    assert.equal(
      [...new Set(read.map(({ type, data }) => ('what' in data ? `${type} ${data.what}` : type)))].sort(),
      [
        'change conditions',
        'change everything',
        'change resources',
        'change users',
        'clock',
        'mail',
        'request',
      ],
    )
    const request = read.find(({ type }) => type === 'request')
    const usersChanged = read.filter(({ data }) => 'what' in data && data.what === 'users').length
    assert.is(usersChanged, 2, 'a change whose answer a planned failure replaced is a change, too')
    const { data } = request as Extract<ControlEvent, { type: 'request' }>
    assert.equal([data.operation, data.status, data.as], ['createResource', 201, email])
    assert.is(data.headers.authorization, 'Basic [redacted]')
    assert.is(data.headers['x-own'], 'a [redacted]')
    assert.match(data.reply_headers.location ?? '', '/resources/')
    const text = JSON.stringify(read)
    assert.not.match(text, password)
    assert.not.match(text, 'Elsewhere')
    assert.match(text, '"schedule":"first"')

    const later = control.events({ lastEventId: read[0]?.id })[Symbol.asyncIterator]()
    const again = await until(later, ({ id }) => id === read.at(-1)?.id)
    assert.equal(again.slice(1), read.slice(1))
    await later.return?.()

    // An open stream does not prevent the service from stopping.
    const begin = performance.now()
    await service.close()
    assert.ok((await events.next()).done)
    assert.ok(performance.now() - begin < 5_000)
  })
}

test('given a page of this origin with the token, then it can use the control interface', async () => {
  const { url, close } = await startServer({ seed: sceneSeed, controlToken })
  const statusFor = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(`${url}/_control/${method === 'GET' ? 'clock' : 'reset'}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}`, ...headers },
      body: method === 'GET' ? null : '{}',
    })
    return answer.status
  }

  assert.is(await statusFor({ 'sec-fetch-site': 'same-origin' }), 200)
  assert.is(await statusFor({ origin: url, 'sec-fetch-site': 'same-origin' }, 'POST'), 200)
  assert.is(await statusFor({ origin: url.replace(/\d+$/, '1'), 'sec-fetch-site': 'same-site' }, 'POST'), 403)
  assert.is(await statusFor({ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'POST'), 403)
  assert.is(await statusFor({ 'sec-fetch-site': 'same-site' }), 403)
  assert.is(await statusFor({ 'sec-fetch-site': 'same-origin', authorization: 'Bearer wrong' }), 401)
  await close()
})

test.run()
