import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from '../../server/index.js'
import { rawRequest } from '../../server/testing/raw-socket.js'
import { basic, people, sceneSeed } from '../../server/testing/scene.js'
import { type ServedMock, serveMock } from './index.js'

let mock: ServedMock
let server: Awaited<ReturnType<typeof startServer>>
test.before(async () => {
  const options = { seed: sceneSeed, controlToken: 't', cors: ['http://page.test'] }
  mock = await serveMock(options)
  server = await startServer(options)
})
test.before.each(async () => {
  await Promise.all([mock.reset(), server.reset()])
})
test.after(async () => {
  await Promise.all([mock.close(), server.close()])
})

const close = 'connection: close\r\n'
const host = 'host: localhost\r\n'
const owner = `authorization: ${basic(people.owner.email, people.owner.password)}\r\n`
const page = 'origin: http://page.test\r\n'
const asks = 'access-control-request-method: PUT\r\n'
const resources = '/v1/schedules/first/resources'
const withBody = (body: string) => `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const requests: [what: string, request: string][] = [
  ['a read', `GET ${resources} HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a read without credentials', `GET ${resources} HTTP/1.1\r\n${host}${close}\r\n`],
  [
    'a HEAD, with the length that a GET would have',
    `HEAD ${resources} HTTP/1.1\r\n${host}${owner}${close}\r\n`,
  ],
  ['a refused HEAD', `HEAD /v1/users/me HTTP/1.1\r\n${host}${close}\r\n`],
  ['a GET with a body', `GET ${resources} HTTP/1.1\r\n${host}${owner}${close}${withBody('{"a":1}')}`],
  ['a GET with an empty object', `GET ${resources} HTTP/1.1\r\n${host}${owner}${close}${withBody('{}')}`],
  [
    'a DELETE with a body',
    `DELETE ${resources}?all=1 HTTP/1.1\r\n${host}${owner}${close}${withBody('{"ids":"1"}')}`,
  ],
  [
    'a create',
    `POST ${resources} HTTP/1.1\r\n${host}${owner}${close}${withBody('{"name":"Büro \u{1F600}"}')}`,
  ],
  ['a body that is no JSON', `POST ${resources} HTTP/1.1\r\n${host}${owner}${close}${withBody('{"name":')}`],
  [
    'a body in chunks',
    `POST ${resources} HTTP/1.1\r\n${host}${owner}${close}transfer-encoding: chunked\r\n\r\n4\r\n{"na\r\n9\r\nme":"Ox"}\r\n0\r\n\r\n`,
  ],
  [
    'a body of more than 1 MiB',
    `POST ${resources} HTTP/1.1\r\n${host}${owner}${close}content-length: 1048577\r\n\r\n${' '.repeat(1_048_577)}`,
  ],
  ['OPTIONS', `OPTIONS ${resources} HTTP/1.1\r\n${host}${close}\r\n`],
  ['a page that asks whether it may', `OPTIONS ${resources} HTTP/1.1\r\n${host}${page}${asks}${close}\r\n`],
  ['a page that may', `GET /v1/users/me HTTP/1.1\r\n${host}${page}${owner}${close}\r\n`],
  ['another page', `GET /v1/users/me HTTP/1.1\r\n${host}origin: http://evil.test\r\n${owner}${close}\r\n`],
  [
    'a method that is not for a path',
    `PUT ${resources}/1/bookings/1 HTTP/1.1\r\n${host}${owner}${close}\r\n`,
  ],
  ['PATCH', `PATCH /v1/users/me HTTP/1.1\r\n${host}${owner}${close}${withBody('{}')}`],
  ['TRACE', `TRACE /v1/users/me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['CONNECT', `CONNECT example.test:443 HTTP/1.1\r\n${host}\r\n`],
  ['a path outside of the interface', `GET /favicon.ico HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a path with dots', `GET /v1/../v1/users/./me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a path with escaped dots', `GET /v1/%2e%2e/v1/users/me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a broken escape', `GET /v1/schedules/%zz/resources HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a path with a double slash', `GET //v1/users/me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a backslash', `GET /v1\\users\\me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a mark and a hash', `GET /v1/users/me?a#b HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a quote in the query', `GET ${resources}?fields="id' HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['a whole URL as target', `GET http://other.test/v1/users/me HTTP/1.1\r\n${host}${owner}${close}\r\n`],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`],
  [
    'a Host in capitals with the usual port',
    `GET ${resources}?limit=1 HTTP/1.1\r\nhost: LOCALHOST:80\r\n${owner}${close}\r\n`,
  ],
  ['a request without Host', `GET /v1/users/me HTTP/1.1\r\n${close}\r\n`],
  ['no HTTP', 'NONSENSE\r\n\r\n'],
]
for (const [what, request] of requests) {
  test(`given ${what}, then the mock's response is byte for byte that of the server`, async () => {
    const [byMock, byServer] = await Promise.all([
      rawRequest(mock.port, request),
      rawRequest(server.port, request),
    ])

    // Users without an id in the seed get another id in each service, and times are those of the requests.
    const plain = (answers: typeof byMock) =>
      answers.map(({ status, head, body }) => ({
        status,
        head: head
          .replace(/^date: .*$/im, '')
          .replace(/^x-request-id: .*$/im, '')
          .toLowerCase()
          .split('\r\n')
          .sort(),
        body: body.replace(/"(?:id|updated_at|created_at)":"[^"]+"/g, ''),
      }))
    const lengths = /content-length: \d+/
    const forget = (text: string) => (/users\/me HTTP/.test(request) ? text.replace(lengths, '') : text)
    const shown = (answers: typeof byMock) =>
      plain(answers).map(each => ({ ...each, head: each.head.map(forget) }))
    assert.is(byMock.length, 1)
    assert.equal(shown(byMock), shown(byServer))
  })
}

