import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor } from '../../testing/scene.js'
import type { Ports } from '../ports.js'
import { page } from '../wire/page.js'
import { activation } from './activation.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const fresh = 'new@example.test'
const day = 24 * 60 * 60 * 1000
const html = { accept: 'text/html,application/xhtml+xml;q=0.9' }

/** Requests a new address and returns the path of its link. */
async function linkFor(email: string): Promise<string> {
  await scene.owner.put(ME, { email })
  const link = (await scene.server.outbox()).findLast(mail => mail.link)?.link ?? ''
  return new URL(link).pathname.replace('/v1', '')
}

const open = (path: string, headers = {}) => scene.caller().send('GET', path, undefined, headers)
const address = async () =>
  (await scene.control('GET', '/users')).body.data.find(
    (user: { firstname: string }) => user.firstname === 'Owner',
  ).email

test('given a link, then it needs no credentials and responds in JSON', async () => {
  const path = await linkFor(fresh)

  const answer = await open(path)

  assert.is(answer.status, 200)
  assert.equal(answer.body, { success: true, data: { email: fresh } })
  assert.is(await address(), fresh)
})

test('given a link that was used, then it is no longer valid', async () => {
  const path = await linkFor(fresh)
  await open(path)

  const again = await open(path)

  assert.is(again.status, 404)
  assert.is(again.body.success, false)
  assert.is(again.body.error.code, 'link_invalid')
  assert.is(await address(), fresh)
})

test('given a link opened ten times concurrently, then it works once', async () => {
  const path = await linkFor(fresh)

  const answers = await Promise.all(Array.from({ length: 10 }, () => open(path)))

  const statuses = answers.map(answer => answer.status).sort()
  assert.equal(statuses, [200, ...Array.from({ length: 9 }, () => 404)])
})

test('given a newer link, then the older one is not valid, whether or not the address is the same', async () => {
  const first = await linkFor(fresh)
  const second = await linkFor(fresh)
  const third = await linkFor('third@example.test')

  assert.is((await open(first)).status, 404)
  assert.is((await open(second)).status, 404)
  assert.is(await address(), people.owner.email)
  assert.is((await open(third)).status, 200)
  assert.is(await address(), 'third@example.test')
})

test("given 24 hours by the service's clock, then a link has expired; a millisecond before, it has not", async () => {
  scene.server.clock.freeze()
  const late = await linkFor(fresh)
  scene.server.clock.advance(day)

  const expired = await open(late)
  const again = await open(late)

  assert.is(expired.status, 404)
  assert.match(expired.body.error.message, 'This link has expired')
  assert.match(again.body.error.message, 'This link is not valid')
  assert.is(await address(), people.owner.email)

  const early = await linkFor(fresh)
  scene.server.clock.advance(day - 1)
  assert.is((await open(early)).status, 200)
  assert.is(await address(), fresh)
})

test('given an unknown link, then nothing is revealed and nothing changes', async () => {
  for (const secret of ['x', 'A'.repeat(32), '%00', "' OR 1=1 --".replaceAll(' ', '%20')]) {
    const answer = await open(`/activations/${secret}`)

    assert.is(answer.status, 404, secret)
    assert.is(answer.body.error.code, 'link_invalid')
  }
  assert.is(await address(), people.owner.email)
})

test('given HEAD, POST or DELETE, then a link is not used up', async () => {
  const path = await linkFor(fresh)

  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
    const asOwner = await scene.owner.send(method, path)

    assert.is((await scene.caller().send(method, path)).status, 405, method)
    assert.is(asOwner.status, 405, method)
    assert.is(asOwner.headers.allow, 'GET, OPTIONS')
  }
  assert.is(await address(), people.owner.email)
  assert.is((await open(path)).status, 200)
})

test('given a deleted account, then its link is not valid', async () => {
  const path = await linkFor(fresh)
  await scene.owner.delete(`${ME}?me=1`)

  assert.is((await open(path)).status, 404)
  const { body } = await scene.control('GET', '/users')
  assert.is(body.data.length, 3)
})

test('given an address that is in use meanwhile, then nothing changes, in JSON and in HTML', async () => {
  const path = await linkFor(fresh)
  await scene.control('POST', '/users', { email: 'NEW@example.test', password: 'secret-password' })

  const json = await open(path)
  const page = await open(path, html)

  assert.equal([json.status, json.body.error.code], [409, 'email_taken'])
  assert.is(page.status, 409)
  assert.match(page.text, '<p>Another account now uses this address; change to a different one.</p>')
  assert.is(await address(), people.owner.email)
})

test('given a browser, then a link responds with a page that contains the address, escaped', async () => {
  const path = await linkFor("o'neil&sons=1@example.test")

  const answer = await open(path, html)

  assert.is(answer.status, 200)
  assert.is(answer.headers['content-type'], 'text/html; charset=utf-8')
  assert.is(answer.headers['referrer-policy'], 'no-referrer')
  assert.match(String(answer.headers['content-security-policy']), "default-src 'none'")
  assert.match(answer.text, '<h1>Your new address is confirmed</h1>')
  assert.match(answer.text, "<p>From now on, log in as o'neil&amp;sons=1@example.test.</p>")
  const renamed = scene.caller(basic("o'neil&sons=1@example.test", people.owner.password))
  assert.is((await renamed.get(ME)).status, 200)
})

test('given a browser and an invalid link, then the page says so', async () => {
  const answer = await open('/activations/x', html)

  assert.is(answer.status, 404)
  assert.match(answer.text, '<title>The address was not changed</title>')
  assert.match(answer.text, /<p>This link is not valid: .*\.<\/p>/)
})

test('given wrong credentials, then a link works anyway', async () => {
  const path = await linkFor(fresh)

  assert.is((await scene.caller(basic('nobody@example.test', 'x')).get(path)).status, 200)
})

test('given text with markup, then a page shows it as text', () => {
  const { body } = page(200, '<b>"A" & B</b>', `<script>'"&amp;</script>`)

  assert.match(body, '<title>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</title>')
  assert.match(body, `<p>&lt;script&gt;'&quot;&amp;amp;&lt;/script&gt;</p>`)
})

const failure = new Error('disk full')
const fails = () => Promise.reject(failure)
for (const [what, store] of [
  ['reads', { read: fails }],
  ['writes', { read: async () => ({ user_id: 'x' }), write: fails }],
] as const) {
  test(`given a store whose ${what} fail, then the failure does not say whether the link is valid`, async () => {
    const ports = { store } as unknown as Ports

    const outcome = await activation
      .run({ call: { header: () => undefined } as never, params: { secret: 'x' }, ports })
      .catch((error: unknown) => error)

    assert.is(outcome, failure)
  })
}

test.run()
