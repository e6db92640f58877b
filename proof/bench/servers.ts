/*
 * Starts the servers that are compared: schedkit and its peers.
 */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyData } from '../../server/index.js'
import type { Cluster } from '../../server/storage/postgres/testing/cluster.js'
import { type Data, sizeText } from '../processes/data.js'
import { type ServerProcess, startProcess, startSchedkit } from '../processes/server-process.js'

/** Starts a new server with each call. */
export type Start = () => Promise<ServerProcess>

const program = (name: string) => fileURLToPath(new URL(`./peers/${name}.js`, import.meta.url))

/** The minimum that a server in Node can do. */
export const startBare = (length = 2, status = 200): Promise<ServerProcess> =>
  startProcess([program('bare'), String(length), String(status)])

/**
 * @param peers the folder of the peers' packages
 * @param tell shows progress
 */
export function createServers(data: Data, peers: string | undefined, tell: (what: string) => void) {
  const freshFolder = () => mkdtemp(join(data.directory, 'data-'))
  /** Returns undefined if the peers are not installed. */
  const withPeers = (start: (peers: string) => Promise<ServerProcess>): Start | undefined =>
    peers === undefined ? undefined : () => start(peers)

  return {
    inMemory:
      (bookings: number): Start =>
      async () =>
        startSchedkit({ seed: await data.seedFile(bookings) }),
    /** Fills a data directory from the seed, or opens one that is already filled. */
    onDisk:
      (bookings: number, isFilled: boolean): Start =>
      async () => {
        const seed = await data.seedFile(isFilled ? 1 : bookings)
        return startSchedkit({ seed, data: await (isFilled ? data.dataDirectory(bookings) : freshFolder()) })
      },
    onPostgres: (cluster: Cluster, bookings: number): Start => {
      let database: string | undefined
      return async () => {
        if (database === undefined) {
          database = cluster.database()
          tell(`copying ${sizeText(bookings)} to PostgreSQL`)
          await copyData(await data.dataDirectory(bookings), database)
          cluster.run(database, 'VACUUM ANALYZE')
        }
        return startSchedkit({ database })
      }
    },
    /** Fastify with better-sqlite3. The first start loads the seed into a new database; later starts reopen it. */
    fastify(synchronous: 'NORMAL' | 'FULL', bookings: number): Start | undefined {
      let file: string | undefined
      return withPeers(async packages => {
        const isNew = file === undefined
        file ??= join(await freshFolder(), 'fastify.db')
        const seed = isNew ? [await data.seedFile(bookings)] : []
        return startProcess([program('fastify'), packages, file, synchronous, ...seed])
      })
    },
    fastifyPostgres: (cluster: Cluster, bookings: number): Start | undefined =>
      withPeers(async packages => {
        const seed = await data.seedFile(bookings)
        return startProcess([program('fastify-postgres'), packages, cluster.database(), seed])
      }),
  }
}

export type Servers = ReturnType<typeof createServers>
