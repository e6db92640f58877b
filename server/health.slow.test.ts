import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from './index.js'
import { withCluster } from './storage/postgres/testing/cluster.js'

const { test, cluster } = withCluster(all)

async function ask(url: string, path = '', method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET') {
  const { statusCode, headers, body } = await request(`${url}/_health${path}`, { method })
  return { status: statusCode, headers, text: (await body.text()).trim() }
}

all('given a healthy server, /_health says so to anybody, and does not count against limits', async () => {
  const server = await startServer({ limits: { requests: 1 } })

  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(server.url)))

  for (const { status, text } of answers)
    assert.equal([status, text], [200, '{"ready":true,"storage":"reachable"}'])
  for (const path of ['', '/live', '/ready']) {
    const head = await ask(server.url, path, 'HEAD')
    const post = await ask(server.url, path, 'POST')
    const options = await ask(server.url, path, 'OPTIONS')
    assert.equal([head.status, head.text], [200, ''])
    assert.equal([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS'])
    assert.equal([options.status, options.headers.allow], [200, 'GET, HEAD, OPTIONS'])
  }
  assert.is((await ask(server.url, '/live?x')).text, '{"live":true}')
  assert.is((await ask(server.url, '/ready')).text, '{"ready":true}')
  assert.is((await ask(server.url, '/other')).status, 404)
  await server.close()
})

all('given a server that is about to stop, /_health says so while requests are still served', async () => {
  const server = await startServer({ drainTime: 1_000 })

  const closed = server.close()
  const { status, text } = await ask(server.url)
  const [live, ready] = [await ask(server.url, '/live'), await ask(server.url, '/ready')]
  const other = await request(`${server.url}/openapi.json`)
  await other.body.dump()

  assert.equal([status, text], [503, '{"ready":false,"storage":"reachable","stopping":true}'])
  assert.is(ready.status, 503)
  assert.equal(JSON.parse(ready.text), {
    ready: false,
    code: 'stopping',
    reason: 'The server is about to stop. It still answers requests, until it accepts no more.',
  })
  assert.equal([live.status, live.text], [200, '{"live":true}'])
  assert.is(other.statusCode, 200)
  await closed
  assert.match(await ask(server.url).catch(error => error.code), /ECONNREFUSED/)
})

test('given a database that stops, then the server is live, but not ready until it is back', async () => {
  const server = await startServer({ database: cluster().database() })
  assert.is((await ask(server.url)).status, 200)

  cluster().stop('immediate')
  await waitFor(1_100)
  const { status, text } = await ask(server.url)
  const ready = await ask(server.url, '/ready')
  const began = performance.now()
  const live = await ask(server.url, '/live')
  const took = performance.now() - began
  cluster().start()

  assert.equal([status, text], [503, '{"ready":false,"storage":"unreachable"}'])
  assert.equal(
    [ready.status, ready.text],
    [503, '{"ready":false,"code":"unreachable","reason":"The database does not answer."}'],
  )
  assert.equal([live.status, live.text], [200, '{"live":true}'])
  assert.ok(took < 500, `${took} ms`)
  assert.is((await ask(server.url)).status, 200)
  await server.close()
})

all.run()
