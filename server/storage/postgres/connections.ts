import { Socket } from 'node:net'
import type { Client, Pool, PoolConfig } from 'pg'
import { checkAddress, databaseError, explainDatabaseError } from './address.js'
import { takeSlot } from './booking-totals.js'
import { type DatabaseLimits, databaseDefaults } from './limits.js'

/** A client that reads a long list may stop reading for this long, in milliseconds. */
const idleInTransaction = 60_000

const bigint = 20

/** Numbers stay below 2^53: they are ids, seconds and counts. */
const types = {
  getTypeParser: (type: number) => (type === bigint ? Number : (text: string) => text),
}

async function loadDriver() {
  const { default: pg } = await import('pg').catch(error => {
    throw new Error('Failed to use the database: the package pg is not installed. Run: npm install pg', {
      cause: error,
    })
  })
  return pg
}

/** One connection without time limits. */
async function connect(url: string, connectionTimeoutMillis: number): Promise<Client> {
  const pg = await loadDriver()
  try {
    // It reads the files that the URL names.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis, types: types as never })
    // What it waits for gets the error, too.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    const advice = /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)
      ? 'Put sslrootcert=FILE into its URL, with the certificate of the authority that vouches for it.'
      : 'Start the database, or check its URL.'
    throw databaseError(url, message, advice, error)
  }
}

/** `pg` corks its socket for each statement: uncorking it a turn later sends all statements of the turn in one packet. */
class TurnSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

/** Connections for requests. `lost` is called with the errors of those that nobody uses. */
export async function openPool(
  url: string,
  { poolSize, connectionTimeout, statementTimeout, lockTimeout }: Required<DatabaseLimits>,
  lost: (error: Error) => void,
): Promise<Pool> {
  const pg = await loadDriver()
  const options: PoolConfig = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleInTransaction,
    // The database ends a statement first, unless it does not answer at all.
    query_timeout: statementTimeout + 500,
    fallback_application_name: 'schedkit',
    pipeline: true,
    stream: () => new TurnSocket(),
    types: types as never,
    keepAlive: true,
  }
  const pool = new pg.Pool(options)
  pool.on('error', lost)
  pool.on('connect', client => {
    // The query in progress fails with the error, too.
    client.on('error', () => {})
    // What is asked next fails with the connection.
    client.query(takeSlot).catch(() => {})
  })
  return pool
}

/** Runs work in a transaction, on a connection of its own, which has no time limits. */
export async function inTransaction<T>(
  url: string,
  timeout: number,
  work: (client: Client) => Promise<T>,
  kind = '',
): Promise<T> {
  const client = await connect(url, timeout)
  try {
    await client.query(`BEGIN ${kind}`)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    await client.end()
  }
}

/** Runs a command that reads or writes all data, in a transaction. @throws {DataError} if the database cannot be used */
export async function transferring<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  kind?: string,
): Promise<T> {
  checkAddress(url)
  try {
    return await inTransaction(url, databaseDefaults.connectionTimeout, work, kind)
  } catch (error) {
    throw explainDatabaseError(error, url, 'Nothing was changed. Try again.')
  }
}