test('given the same requests, then mock and server keep the same records of them', async () => {
  for (const [, request] of requests) {
    await rawRequest(mock.port, request)
    await rawRequest(server.port, request)
  }

  const [byMock, byServer] = await Promise.all(
    [mock, server].map(async ({ url }) => {
      const answer = await fetch(`${url}/_control/requests`, { headers: { authorization: 'Bearer t' } })
      const { data } = (await answer.json()) as { data: Record<string, unknown>[] }
      return data.map(({ method, target, operation, as, request, status }) =>
        JSON.stringify([method, target, operation, as, request, status]),
      )
    }),
  )

  assert.ok((byMock?.length ?? 0) > 20)
  assert.equal(byMock, byServer)
})

test('given a wildcard host, then the URL has an address that can be called', async () => {
  for (const [host, url] of [
    ['0.0.0.0', /^http:\/\/localhost:\d+$/],
    ['::', /^http:\/\/localhost:\d+$/],
    ['::1', /^http:\/\/\[::1\]:\d+$/],
  ] as const) {
    const own = await serveMock({ host })

    const answer = await fetch(`${own.url}/v1/users/me`)

    await own.close()
    assert.match(own.url, url)
    assert.is(answer.status, 401)
  }
})

test('given a public URL, then links in responses and e-mails begin with it; an invalid one is refused', async () => {
  const own = await serveMock({ seed: sceneSeed, publicUrl: 'https://api.example.com/prefix/' })
  const headers = { authorization: basic(people.owner.email, people.owner.password) }

  const list = await fetch(own.url + resources, { headers })
  await fetch(`${own.url}/v1/users/me`, { method: 'PUT', headers, body: '{"email":"else@example.test"}' })
  const [mail] = await own.outbox()
  const wrong = await serveMock({ publicUrl: 'example' }).catch(error => error.message)

  await own.close()
  const { pagination } = (await list.json()) as { pagination: { links: { first: string } } }
  assert.match(
    pagination.links.first,
    /^https:\/\/api\.example\.com\/prefix\/v1\/schedules\/first\/resources\?/,
  )
  assert.match(mail?.link ?? '', /^https:\/\/api\.example\.com\/prefix\/v1\/activations\//)
  assert.match(wrong, /Failed to use the public URL "example"/)
})

test('given a latency at the start, then a reset restores it; an invalid one fails the start', async () => {
  const own = await serveMock({ latency: [40, 50], controlToken: 't' })
  const wait = async () => {
    const answer = await fetch(`${own.url}/_control/latency`, { headers: { authorization: 'Bearer t' } })
    return ((await answer.json()) as { data: { ms: unknown } }).data.ms
  }
  const first = await wait()
  await fetch(`${own.url}/_control/latency`, {
    method: 'PUT',
    headers: { authorization: 'Bearer t' },
    body: '{"ms":0}',
  })
  const set = await wait()
  await own.reset()
  const then = await wait()
  const wrong = await serveMock({ latency: -1 }).catch(error => error.message)

  await own.close()
  assert.equal([first, set, then], [[40, 50], 0, [40, 50]])
  assert.match(wrong, /^Failed to start the mock: .*milliseconds from 0 to 600000/)
})

test('a closed mock is unreachable, and can be closed again; a port in use fails the start', async () => {
  const own = await serveMock()
  const taken = await serveMock({ port: own.port }).catch(error => error.code)
  await own.close()
  await own.close()

  const failed = await fetch(own.url).catch(error => error.cause.code)

  assert.is(taken, 'EADDRINUSE')
  assert.is(failed, 'ECONNREFUSED')
})

test.run()
