import { serverDefaults } from '../server/defaults.js'
import type { ServerOptions } from '../server/index.js'
import { assertInteger, number } from './options.js'

type Limit = keyof NonNullable<ServerOptions['limits']>

/** The options of the server's limits. */
const table = {
  'max-body': ['body', 'Bytes of a request body'],
  'max-headers': ['headers', 'Bytes of the request line and headers'],
  'max-url': ['url', 'Characters of the path and query'],
  'max-ids': ['ids', 'Ids in one ids parameter'],
  'max-depth': ['jsonDepth', 'Nesting levels of a body'],
  'max-connections': ['connections', 'Simultaneous connections'],
  'max-connections-per-address': ['connectionsPerAddress', 'Simultaneous connections from one address'],
  'max-requests': ['requests', 'Simultaneous requests'],
  'headers-timeout': ['headersTime', 'Seconds until the headers must have arrived'],
  'request-timeout': ['requestTime', 'Seconds until the whole request must have arrived'],
  'read-timeout': ['readTime', 'Seconds until a part of a long response must be received'],
  'idle-timeout': ['idleTime', 'Seconds a connection may be idle'],
} as const satisfies Record<string, readonly [Limit, string]>

type LimitOption = keyof typeof table
export type LimitArguments = Record<LimitOption, number>

const names = Object.keys(table) as LimitOption[]
const isTime = (name: LimitOption) => name.endsWith('timeout')
/** The server counts milliseconds, the command line seconds. */
const unitOf = (name: LimitOption) => (isTime(name) ? 1000 : 1)

export const limitOptions = Object.fromEntries(
  names.map(name => {
    const [limit, describe] = table[name]
    const value = serverDefaults.limits[limit] / unitOf(name)
    return [name, { ...number(value, describe), group: 'Limits:' }]
  }),
) as Record<LimitOption, ReturnType<typeof number> & { group: string }>

/** @throws UsageError for a limit that would refuse everything, or could not be enforced */
export function checkLimits(args: LimitArguments): void {
  for (const name of names) assertInteger(name, args[name], 1, isTime(name) ? 86_400 : 2 ** 30)
}

/** The limits as `startServer` takes them. */
export const limitsOf = (args: LimitArguments): NonNullable<ServerOptions['limits']> =>
  Object.fromEntries(names.map(name => [table[name][0], args[name] * unitOf(name)]))
