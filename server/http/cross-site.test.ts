import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../testing/scene.js'

const scene = await sceneFor(test, { cors: ['http://friend.example'] })

const R = '/schedules/first/resources'
const write = (headers: Record<string, string>) => scene.owner.send('POST', R, { name: 'Room' }, headers)

const refused: [who: string, headers: Record<string, string>][] = [
  ['a page of another site', { origin: 'http://evil.example' }],
  ['a page that hides its origin', { origin: 'null' }],
  ['a form of another site, which sends no origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['a page of another scheme on this host', { origin: 'https://127.0.0.1' }],
  ['a page of another port on this host', { origin: 'http://127.0.0.1:1' }],
  ['an origin with a user name', { origin: 'http://evil.example@127.0.0.1' }],
  ['an extension that names this host', { origin: 'chrome-extension://127.0.0.1' }],
  ['a page whose origin only begins like one that may', { origin: 'http://friend.example.evil.example' }],
]
for (const [who, headers] of refused) {
  test(`given credentials that a browser remembers, when ${who} writes, then it is refused`, async () => {
    const { port } = scene.server
    const { origin = '', ...others } = headers
    const sent = origin.endsWith('127.0.0.1') ? { ...others, origin: `${origin}:${port}` } : headers
    const answer = await write(sent)

    assert.is(answer.status, 403)
    assert.match(answer.body.error.message, /may not write here/)
    assert.is((await scene.owner.get(R)).body.pagination.total_count, 0)
  })
}

const permitted: [who: string, headers: Record<string, string>][] = [
  ['a program', {}],
  ['a page that may call', { origin: 'http://friend.example', 'sec-fetch-site': 'cross-site' }],
  ['somebody who types the address', { 'sec-fetch-site': 'none' }],
]
for (const [who, headers] of permitted) {
  test(`when ${who} writes, then it succeeds`, async () => {
    assert.is((await write(headers)).status, 201)
  })
}

test('when a page of the server itself writes, then it succeeds', async () => {
  const origin = scene.server.url

  assert.is((await write({ origin, 'sec-fetch-site': 'same-origin' })).status, 201)
})

test('when a page of another site reads, then the response has no headers that would let it', async () => {
  const answer = await scene.owner.send('GET', R, undefined, { origin: 'http://evil.example' })

  assert.is(answer.headers['access-control-allow-origin'], undefined)
})

test.run()
