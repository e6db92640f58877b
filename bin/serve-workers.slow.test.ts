import { readFileSync } from 'node:fs'
import { setTimeout as waitFor } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from '../server/storage/postgres/testing/cluster.js'
import { command } from './testing/command.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)
const authorization = `Basic ${Buffer.from('mira@ribeira.example:mira-demo').toString('base64')}`

const workersOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('given --workers, processes share a port, are replaced individually or all at once, and end together', async () => {
  const database = cluster().database()
  const server = schedkit(['serve', '--port', '0', '--log', 'json', '--workers', '2'], {
    SCHEDKIT_DATABASE: database,
  })
  const { url } = await readyLine(server)
  const primary = server.child.pid as number
  const get = () =>
    // A connection on its way to a worker that is killed may get no response.
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
  assert.match(server.stdout(), /"event":"worker ended","message":"Worker \d+ has ended \(SIGKILL\)/)
  for (const line of server.stdout().trim().split('\n')) JSON.parse(line)
  assert.is(server.stdout().match(/"ready":true/g)?.length, 1)
})

const stateOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? ''
  } catch {
    return 'gone'
  }
}

test('given workers that are killed repeatedly, the pause before each replacement grows, and the port is served again', async () => {
  const server = schedkit(['serve', '--port', '0', '--log', 'json', '--workers', '2'], {
    SCHEDKIT_DATABASE: cluster().database(),
  })
  const { url } = await readyLine(server)
  const primary = server.child.pid as number
  let zombies: number[] = []
  for (let round = 0; round < 40; round++) {
    zombies = workersOf(primary).filter(pid => stateOf(pid) === 'Z')
    for (const pid of workersOf(primary)) if (pid > 0 && stateOf(pid) !== 'Z') process.kill(pid, 'SIGKILL')
    await waitFor(100)
  }

  const get = () =>
    request(`${url}/v1/users/me`, { headers: { authorization }, reset: true, headersTimeout: 2_000 }).then(
      ({ statusCode }) => statusCode,
      () => 0,
    )
  for (let waited = 0; waited < 300 && (await get()) !== 200; waited++) await waitFor(100)
  assert.is(await get(), 200)
  server.child.kill('SIGTERM')

  assert.is(await server.ended, 0)
  assert.equal(zombies, [])
  const pauses = Array.from(server.stdout().matchAll(/starts in ([\d.]+) s/g), ([, seconds]) =>
    Number(seconds),
  )
  // In four seconds, one worker ends at most after 0.1, 0.2, 0.4, 0.8 and 1.6 s; another one has its own pauses.
  assert.ok(pauses.length <= 12, pauses.join(' '))
  assert.ok(pauses.filter(seconds => seconds === 0.1).length <= 2 && pauses.includes(0.4), pauses.join(' '))
})

test('given a killed primary process, its workers answer the requests in progress, and end', async () => {
  const server = schedkit(['serve', '--port', '0', '--log', 'json', '--workers', '2'], {
    SCHEDKIT_DATABASE: cluster().database(),
  })
  const { url } = await readyLine(server)
  const primary = server.child.pid as number
  while (workersOf(primary).length < 2) await waitFor(50)
  const workers = workersOf(primary)
  const pool = new Pool(url, { connections: 12 })
  const ask = (header: string) =>
    pool.request({ method: 'GET', path: '/v1/users/me', headers: { authorization: header } }).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode
      },
      (error: Error) => error.message,
    )
  // Connections that wait for a worker end with the primary process; these have reached one.
  await Promise.all(Array.from({ length: 12 }, () => ask(authorization)))
  // Each waits for a password hash.
  const answers = Array.from({ length: 12 }, (_, index) =>
    ask(`Basic ${btoa(`nobody-${index}@example.test:wrong`)}`),
  )
  await Promise.race(answers)

  process.kill(primary, 'SIGKILL')

  const statuses = await Promise.all(answers)
  // Some may not have been read yet. Workers that end immediately would answer only the first few.
  assert.ok(statuses.filter(status => status === 401).length >= 6, statuses.join(' '))
  const hasEnded = (pid: number) => ['gone', 'Z'].includes(stateOf(pid))
  for (let waited = 0; waited < 200 && !workers.every(hasEnded); waited++) await waitFor(100)
  assert.ok(workers.every(hasEnded))
  await pool.destroy()
  assert.match(server.stderr(), /^Warning: the database was empty, [^\n]*\n$/)
})

