import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningServer, type ServerOptions, startServer } from '../index.js'
import { withCluster } from '../storage/postgres/testing/cluster.js'
import { newFolder } from '../testing/folder.js'
import { rawRequest } from '../testing/raw-socket.js'
import { basic, controlToken, people, sceneSeed } from '../testing/scene.js'

const { test, cluster } = withCluster(all)

const start = (options: ServerOptions = {}) =>
  startServer({ seed: sceneSeed, metrics: { port: 0 }, controlToken, ...options })

async function send(server: RunningServer, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const { email, password } = people.owner
  const authorization = path.startsWith('/_') ? `Bearer ${controlToken}` : basic(email, password)
  const headers = { authorization }
  const { statusCode, body: answer } = await request(`${server.url}${path}`, {
    ...{ method, headers, body: body === undefined ? null : JSON.stringify(body) },
  })
  await answer.dump()
  return statusCode
}

/** The text of the metrics, and their values by line name. */
async function read(server: RunningServer) {
  const { headers, body } = await request(server.metricsUrl ?? '')
  const text = await body.text()
  const numbers = new Map(
    text.split('\n').flatMap(line => {
      const [, name = '', number] = /^([^#].*) (\S+)$/.exec(line) ?? []
      return number === undefined ? [] : [[name, Number(number)] as const]
    }),
  )
  return { headers, text, of: (name: string) => numbers.get(`schedkit_${name}`), names: [...numbers.keys()] }
}

/** Returns the metrics when one of them is at least 1. */
async function readOnce(server: RunningServer, name: string) {
  for (;;) {
    const metrics = await read(server)
    if ((metrics.of(name) ?? 0) >= 1) return metrics
    await waitFor(20)
  }
}

all(
  'given incomplete or late bodies, each counts as one refusal, with the status that was sent',
  async () => {
    const server = await start({ limits: { headersTime: 300, requestTime: 300 } })
    const { email, password } = people.owner
    const head = `PUT /v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(email, password)}\r\nContent-Length: 100\r\n\r\n`

    await rawRequest(server.port, socket => socket.end(`${head}{"first`))
    const [late] = await rawRequest(server.port, `${head}{"first`)

    const { of } = await read(server)
    await server.close()
    assert.is(late?.status, 408)
    assert.equal(
      ['bad_request', 'request_timeout'].map(code => of(`refusals_total{code="${code}"}`)),
      [1, 1],
    )
    assert.is(of('request_duration_seconds_count{operation="changeMe",status="408"}'), 1)
  },
)

all(
  'given requests, /_metrics counts them by operation and status, with durations and causes of refusal',
  async () => {
    const server = await start()
    const resources = '/v1/schedules/first/resources'
    for (let count = 0; count < 3; count++) assert.is(await send(server, 'GET', resources), 200)
    assert.is(await send(server, 'POST', resources, { name: '' }), 422)
    assert.is(await send(server, 'GET', '/v1/schedules/unknown/resources'), 404)
    assert.is(await send(server, 'GET', '/openapi.json'), 200)
    assert.is(await send(server, 'GET', '/_health/ready'), 200)
    await rawRequest(server.port, 'NONSENSE\r\n\r\n')
    const page = await request(`${server.url}/v1/activations/used`, { headers: { accept: 'text/html' } })
    await page.body.dump()
    // Leads to a garbage collection.
    Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
    await waitFor(50)

    const { headers, text, of, names } = await read(server)

    const duration = (part: string, labels: string) => of(`request_duration_seconds_${part}{${labels}}`)
    const listed = 'operation="listResources",status="200"'
    assert.is(headers['content-type'], 'application/openmetrics-text; version=1.0.0; charset=utf-8')
    assert.match(text, /\n# EOF\n$/)
    assert.is(duration('count', listed), 3)
    assert.is(duration('bucket', `le="10.0",${listed}`), 3)
    assert.is(duration('bucket', `le="+Inf",${listed}`), 3)
    assert.ok((duration('sum', listed) ?? 0) > 0)
    assert.is(duration('count', 'operation="createResource",status="422"'), 1)
    assert.is(duration('count', 'operation="listResources",status="404"'), 1)
    assert.is(duration('count', 'operation="other",status="200"'), 1, 'health checks are not counted')
    assert.equal(
      ['invalid', 'bad_request', 'link_invalid'].map(code => of(`refusals_total{code="${code}"}`)),
      [1, 1, 1],
    )
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      assert.ok(names.includes(name), name)
    assert.not.match(text, /example\.test|"first"|_total_total/)
    // Garbage collections have whole bounds, too.
    assert.match(text, /nodejs_gc_duration_seconds_bucket\{le="1\.0"/)
    for (const [, bound = ''] of text.matchAll(/le="([^"]*)"/g)) assert.match(bound, /^(?:\d+\.\d+|\+Inf)$/)
    await server.close()
  },
)

all(
  'given a metrics port, it serves nothing else, and the port of the service serves no metrics',
  async () => {
    const server = await start()
    const url = server.metricsUrl ?? ''

    const statuses = [
      (await request(url, { method: 'HEAD' })).statusCode,
      (await request(url, { method: 'POST' })).statusCode,
      (await request(url.replace('/_metrics', '/v1/users/me'))).statusCode,
      await send(server, 'GET', '/_metrics'),
    ]

    assert.equal(statuses, [200, 405, 404, 404])
    await server.close()
    // Or the previous connection is still open and then closes.
    assert.match(
      await request(url).catch(error => error.code),
      /^(?:ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/,
    )
  },
)

all('given no metrics option, nothing is counted or served', async () => {
  const server = await startServer()

  assert.is(server.metricsUrl, undefined)
  assert.equal(await server.metrics(), [])
  await server.close()
})

all('given a metrics port that is in use, the server does not start, and says why', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as { port: number }

  const message = await start({ metrics: { port } }).then(
    () => 'started',
    error => error.message,
  )

  assert.match(
    message,
    new RegExp(`^Failed to serve metrics on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*--metrics-port`),
  )
  other.close()
})

all(
  'given requests in progress, and one too many, then metrics count both, and the cause of the 503',
  async () => {
    const server = await start({ limits: { requests: 2 } })
    await send(server, 'PUT', '/_control/latency', { ms: 1_000 })

    const answers = [0, 1, 2].map(() => send(server, 'GET', '/v1/users/me'))
    const { of } = await readOnce(server, 'unavailable_total{cause="requests"}')

    assert.is(of('requests_in_progress'), 2)
    assert.is(of('requests_waiting'), 0)
    assert.is(of('request_duration_seconds_count{operation="readMe",status="503"}'), 1)
    assert.ok((of('connections') ?? 0) >= 3)
    assert.is(of('unavailable_total{cause="requests"}'), 1)
    assert.equal((await Promise.all(answers)).sort(), [200, 200, 503])
    await server.close()
  },
)

all(
  'given any number of planned failures with codes of their own, metrics have one label for them',
  async () => {
    const server = await start()
    for (const code of ['odd', 'even']) {
      await send(server, 'POST', '/_control/failures', { with: 503, code })
      assert.is(await send(server, 'GET', '/v1/users/me'), 503)
    }

    const { of, text } = await read(server)

    assert.equal([of('refusals_total{code="other"}'), of('unavailable_total{cause="other"}')], [2, 2])
    assert.not.match(text, /odd|even"/)
    await server.close()
  },
)

/** Nobody listens there: delivery is retried after a second, and later. */
const smtp = 'smtp://127.0.0.1:1'
const invitation = { email: 'new@example.test', invite: true }

for (const place of ['in memory', 'in a directory'] as const) {
  all(`given mails ${place} that cannot be delivered, metrics count the pending ones`, async () => {
    const folder = newFolder()
    const kept = place === 'in memory' ? {} : { data: join(folder, 'data') }
    const server = await start({ ...kept, smtp })
    assert.is((await read(server)).of('mails_waiting'), 0)

    assert.is(await send(server, 'POST', '/v1/schedules/first/collaborators', invitation), 201)
    await readOnce(server, 'mails_waiting')

    assert.is((await read(server)).of('mails_waiting'), 1)
    await server.close()
  })
}

test('given a database, then metrics include its connections, retries and mails, and work while it is unreachable', async () => {
  const database = cluster().database()
  const server = await start({ database, databaseLimits: { poolSize: 2 }, smtp })
  assert.is(await send(server, 'POST', '/v1/schedules/first/collaborators', invitation), 201)
  const { isHeld, release } = cluster().hold(database, 'LOCK TABLE resources')
  await isHeld

  const answers = [0, 1, 2, 3].map(() => send(server, 'GET', '/v1/schedules/first/resources'))
  const busy = await readOnce(server, 'database_connections_waiting')
  release()
  await Promise.all(answers)
  const free = await read(server)
  cluster().stop('immediate')
  const away = await read(server)
  cluster().start()

  assert.is(busy.of('database_connections_limit'), 2)
  assert.ok((busy.of('database_connections_in_use') ?? 0) >= 1)
  assert.equal([free.of('database_connections_waiting'), free.of('mails_waiting')], [0, 1])
  assert.type(free.of('database_retries_total'), 'number')
  assert.is(away.of('mails_waiting'), undefined)
  assert.is(away.of('database_connections_limit'), 2)
  await server.close()
})

all.run()
