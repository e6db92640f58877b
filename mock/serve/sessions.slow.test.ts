import { request } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SessionLimits } from '../../server/control/index.js'
import { startServer } from '../../server/index.js'
import { basic, people, sceneSeed } from '../../server/testing/scene.js'
import { serveMock } from './index.js'

/*
 * Sessions, which work the same in the server and in the mock.
 */

const services = { server: startServer, mock: serveMock }
const resources = '/v1/schedules/first/resources'
const owner = basic(people.owner.email, people.owner.password)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was answered
type Json = any

interface Sent {
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: string
}

interface Options {
  sessionLimits?: SessionLimits
  publicUrl?: string
}

/** A service on a real port, and clients for its sessions. */
async function startScene(start: (typeof services)[keyof typeof services], options: Options = {}) {
  const service = await start({ seed: sceneSeed, controlToken: 't', cors: ['http://page.test'], ...options })
  async function send(path: string, init: Sent = {}, headers: Record<string, string> = {}) {
    const authorization = path.includes('/_control') ? 'Bearer t' : owner
    const answer = await request(service.url + path, { ...init, headers: { authorization, ...headers } })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text || 'null') as Json }
  }
  const inSession = (name?: string) => {
    const headers: Record<string, string> = name === undefined ? {} : { 'Schedkit-Session': name }
    return {
      get: (path: string) => send(path, {}, headers),
      delete: (path: string) => send(path, { method: 'DELETE' }, headers),
      post: (path: string, body?: object) =>
        send(path, { method: 'POST', ...(body && { body: JSON.stringify(body) }) }, headers),
      put: (path: string, body: object) => send(path, { method: 'PUT', body: JSON.stringify(body) }, headers),
      async names() {
        const { body } = await send(resources, {}, headers)
        return body.data.map(({ name }: { name: string }) => name)
      },
    }
  }
  const sessions = async () => (await inSession().get('/_control/sessions')).body.data as Json[]
  return { service, send, inSession, sessions }
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

