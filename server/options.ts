import {
  bodyLimit,
  defaultLimits,
  defaultRequestRateLimit,
  type Limits,
  parseSeed,
  type Seed,
  SeedError,
  type SeedInput,
  type UniqueNames,
} from './core/index.js'
import {
  type CorsOrigins,
  defaultHttpLimits,
  type HttpLimits,
  type LogFormat,
  type TlsKeys,
} from './http/index.js'
import { isPasswordHash } from './passwords.js'

/** Everything about a server that can be chosen; all of it has a default. */
export interface ServerOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** The address to listen on; `127.0.0.1` by default, which this machine alone can reach. */
  host?: string
  /**
   * What the service starts with, and goes back to on a reset; nothing by default. A directory of data gets it once,
   * when it is empty.
   */
  seed?: SeedInput
  /** A directory that keeps everything; without one, data go with the process. */
  data?: string
  /** The token of the control interface; without one it is off. */
  controlToken?: string
  /** The URL that links in answers and e-mails begin with; by default the one a request came by. */
  publicUrl?: string
  /** Origins whose pages may call the service, or `*`; none by default. */
  cors?: CorsOrigins
  /** Where resource names are unique (section 2.1); `service` by default. */
  uniqueNames?: UniqueNames
  /** `request_rate_limit` of accounts that name none: requests within 5 minutes; 100,000 by default. */
  requestRateLimit?: number
  /** A server that e-mails are sent through, as `smtp://HOST:PORT`; by default they stay in the outbox. */
  smtp?: string
  /** How much one request, and all of them together, may ask for. */
  limits?: Partial<HttpLimits & Limits>
  /** A certificate and its key: then it serves https. */
  tls?: TlsKeys
  /** Whether the X-Forwarded headers of a proxy count; only where nobody can pass it by. */
  trustProxy?: boolean
  /** One line per request on standard output; `off` by default. */
  log?: LogFormat
}

/** The defaults of `startServer`, for programs that show them. */
export const serverDefaults = {
  host: '127.0.0.1',
  uniqueNames: 'service',
  requestRateLimit: defaultRequestRateLimit,
  limits: { body: bodyLimit, ...defaultHttpLimits, ...defaultLimits },
} as const

/** The seed of a server, complete; @throws SeedError that names every place that is wrong. */
export function checkedSeed(input: SeedInput | undefined, uniqueNames: UniqueNames): Seed {
  const seed = parseSeed(input ?? {}, uniqueNames)
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
