import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkData } from '../../server/index.js'
import { endAll, receive } from '../../server/mail/testing/smtp-servers.js'
import { startCluster } from '../../server/storage/postgres/testing/cluster.js'
import { startPooler } from '../../server/storage/postgres/testing/pooler.js'
import { owner, password } from '../processes/data.js'
import { type ServerProcess, startSchedkit } from '../processes/server-process.js'
import { openBalancer } from './balancer.js'

/** A collaborator of the schedule of the owner. */
export const editor = 'bo@example.test'

/** Accounts whose addresses change. */
export const movers = [1, 2, 3].map(number => `mover-${number}@example.test`)

export type Deployment = Awaited<ReturnType<typeof openDeployment>>

export const servers = 3

const seed = {
  users: [owner, editor, ...movers].map(email => ({ email, password, collaboration_limit: 100_000 })),
  schedules: [
    {
      id: 'one',
      owner,
      resources: [{ name: 'Red' }],
      bookings: [],
      collaborators: [{ email: editor, user_role: 'editor' }],
    },
  ],
}

/** How servers reach a synchronous standby after a failover: through a pooler, or as another host in their URL. */
export type Route = 'pooler' | 'hosts'

/**
 * Starts a database and, if `route` is given, a standby.
 *
 * @param route how servers reach the standby
 */
async function openDatabase(route: Route | undefined) {
  let primary = await startCluster()
  const database = primary.database()
  const standby = route && (await startCluster())
  standby?.stop('fast')
  await standby?.follow(primary)
  const clusters = standby ? [primary, standby] : [primary]
  const pooler =
    route === 'pooler' ? await startPooler(database, { mode: 'transaction', size: 10 }) : undefined
  const [one, ...others] = clusters.map(cluster => new URL(cluster.urlOf('postgres')).host)
  const hosts = database.replace(one as string, [one, ...others].join())
  return {
    url: pooler?.urlOf(database) ?? hosts,
    run: (sql: string) => primary.run(database, sql),
    restart: () => primary.restart(),
    /** Kills the primary and promotes the standby; the former primary becomes its standby. */
    async failOver(): Promise<void> {
      const [before, next] = [primary, clusters.find(cluster => cluster !== primary)]
      if (!next) throw new Error('There is no standby')
      before.kill()
      await next.promote()
      primary = next
      pooler?.pointTo(next.urlOf('postgres'))
      await before.follow(next)
    },
    remove(): void {
      pooler?.stop()
      for (const cluster of clusters) cluster.remove()
    },
  }
}

/**
 * Starts three servers on one database, behind a load balancer.
 *
 * @param directory for the seed
 */
export async function openDeployment(directory: string, route?: Route) {
  const file = join(directory, 'seed.json')
  writeFileSync(file, JSON.stringify(seed))
  const database = await openDatabase(route)
  const { received, address } = await receive()
  const start = () =>
    startSchedkit({
      seed: file,
      database: database.url,
      'database-connections': '5',
      smtp: `smtp://${address}`,
    })
  const running: (ServerProcess | undefined)[] = [await start()]
  const others = await Promise.all(Array.from({ length: servers - 1 }, start))
  running.push(...others)
  const balancer = await openBalancer(() => running.map(server => server && Number(new URL(server.url).port)))
  return {
    balancer,
    /** The mails that the servers have delivered. */
    received: received as readonly { to: string[]; message: string }[],
    /** The number of mails that await delivery. */
    waitingMails: () => Number(database.run(`SELECT count(*) FROM mails WHERE state = 'sending'`)),
    /** The problems that `schedkit data check` finds, such as wrong totals. */
    async check() {
      const { problems, wrongTotals = [] } = await checkData(database.url)
      return [...problems, ...wrongTotals]
    },
    /** The URLs of the running servers. */
    urls: () => running.flatMap(server => server?.url ?? []),
    /** Kills a server, and starts another one in its place. */
    async kill(which: number): Promise<void> {
      const server = running[which]
      if (!server) return
      running[which] = undefined
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
      // The start fails while the database is down: retry, as an operator would.
      while (!running[which]) running[which] = await start().catch(() => undefined)
    },
    /** Stops the database abruptly, as a crash does, and starts it again. */
    restart: database.restart,
    failOver: database.failOver,
    /** Ends one connection to the database. */
    terminate(which: number): void {
      database.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid OFFSET ${which} LIMIT 1`,
      )
    },
    async end(): Promise<void> {
      balancer.close()
      await Promise.all(running.map(server => server?.stop()))
      await endAll()
      database.remove()
    },
  }
}
