import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from './index.js'
import { withCluster } from './storage/postgres/testing/cluster.js'

const { test, cluster } = withCluster(all)

async function ask(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await request(`${url}/_health`, { method })
  return { status: statusCode, headers, text: (await body.text()).trim() }
}

all('given a server that serves, /_health says so to anybody, and counts against no limit', async () => {
  const server = await startServer({ limits: { requests: 1 } })

  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(server.url)))

  for (const { status, text } of answers)
    assert.equal([status, text], [200, '{"ready":true,"storage":"reachable"}'])
  assert.equal([(await ask(server.url, 'HEAD')).status, (await ask(server.url, 'HEAD')).text], [200, ''])
  const { status, headers } = await ask(server.url, 'POST')
  assert.equal([status, headers.allow], [405, 'GET, HEAD'])
  await server.close()
})

all('given a server that is about to stop, /_health says so while requests are still served', async () => {
  const server = await startServer({ drainTime: 1_000 })

  const closed = server.close()
  const { status, text } = await ask(server.url)
  const other = await request(`${server.url}/openapi.json`)
  await other.body.dump()

  assert.equal([status, text], [503, '{"ready":false,"storage":"reachable","stopping":true}'])
  assert.is(other.statusCode, 200)
  await closed
  assert.match(await ask(server.url).catch(error => error.code), /ECONNREFUSED/)
})

test('given a database that stops, /_health is 503 until it is back', async () => {
  const server = await startServer({ database: cluster().database() })
  assert.is((await ask(server.url)).status, 200)

  cluster().stop('immediate')
  await waitFor(1_100)
  const { status, text } = await ask(server.url)
  cluster().start()

  assert.equal([status, text], [503, '{"ready":false,"storage":"unreachable"}'])
  assert.is((await ask(server.url)).status, 200)
  await server.close()
})

all.run()