test('given --metrics-port, the metrics of all workers are served, and those of a killed worker are kept', async () => {
  const server = schedkit(
    ['serve', '--port', '0', '--log', 'json', '--workers', '2', '--metrics-port', '0'],
    { SCHEDKIT_DATABASE: cluster().database() },
  )
  const { url, metrics = '' } = await readyLine(server)
  const primary = server.child.pid as number
  // Each on its own connection, so that both workers get some.
  const ask = async (times: number) => {
    for (let count = 0; count < times; count++) {
      const { body } = await request(`${url}/v1/users/me`, { headers: { authorization }, reset: true })
      await body.dump()
    }
  }
  const read = async () => {
    const { body } = await request(metrics)
    const text = await body.text()
    const count = /_count\{operation="readMe",status="200"\} (\d+)/.exec(text)?.[1]
    const names = Array.from(text.matchAll(/^process_resident_memory_bytes\{worker="(\d+)"\} \d{7,}$/gm))
    return { count: Number(count), workers: names.map(([, name]) => Number(name)), text }
  }
  const settled = async (wanted: (workers: number[]) => boolean) => {
    for (let waited = 0; waited < 300 && !wanted((await read()).workers); waited++) await waitFor(100)
    return read()
  }
  await settled(workers => workers.length === 2)

  await ask(40)
  const before = await read()
  process.kill(workersOf(primary)[0] as number, 'SIGKILL')
  const after = await settled(workers => workers.includes(3))
  await ask(10)
  const later = await read()
  server.child.kill('SIGTERM')
  await server.ended

  assert.equal([before.count, before.workers], [40, [1, 2]])
  assert.is(after.count, 40)
  assert.equal(after.workers.length, 2)
  assert.is(later.count, 50)
  assert.match(later.text, /\nschedkit_info\{version="[^"]+"\} 1\n/)
  const pids = new Set<number>()
  for (const line of server.stdout().trim().split('\n')) {
    const { pid, event } = JSON.parse(line)
    if (pid !== undefined && event === undefined) pids.add(pid)
  }
  assert.is(pids.size, 3, 'the log names the process of each request')
  assert.match(server.stdout(), /"event":"worker ended","message":"Worker \d+ has ended \(SIGKILL\)/)
  assert.match(server.stderr(), /^Warning: the database was empty, [^\n]*\n$/)
})

all(
  'given workers whose first one cannot start, then the process says why and ends with its code',
  async () => {
    const server = schedkit([
      'serve',
      '--port',
      '0',
      '--workers',
      '2',
      '--database',
      'postgres://127.0.0.1:1/x',
    ])

    assert.is(await server.ended, 1)
    assert.match(
      server.stderr(),
      /^Failed to use the data in postgres:\/\/127\.0\.0\.1:1\/x: connect ECONNREFUSED/,
    )
  },
)

for (const [args, message] of [
  [['--workers', '2'], /--workers 2 needs --database/],
  [
    ['--workers', '2', '--database', 'postgres://x/y', '--control-token', 'x'],
    /--workers and --control-token cannot be combined/,
  ],
  [
    ['--workers', '2', '--database', 'postgres://x/y', '--world', 'newest-first'],
    /--workers and --world cannot be combined/,
  ],
] as const) {
  all(`given ${args.join(' ')}, the server does not start`, async () => {
    const { code, err } = await command(['serve', ...args])

    assert.is(code, 2)
    assert.match(err, message)
  })
}

all.run()
