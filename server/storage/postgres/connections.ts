import type { Client, ClientBase, Connection, ConnectionConfig, Pool, PoolClient, PoolConfig } from 'pg'
import { explainConnectionError, explainDatabaseError, parseAddress } from './address.js'
import { isTooMany, StandbyError } from './failures.js'
import { type DatabaseLimits, databaseDefaults } from './limits.js'

/** How long a client that reads a long list may pause, in milliseconds. */
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

/** The settings of all connections. */
const common = (
  connectionString: string,
  connectionTimeoutMillis: number,
  enableChannelBinding: boolean,
) => ({
  connectionString,
  connectionTimeoutMillis,
  enableChannelBinding,
  fallback_application_name: 'schedkit',
  keepAlive: true,
  types: types as never,
})

const statusQuery = `SELECT pg_is_in_recovery() AS recovery, current_setting('transaction_read_only') AS read_only`

/** @throws {StandbyError} if a new connection cannot write */
function refuseStandby([status]: { recovery: string; read_only: string }[]): void {
  if (status?.recovery === 't') throw new StandbyError('recovery')
  if (status?.read_only === 'on') throw new StandbyError('read_only')
}

/**
 * Returns the settings of a connection, or of a transaction, as statements. A serializable write that scans a whole table
 * conflicts with every other write to it, and the planner would scan tables of a few dozen rows. The PostgreSQL manual
 * advises a lower random_page_cost for that (13.2.3).
 */
export const settingsOf = ({ statementTimeout, lockTimeout }: Required<DatabaseLimits>, scope = ''): string =>
  [
    ['statement_timeout', statementTimeout],
    ['lock_timeout', lockTimeout],
    ['idle_in_transaction_session_timeout', idleInTransaction],
    ['random_page_cost', 1.1],
  ]
    .map(([name, value]) => `SET ${scope} ${name} = ${value};`)
    .join(' ')

/** Opens a connection without time limits to the first host that accepts it, and to a primary if it has to write. */
async function connect(url: string, timeout: number, mustWrite: boolean): Promise<Client> {
  const pg = await loadDriver()
  let failure: unknown
  const { urls, bindsChannel } = parseAddress(url)
  for (const address of urls) {
    let client: Client | undefined
    try {
      // Reads the files that the URL names.
      client = new pg.Client(common(address, timeout, bindsChannel))
      // Pending queries receive the error as well.
      client.on('error', () => {})
      await client.connect()
      if (mustWrite) {
        const status = { text: statusQuery, query_timeout: timeout }
        refuseStandby((await client.query(status)).rows)
      }
      return client
    } catch (error) {
      // Otherwise, a server waiting for a password would keep the process alive.
      client?.end().catch(() => {})
      failure ??= error
    }
  }
  throw explainConnectionError(failure, url)
}

/** The part of `pg` for cancel requests, which its types do not include. */
interface CancelConnection extends Connection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

interface CancelledClient extends PoolClient {
  processID: number
  secretKey: number
  sslNegotiation: string
}

/**
 * Asks the database to cancel the work of a lost connection: otherwise its process would continue until the end, and a commit
 * that waits for an unreachable synchronous standby takes as long as that is unreachable. Nobody waits for this, and it may
 * fail.
 */
async function sendCancel(client: CancelledClient, timeout: number): Promise<void> {
  const { Connection } = await loadDriver()
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client
  const connection = new Connection({ ssl, sslNegotiation } as ConnectionConfig) as CancelConnection
  const send = () => connection.cancel(processID, secretKey)
  const timer = setTimeout(() => connection.stream.destroy(), timeout)
  connection.on('error', () => {})
  connection.on('end', () => clearTimeout(timer))
  connection.on('sslconnect', send)
  connection.on('connect', () => {
    if (!ssl) send()
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}

/** The connections for requests, to the host that accepts them and can write. */
export interface Connections {
  connect(): Promise<PoolClient>
  /** Closes a lost connection and cancels its work in the database. */
  giveUp(client: PoolClient): void
  /** The number of open connections that are not in use. */
  idle(): number
  end(): Promise<void>
}

/**
 * Opens connections for requests. `lost` is called with the errors of idle ones. With a pooler in between, no settings are
 * made per connection.
 */
export async function openConnections(
  url: string,
  limits: Required<DatabaseLimits>,
  isPooled: boolean,
  lost: (error: Error) => void,
): Promise<Connections> {
  const { poolSize, connectionTimeout, statementTimeout } = limits
  const pg = await loadDriver()
  /** Rejects a connection that cannot write: it would fail each request and then be given to the next one. */
  async function prepare(client: ClientBase): Promise<void> {
    // The query in progress also receives the error.
    client.on('error', () => {})
    // Poolers do not accept settings at the start of a connection.
    const text = `${isPooled ? '' : settingsOf(limits)}${statusQuery}`
    const results = await client.query({ text, query_timeout: connectionTimeout } as { text: string })
    refuseStandby([results].flat().at(-1)?.rows ?? [])
  }

  const { urls, bindsChannel } = parseAddress(url)
  const pools = urls.map(address => {
    const options: PoolConfig = {
      ...common(address, connectionTimeout, bindsChannel),
      max: poolSize,
      // The database cancels a statement first, unless it does not respond at all.
      query_timeout: statementTimeout + 500,
      pipeline: true,
      onConnect: prepare,
    }
    const pool = new pg.Pool(options)
    pool.on('error', lost)
    return pool
  })
  let current = 0

  return {
    async connect() {
      let failure: unknown
      for (const _ of pools) {
        const used = current
        try {
          return await (pools[used] as Pool).connect()
        } catch (error) {
          if (isTooMany(error)) throw error
          failure ??= error
          if (current === used) current = (used + 1) % pools.length
        }
      }
      throw failure
    },
    giveUp(client) {
      client.release(true)
      sendCancel(client as CancelledClient, connectionTimeout).catch(() => {})
    },
    idle: () => pools.reduce((sum, { idleCount }) => sum + idleCount, 0),
    end: async () => void (await Promise.all(pools.map(pool => pool.end()))),
  }
}

/**
 * Detects a pooler in between. It may assign the connections of the database to single transactions, so that what a statement
 * prepares or sets may be missing for the next one, or visible to others. A pooler uses process ids of its own, by which it
 * finds what a client cancels. The connection that a client gets says less: under load, it may be the same by chance.
 */
export async function hasPooler(url: string, timeout: number): Promise<boolean> {
  const client = await connect(url, timeout, false)
  try {
    const { rows } = await client.query('SELECT pg_backend_pid() AS id')
    return rows[0].id !== String((client as Client & { processID?: number }).processID)
  } finally {
    await client.end()
  }
}

interface TransactionOptions {
  /** The mode of the transaction, after `BEGIN`. */
  kind?: string
  mustWrite?: boolean
}

/** Runs work in a transaction on a separate connection without time limits. */
export async function inTransaction<T>(
  url: string,
  timeout: number,
  work: (client: Client) => Promise<T>,
  { kind = '', mustWrite = false }: TransactionOptions = {},
): Promise<T> {
  const client = await connect(url, timeout, mustWrite)
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
  options?: TransactionOptions,
): Promise<T> {
  try {
    return await inTransaction(url, databaseDefaults.connectionTimeout, work, options)
  } catch (error) {
    throw explainDatabaseError(error, url, 'Nothing was changed. Try again.')
  }
}
