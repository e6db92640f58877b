import { readFileSync } from 'node:fs'
import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from '../server/storage/postgres/testing/cluster.js'
import { command } from './testing/command.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)
const authorization = `Basic ${Buffer.from('mira@ribeira.example:mira-demo').toString('base64')}`

const workersOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('given --workers, processes share a port, are replaced there, alone or all at once, and end together', async () => {
  const database = cluster().database()
  const server = schedkit(['serve', '--port', '0', '--log', 'json', '--workers', '2'], {
    SCHEDKIT_DATABASE: database,
  })
  const { url } = await readyLine(server)
  const primary = server.child.pid as number
  const get = () =>
    // A connection that is on its way to a worker which is killed may get no answer.
    request(`${url}/v1/users/me`, { headers: { authorization }, reset: true, headersTimeout: 2_000 }).then(
      ({ statusCode }) => statusCode,
    )
  const count = async (wanted: number) => {
    for (let waited = 0; waited < 300 && workersOf(primary).length !== wanted; waited++) await waitFor(100)
    return workersOf(primary)
  }
  const before = await count(2)
  assert.is(await get(), 200)

  process.kill(before[1] as number, 'SIGKILL')
  for (let waited = 0; waited < 300; waited++) {
    if ((await count(2)).every(pid => pid !== before[1])) break
    await waitFor(100)
  }
  assert.is(await get(), 200)

  for (const pid of workersOf(primary)) process.kill(pid, 'SIGKILL')
  for (let waited = 0; waited < 300 && (await get().catch(() => 0)) !== 200; waited++) await waitFor(100)
  assert.is(await get(), 200)
  server.child.kill('SIGTERM')

  assert.is(await server.ended, 0)
  assert.match(server.stderr(), /Worker \d+ has ended \(SIGKILL\)/)
  assert.is(server.stdout().match(/"ready":true/g)?.length, 1)
})

for (const [args, message] of [
  [['--workers', '2'], /--workers 2 needs --database/],
  [
    ['--workers', '2', '--database', 'postgres://x/y', '--control-token', 'x'],
    /--workers and --control-token exclude each other/,
  ],
] as const) {
  all(`given ${args.join(' ')}, the server does not start`, async () => {
    const { code, err } = await command(['serve', ...args])

    assert.is(code, 2)
    assert.match(err, message)
  })
}

all.run()
