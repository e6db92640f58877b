import { readFile } from 'node:fs/promises'
import { setTimeout as waitFor } from 'node:timers/promises'
import { Pool } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from '../server/storage/postgres/testing/cluster.js'
import { freePort } from '../server/testing/processes.js'
import { assertConformant } from './testing/certified.js'
import { type ProxyName, startProxy } from './testing/proxies.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

/*
 * Three processes on a database, behind a proxy with the configuration of docs/operation: they are conformant, and while they are
 * restarted one after another under load, no request fails.
 */

const { test, cluster } = withCluster(all)
const authorization = `Basic ${Buffer.from('mira@ribeira.example:mira-demo').toString('base64')}`
const path = '/v1/schedules/lisbon-studio/resources'

/** Starts clients that send requests, a quarter of them creates, until they are stopped. */
function keepAsking(url: string, clients: number) {
  const pool = new Pool(url, { connections: clients })
  const failed: string[] = []
  let answered = 0
  let isOver = false

  async function ask(client: number): Promise<void> {
    for (let count = 0; !isOver; count++) {
      const isCreate = count % 4 === 0
      const method = isCreate ? 'POST' : 'GET'
      const body = isCreate ? JSON.stringify({ name: `${client} ${count}` }) : null
      try {
        const reply = await pool.request({
          ...{ method, body, headers: { authorization } },
          path: isCreate ? path : `${path}?limit=1`,
        })
        const text = await reply.body.text()
        if (reply.statusCode !== (isCreate ? 201 : 200)) failed.push(`${method} ${reply.statusCode} ${text}`)
        answered++
      } catch (error) {
        failed.push(`${method} ${(error as Error).message}`)
      }
    }
  }

  const asking = Array.from({ length: clients }, (_, client) => ask(client))
  return {
    failed,
    answered: () => answered,
    async stop() {
      isOver = true
      await Promise.all(asking)
      await pool.close()
    },
  }
}

test('the configurations of both proxies have the three processes of the page', async () => {
  for (const file of ['nginx.conf', 'haproxy.cfg']) {
    const text = await readFile(`docs/operation/${file}`, 'utf8')
    assert.equal(
      [...text.matchAll(/127\.0\.0\.1:(400[123])/g)].map(([, port]) => port),
      ['4001', '4002', '4003'],
      file,
    )
  }
})

for (const name of ['nginx', 'haproxy'] as const satisfies readonly ProxyName[]) {
  const title = `given three processes behind ${name}, when all are restarted under load, no request fails`
  const certification = `three processes behind ${name} are conformant, with every check run`
  // These take long: only .ci/full runs them.
  if (process.env.SCHEDKIT_PROXIES !== 'required') {
    process.stdout.write('Test skipped: SCHEDKIT_PROXIES=required runs it\n')
    test.skip(title)
    test.skip(certification)
    continue
  }
  test(title, async () => {
    const database = cluster().database()
    const ports = [await freePort(), await freePort(), await freePort()]
    async function start(port: number) {
      const options = ['--port', String(port), '--trust-proxy', '--drain', '3', '--log', 'json']
      const running = schedkit(['serve', ...options], { SCHEDKIT_DATABASE: database })
      await readyLine(running)
      return running
    }
    const processes: Awaited<ReturnType<typeof start>>[] = []
    for (const port of ports) processes.push(await start(port))
    const proxy = await startProxy(name, ports)
    const clients = keepAsking(proxy.url, 16)
    await waitFor(2_000)

    const codes: (number | null)[] = []
    try {
      for (const [index, port] of ports.entries()) {
        const before = processes[index]
        before?.child.kill('SIGTERM')
        codes.push((await before?.ended) ?? null)
        const after = await start(port)
        processes[index] = after
        // The proxy has detected that the process is back, and the process knows the client's address.
        await after.wrote(/"client":"127\.0\.0\.1","method":"POST"/)
        await waitFor(1_000)
      }
    } finally {
      await clients.stop()
      await proxy.stop()
      for (const running of processes) running.child.kill('SIGTERM')
      await Promise.all(processes.map(({ ended }) => ended))
    }

    assert.equal(clients.failed, [], `${proxy.log()}\n${processes.map(each => each.stderr()).join('')}`)
    assert.equal(codes, [0, 0, 0])
    assert.ok(clients.answered() > 500, String(clients.answered()))
  })

  test(certification, async () => {
    const database = cluster().database()
    const ports = [await freePort(), await freePort(), await freePort()]
    const processes = ports.map(port => {
      const options = ['--port', String(port), '--trust-proxy', '--log', 'json', '--control-token', 'token']
      return schedkit(['serve', ...options], { SCHEDKIT_DATABASE: database })
    })
    await Promise.all(processes.map(readyLine))
    const proxy = await startProxy(name, ports)

    try {
      await assertConformant(proxy.url, 6)
    } finally {
      await proxy.stop()
      for (const { child } of processes) child.kill()
      await Promise.all(processes.map(({ ended }) => ended))
    }
  })
}

all.run()
