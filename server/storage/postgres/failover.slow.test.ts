import { createServer, type Server, type Socket } from 'node:net'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable } from '../../core/index.js'
import { errorOf } from '../../core/store-samples.contract.js'
import { isLost, translateError, whyLost } from './failures.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { type Cluster, startCluster, withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)
const opened: PostgresStore[] = []

async function open(url: string, limits = {}): Promise<PostgresStore> {
  const store = await openPostgresStore({ url, limits })
  opened.push(store)
  return store
}

test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const users = (store: PostgresStore) => store.read(rows => rows.users.list())

/** How a read is refused, and the reason given by the health check. */
async function refusal(store: PostgresStore): Promise<unknown[]> {
  const error = await errorOf(users(store))
  return [error instanceof Unavailable && error.why, await store.health()]
}

const hostOf = (url: string) => new URL(url).host

/** Replaces the hosts in the URL of a database. */
const withHosts = (url: string, hosts: string) => url.replace(hostOf(url), hosts)

/** A server that accepts connections but never responds. */
async function openSilence(): Promise<{ host: string; close(): void }> {
  const sockets: Socket[] = []
  const server: Server = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return {
    host: `127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('given a database that becomes a standby, then nothing uses it until it is a primary again', async () => {
  const url = cluster().database()
  const store = await open(url)
  await users(store)

  cluster().demote()
  const refused = [await refusal(store), await refusal(store)]
  const started = await errorOf(open(url))
  await cluster().promote()

  assert.equal(refused, Array(2).fill(['unreachable', 'recovery']))
  assert.match(String(started), /it is a standby in recovery\. Name the primary in its URL, or several hosts/)
  assert.equal(await users(store), [])
  assert.is(await store.health(), 'reachable')
})

test('given a database that becomes read-only, then health reports it, and it is used again once it accepts writes', async () => {
  const url = cluster().database()
  const name = new URL(url).pathname.slice(1)
  const store = await open(url)
  await users(store)
  const elsewhere = url.replace(name, 'postgres')
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = '${name}'`

  cluster().run(elsewhere, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  cluster().run(elsewhere, end)
  await errorOf(users(store))
  const refused = await refusal(store)
  cluster().run(elsewhere, `ALTER DATABASE ${name} RESET default_transaction_read_only`)

  assert.equal(refused, ['unreachable', 'read_only'])
  assert.equal(await users(store), [])
})

for (const [code, why] of [
  ['25006', 'read_only'],
  ['0A000', 'recovery'],
] as const) {
  test(`given error ${code}, then the connection is not used again`, () => {
    const error = Object.assign(new Error('refused'), { code, severity: 'ERROR' })

    assert.is(isLost(error), true)
    assert.is((translateError(error) as Unavailable).why, 'unreachable')
    assert.is(whyLost(error), why)
  })
}

test('given several hosts, then the one that responds and can write is used, also when another one takes over', async () => {
  const other: Cluster = await startCluster({ isDurable: false })
  try {
    const [one, two] = [cluster().database(), other.database()]
    for (const each of [cluster(), other]) each.run(each === other ? two : one, 'CREATE DATABASE failover')
    const url = new URL(one)
    url.pathname = '/failover'
    const hosts = `127.0.0.1:1,${hostOf(one)},${hostOf(two)}`
    for (const each of [one, two]) await (await open(withHosts(url.href, hostOf(each)))).close()
    other.demote()
    const store = await open(`${withHosts(url.href, hosts)}?target_session_attrs=read-write`)
    assert.equal(await users(store), [])

    cluster().demote()
    await other.promote()
    await errorOf(users(store))
    const found = await users(store)
    await cluster().promote()

    assert.equal(found, [])
    assert.is(
      other
        .run(url.href, `SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'schedkit'`)
        .trim(),
      't',
    )
  } finally {
    for (const store of opened.splice(0)) await store.close()
    other.remove()
  }
})

test('given a host that accepts connections but does not respond, then a start fails within the connection timeout', async () => {
  const silence = await openSilence()
  const begun = performance.now()

  const error = await errorOf(open(withHosts(cluster().database(), silence.host), { connectionTimeout: 300 }))
  silence.close()

  assert.match(
    String(error),
    /Failed to use the data in postgres:.*: it does not answer\. Start the database/,
  )
  assert.ok(performance.now() - begun < 2_000)
})

test('given no password, then a start says what to do', async () => {
  const url = new URL(cluster().database())
  url.password = ''

  const error = await errorOf(open(url.href))

  assert.match(
    String(error),
    /it asks for a password, and there is none\. Put the password into its URL, or set PGPASSWORD/,
  )
})

test('given no connection in time for any request, then health reports it', async () => {
  const store = await open(cluster().database(), { poolSize: 2, connectionTimeout: 300 })
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const reads = ['one', 'two'].map(account =>
    store.read(
      async rows => {
        await rows.users.list()
        await held
      },
      { account },
    ),
  )
  await new Promise(resolve => setTimeout(resolve, 1_100))

  const why = await store.health()
  release()
  await Promise.all(reads)

  assert.is(why, 'pool_exhausted')
  assert.is(await store.health(), 'reachable')
})

test.run()
