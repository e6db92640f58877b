import type { SessionLimits } from './control/index.js'
import type { WorldOptions } from './control/worlds/index.js'
import {
  type CheckedSeed,
  checkSeed,
  type Limits,
  type LoadableSeed,
  SeedError,
  type SeedInput,
  type UniqueNames,
} from './core/index.js'
import type { CorsOrigins, Demo, HttpLimits, LogFormat, TlsKeys } from './http/index.js'
import { isPasswordHash } from './passwords/index.js'
import type { DatabaseLimits } from './storage/index.js'

/**
 * The options of `startServer`; all are optional.
 *
 * @example { port: 4000, data: './data', seed: demo({ now: Date.now() }), controlToken: 'secret' }
 */
export interface ServerOptions extends WorldOptions {
  /** The port to listen on; 0 picks a free one. @default 0 */
  port?: number
  /** The address to listen on. The default is reachable from this machine only. @default '127.0.0.1' */
  host?: string
  /**
   * The initial data, which a reset restores. A data directory or a database is only seeded once, while it is empty.
   * @default no accounts and no schedules
   */
  seed?: SeedInput | CheckedSeed
  /**
   * A directory that keeps all data on disk.
   * @default data is kept in memory and lost when the process exits
   */
  data?: string
  /**
   * A PostgreSQL database that keeps all data, instead of a directory: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with
   * TLS options such as `?sslmode=verify-full`. Needs the package `pg`. Any number of servers may use it.
   * @default no database
   */
  database?: string
  /** Connections and time limits of the database; times in milliseconds. See `serverDefaults.databaseLimits`. */
  databaseLimits?: DatabaseLimits
  /** The bearer token of the control interface. @default no control interface */
  controlToken?: string
  /**
   * Limits on the sessions that requests can name if the control interface is on: see `serverDefaults.sessionLimits`.
   * Requires data in memory.
   */
  sessionLimits?: SessionLimits
  /**
   * The base URL of links in responses and e-mails.
   * @default the scheme and host of the request
   */
  publicUrl?: string
  /** Origins whose pages may call the service, or `['*']`. @default [] */
  cors?: CorsOrigins
  /**
   * Whether resource names are unique in the whole service or within each schedule (section 2.1).
   * @default 'service'
   */
  uniqueNames?: UniqueNames
  /** The `request_rate_limit` of accounts that set none: requests per 5 minutes. @default 100_000 */
  requestRateLimit?: number
  /**
   * An SMTP server that delivers e-mails, as `smtp://HOST:PORT` or `smtps://USER:PASSWORD@HOST:PORT`.
   * @default e-mails stay in the outbox
   */
  smtp?: string
  /** Limits on requests and connections: sizes in bytes, times in milliseconds. See `serverDefaults.limits`. */
  limits?: Partial<HttpLimits & Limits>
  /** A PEM certificate chain and its key, to serve HTTPS. @default HTTP */
  tls?: TlsKeys
  /**
   * Whether to trust X-Forwarded headers. Use it only behind a proxy that clients cannot bypass.
   * @default false
   */
  trustProxy?: boolean
  /**
   * The accounts that the docs page offers for logging in. Their passwords are not secret: anyone who can reach the server
   * can read them. Ignored if the data directory already contained data.
   * @default none
   */
  demo?: Demo | undefined
  /**
   * How long, in milliseconds, `/_health/ready` reports that the server is about to stop, and responses close their
   * connections, before it stops accepting requests: as long as a load balancer needs to notice.
   * @default 0
   */
  drainTime?: number
  /** Counts requests, for `RunningServer.metrics` and for scrapers of its port. @default no metrics */
  metrics?: MetricsOptions
  /** Logs one line per request to standard output. @default 'off' */
  log?: LogFormat
}

/** Where metrics are served and how they are labelled. */
export interface MetricsOptions {
  /**
   * Serves `GET /_metrics` in the OpenMetrics format, without credentials, on this port of `host`; 0 picks a free one.
   * @default they are not served
   */
  port?: number
  /** The `worker` label of process metrics, such as memory, if several processes share a port. @default none */
  worker?: string
}

/**
 * Validates a seed, including its password hashes.
 *
 * @throws {SeedError} that lists every error
 */
export function checkedSeed(input: ServerOptions['seed'], uniqueNames: UniqueNames): LoadableSeed {
  const seed = checkSeed(input, uniqueNames)
  const details = seed.users.flatMap(({ password_hash }, index) =>
    password_hash === undefined || isPasswordHash(password_hash)
      ? []
      : [
          {
            path: `users.${index}.password_hash`,
            message: 'must be of the form $scrypt$ln=15,r=8,p=1$SALT$KEY',
          },
        ],
  )
  if (details.length > 0) throw new SeedError(details)
  return seed
}