for (const [service, start] of Object.entries(services)) {
  const title = (text: string) => `${service}: ${text}`

  test(title('workers with a session each do not see each other, nor those without one'), async () => {
    const { service, inSession } = await startScene(start)
    const work = async (name?: string) => {
      const worker = inSession(name)
      const statuses: number[] = []
      // Names are unique: with shared data, all but the first worker would be refused.
      for (const room of ['Attic', 'Cellar']) {
        statuses.push((await worker.post(resources, { name: room })).status)
        await wait(1)
      }
      return { statuses, names: await worker.names() }
    }

    const results = await Promise.all([work('w1'), work('w2'), work('w3'), work()])

    await service.close()
    for (const { statuses, names } of results) {
      assert.equal(statuses, [201, 201])
      assert.equal(names, ['Attic', 'Cellar'])
    }
  })

  test(
    title('a session has its own clock, outbox, failures, latency, rate limit, records and snapshots'),
    async () => {
      const { service, inSession } = await startScene(start)
      const [one, two] = [inSession('one'), inSession('two')]

      await one.put('/_control/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
      await one.put('/v1/users/me', { email: 'else@example.test' })
      await one.post('/_control/failures', { with: 503, operation: 'listResources', times: 'always' })
      await one.put('/_control/latency', { ms: 20 })
      await one.put('/_control/rate-limit', { requests: 50, email: people.editor.email })
      await one.put('/_control/variety', { profile_completed: 'integer' })
      await one.post('/_control/snapshots', { id: 'kept' })

      assert.is((await one.get(resources)).status, 503)
      const state = async ({ get }: typeof one) => {
        const read = async (path: string) => (await get(`/_control/${path}`)).body.data
        const { now } = await read('clock')
        return {
          now: now.slice(0, 10),
          mails: (await read('outbox')).length,
          failures: (await read('failures')).length,
          ms: (await read('latency')).ms,
          snapshots: await read('snapshots'),
          requests: (await read('requests')).map(({ target }: Json) => target),
          limits: (await read('users')).map((user: Json) => user.request_rate_limit),
          completed: (await get('/v1/users/me')).body.data.profile_completed,
        }
      }
      const [first, second, other] = await Promise.all([state(one), state(two), state(inSession())])
      await service.close()

      assert.equal(
        { ...first, limits: first.limits.slice(1, 2) },
        {
          now: '2030-01-01',
          mails: 2,
          failures: 1,
          ms: 20,
          snapshots: [{ id: 'kept' }],
          requests: ['/v1/users/me', resources],
          limits: [50],
          completed: 0,
        },
      )
      for (const untouched of [second, other]) {
        assert.equal(untouched.now, new Date().toISOString().slice(0, 10))
        assert.equal(
          [untouched.mails, untouched.failures, untouched.ms, untouched.completed],
          [0, 0, 0, false],
        )
        assert.equal([untouched.snapshots, untouched.requests], [[], []])
        assert.is(untouched.limits[1], 100_000)
      }
    },
  )

  test(title('a reset applies only to the session that it names'), async () => {
    const { service, inSession } = await startScene(start)
    const [one, two] = [inSession('one'), inSession('two')]
    await Promise.all([one, two, inSession()].map(worker => worker.post(resources, { name: 'Attic' })))
    const ids = async () => (await one.get('/_control/users')).body.data.map((user: Json) => user.id)
    const before = await ids()

    await one.post('/_control/reset')
    const after = [await one.names(), await two.names(), await inSession().names()]
    await inSession().post('/_control/reset')
    const last = [await one.names(), await two.names(), await inSession().names()]

    assert.equal(await ids(), before)
    await service.close()
    assert.equal(after, [[], ['Attic'], ['Attic']])
    assert.equal(last, [[], ['Attic'], []])
  })

  test(title('a path names a session like the header, and links contain it'), async () => {
    const { service, send, inSession } = await startScene(start)

    const created = await send(`/_session/one${resources}`, { method: 'POST', body: '{"name":"Attic"}' })
    const list = await inSession('one').get(resources)
    const { links } = list.body.pagination
    const followed = await send(links.first.slice(service.url.length))
    await inSession('one').put('/v1/users/me', { email: 'else@example.test' })
    const mail = (await send('/_session/one/_control/outbox')).body.data.find((each: Json) => each.link)
    const opened = await fetch(mail.link)
    const index = (await send('/_session/one')).body.data
    const document = await send('/_session/one/openapi.json')

    await service.close()
    const base = `${service.url}/_session/one`
    assert.is(created.headers.location, `${base}${resources}/1`)
    assert.ok(links.first.startsWith(`${base}/v1/`), links.first)
    assert.equal(followed.body.data, list.body.data)
    assert.ok(mail.link.startsWith(`${base}/v1/`), mail.link)
    assert.is(opened.status, 200)
    assert.is(index.me, `${base}/v1/users/me`)
    assert.equal(document.body.servers[0].url, base)
  })

  test(title('given a public URL, then links of a session begin with it and the session path'), async () => {
    const { service, inSession } = await startScene(start, { publicUrl: 'https://api.example.test/x' })

    const { body, headers } = await inSession('one').post(resources, { name: 'Attic' })

    await service.close()
    assert.equal(body.data, [{ id: 1 }])
    assert.is(headers.location, `https://api.example.test/x/_session/one${resources}/1`)
  })

  test(title('an invalid name is refused'), async () => {
    const { service, send, inSession, sessions } = await startScene(start)

    for (const name of ['a b', '.', '-x', '', 'a/b', 'x'.repeat(65)]) {
      const refused = await inSession(name).get(resources)
      assert.is(refused.status, 400, name)
      assert.match(
        refused.body.error.message,
        /^Schedkit-Session must be the name of a session, 1 to 64 letters/,
      )
      assert.is((await inSession(name).get('/_control/health')).status, 400)
    }
    for (const path of ['/_session', '/_session/', '/_session/-x/v1/users/me', '/_session/%20/v1/users/me']) {
      const refused = await send(path)
      assert.is(refused.status, 400, path)
      assert.match(refused.body.error.message, /^\/_session\/NAME must be the name of a session/)
    }
    const both = await inSession('one').get(`/_session/two${resources}`)
    assert.is(both.status, 400)
    assert.is(
      both.body.error.message,
      'Schedkit-Session is "one", and the path names the session "two"; send one of them',
    )
    assert.is((await inSession('one').get(`/_session/one${resources}`)).status, 200)
    assert.is((await send('/_sessions/one/v1/users/me')).status, 404)
    assert.equal(
      (await sessions()).map(({ id }) => id),
      ['one'],
    )
    await service.close()
  })

  test(title('sessions are listed, and end on demand; the next request begins a new one'), async () => {
    const { service, inSession, sessions } = await startScene(start)
    await inSession('one').post(resources, { name: 'Attic' })
    await inSession('two').names()

    const [one, two] = await sessions()
    const ended = await inSession().delete('/_control/sessions/one')
    const again = await inSession().delete('/_control/sessions/one')
    const left = await sessions()

    assert.equal([one.id, one.requests, two.id, two.requests], ['one', 1, 'two', 1])
    assert.is(one.objects, two.objects + 1)
    assert.match(one.created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.ok(one.created_at <= one.used_at)
    assert.is(ended.status, 200)
    assert.is(again.status, 404)
    assert.match(again.body.error.message, /^There is no session one; .*two/)
    assert.equal(
      left.map(({ id }) => id),
      ['two'],
    )
    assert.equal(await inSession('one').names(), [])
    await service.close()
  })

  test(title('given the maximum number of sessions, then another is refused until one ends'), async () => {
    const { service, inSession, sessions } = await startScene(start, {
      sessionLimits: { sessions: 2, idleTime: 60_000 },
    })
    await Promise.all([inSession('one').names(), inSession('two').names()])

    const refused = await inSession('three').get(resources)
    const known = await inSession('two').get(resources)
    const none = await inSession().get(resources)
    // A refused client can still make room.
    const ended = await inSession('three').delete('/_control/sessions/one')
    const admitted = await inSession('three').get(resources)
    const names = (await sessions()).map(({ id }) => id)
    await service.close()

    assert.is(refused.status, 503)
    assert.is(refused.body.error.code, 'overloaded')
    assert.match(
      refused.body.error.message,
      /^There are 2 sessions, .*DELETE \/_control\/sessions\/NAME.*60 s$/,
    )
    assert.ok(Number(refused.headers['retry-after']) > 50)
    assert.equal([known.status, none.status, ended.status, admitted.status], [200, 200, 200, 200])
    assert.equal(names, ['two', 'three'])
  })

  test(title('an idle session ends after a while, one in use does not'), async () => {
    const { service, inSession, sessions } = await startScene(start, { sessionLimits: { idleTime: 800 } })
    await inSession('idle').post(resources, { name: 'Attic' })
    await inSession('busy').post(resources, { name: 'Attic' })
    await inSession('slow').put('/_control/latency', { ms: 2_000 })
    const slow = inSession('slow').get(resources)

    for (let times = 0; times < 100 && (await sessions()).some(({ id }) => id === 'idle'); times++) {
      await inSession('busy').names()
      await wait(20)
    }

    const left = (await sessions()).map(({ id }) => id)
    const { status } = await slow
    const names = await inSession('idle').names()
    await service.close()
    assert.equal(left, ['busy', 'slow'])
    assert.is(status, 200)
    assert.equal(names, [])
  })

  test(
    title('a session has a limit of objects, including snapshots; beyond it, everything else works'),
    async () => {
      const { service, inSession, sessions } = await startScene(start, { sessionLimits: { objects: 13 } })
      const one = inSession('one')
      for (let index = 1; index <= 4; index++) {
        assert.is((await one.post(resources, { name: `Room ${index}` })).status, 201)
      }

      const [{ objects }] = await sessions()
      const full = await one.post(resources, { name: 'One more' })
      const user = await one.post('/_control/users', { email: 'more@example.test', password: 'p-assword' })
      const snapshot = await one.post('/_control/snapshots', {})
      const changed = await one.put(`${resources}/1`, { note: 'x' })
      const clock = await one.post('/_control/clock/advance', { seconds: 1 })
      const other = await inSession('two').post(resources, { name: 'Room 1' })
      const without = await inSession().post('/_control/snapshots', {})
      const removed = await one.delete(`${resources}/1`)
      const again = await one.post(resources, { name: 'One more' })

      await service.close()
      assert.is(objects, 13)
      for (const refused of [full, user, snapshot]) {
        assert.is(refused.status, 503)
        assert.is(refused.body.error.code, 'storage_full')
        assert.match(
          refused.body.error.message,
          /^The session one holds 13 objects, the most .*--max-session-objects$/,
        )
      }
      assert.equal(
        [changed, clock, other, without, removed, again].map(({ status }) => status),
        [200, 200, 201, 201, 200, 201],
      )
    },
  )

  test(title('a seed that is too large for sessions is refused only there'), async () => {
    const { service, inSession } = await startScene(start, { sessionLimits: { objects: 5 } })

    const refused = await inSession('one').get(resources)
    const none = await inSession().get(resources)

    await service.close()
    assert.is(refused.status, 503)
    assert.match(refused.body.error.message, /^The seed has 9 objects, and a session may hold 5: start with/)
    assert.is(none.status, 200)
  })

  test(title('many sessions that begin and end leave nothing behind'), async () => {
    const { service, inSession, sessions } = await startScene(start, { sessionLimits: { sessions: 4 } })
    const memory: number[] = []
    for (let round = 0; round < 30; round++) {
      const names = [`a${round}`, `b${round}`, `c${round}`]
      const made = await Promise.all(
        names.map(name => inSession(name).post(resources, { name: 'x'.repeat(100) })),
      )
      assert.equal(
        made.map(({ status }) => status),
        [201, 201, 201],
      )
      for (const name of names) await inSession().delete(`/_control/sessions/${name}`)
      memory.push(process.memoryUsage().external)
    }

    assert.equal(await sessions(), [])
    await service.close()
    // SQLite reuses its memory for the next database: it must not grow from session to session. What ended sessions leave to the
    // garbage collector is freed about every ten rounds.
    const least = (from: number) => Math.min(...memory.slice(from, from + 15))
    assert.ok(least(15) < least(0) + 10_000_000, memory.join(' '))
  })

  test(title('requests in progress are answered when their session ends'), async () => {
    const { service, inSession, sessions } = await startScene(start)
    const one = inSession('one')
    for (let index = 0; index < 150; index++) await one.post(resources, { name: `Room ${index}` })

    const lists = Array.from({ length: 10 }, () => one.get(`${resources}?limit=0`))
    await wait(5)
    const ended = await inSession().delete('/_control/sessions/one')
    const answers = await Promise.all(lists)

    assert.is(ended.status, 200)
    for (const { status, body } of answers) {
      assert.is(status, 200)
      assert.ok([0, 150].includes(body.data.length), String(body.data.length))
    }
    assert.ok((await sessions()).length <= 1)
    await service.close()
  })

  test(title('a page at an allowed origin may send the header'), async () => {
    const { service } = await startScene(start)

    const { headers } = await fetch(service.url + resources, {
      method: 'OPTIONS',
      headers: { origin: 'http://page.test', 'access-control-request-method': 'GET' },
    })

    await service.close()
    assert.is(
      headers.get('access-control-allow-headers'),
      'Authorization, Content-Type, Accept, X-Request-Id, Traceparent, Tracestate, Schedkit-Session',
    )
  })

  test(title('without a token, the control interface begins no session'), async () => {
    const { service, sessions } = await startScene(start)
    const headers = { authorization: 'Bearer wrong', 'Schedkit-Session': 'one' }

    const refused = await Promise.all(
      ['/_control/reset', '/_control/sessions', '/_session/two/_control/users'].map(path =>
        fetch(service.url + path, { headers }),
      ),
    )

    assert.equal(
      refused.map(({ status }) => status),
      [401, 401, 401],
    )
    assert.equal(await sessions(), [])
    await service.close()
  })

  const foreign: [who: string, headers: Record<string, string>][] = [
    ['an image on a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a link on it', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a script on it', { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a browser that tells only the origin', { origin: 'http://evil.test' }],
    ['a page that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ]
  for (const [who, headers] of foreign) {
    test(
      title(`given a request of ${who}, then it begins no session, and uses one that there is`),
      async () => {
        const { service, send, sessions } = await startScene(start)
        const path = `/_session/one${resources}`

        const refused = await Promise.all([
          send(path, {}, headers),
          send(resources, {}, { ...headers, 'Schedkit-Session': 'two' }),
          send(path, { method: 'POST', body: '{"name":"Attic"}' }, headers),
        ])
        const begun = await sessions()
        await send(path)
        const used = await send(path, {}, headers)

        await service.close()
        assert.equal(
          refused.map(({ status }) => status),
          [403, 403, 403],
        )
        assert.match(
          refused[0]?.body.error.message,
          /pages of other sites may not begin one; allow them with --cors/,
        )
        assert.equal(begun, [])
        assert.is(used.status, 200)
      },
    )
  }

  const familiar: [who: string, headers: Record<string, string>][] = [
    ['a page of an allowed origin', { origin: 'http://page.test', 'sec-fetch-site': 'cross-site' }],
    ['a page on another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['a page of the service', { 'sec-fetch-site': 'same-origin' }],
    ['somebody who types the address', { 'sec-fetch-site': 'none' }],
  ]
  for (const [who, headers] of familiar) {
    test(title(`given a request of ${who}, then it begins a session`), async () => {
      const { service, send } = await startScene(start)

      const answer = await send(`/_session/one${resources}`, {}, headers)

      await service.close()
      assert.is(answer.status, 200)
    })
  }

  test(title('invalid limits are refused at the start'), async () => {
    for (const [sessionLimits, message] of [
      [{ sessions: 0 }, /^Failed to use sessionLimits\.sessions: it must be a whole number from 1, not 0\.$/],
      [{ idleTime: 1.5 }, /^Failed to use sessionLimits\.idleTime: it must be/],
      [{ object: 1 }, /^Failed to use sessionLimits\.object: known: sessions, objects, idleTime\.$/],
    ] as const) {
      const error = await start({ sessionLimits: sessionLimits as SessionLimits }).catch(error => error)

      assert.match(error.message, message)
    }
  })
}

test.run()
