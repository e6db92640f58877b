import type { Options } from 'yargs'
import type { ServerOptions } from '../server/index.js'
import { whole } from './whole.js'

const group = 'Limits:'
const number = { number: true, requiresArg: true, group } as const

/** How much the server bears, as options; times in seconds. */
export const limitOptions = {
  'max-body': { ...number, default: 2 ** 20, describe: 'Bytes of a body' },
  'max-headers': { ...number, default: 16_384, describe: 'Bytes of request line and headers' },
  'max-url': { ...number, default: 8_192, describe: 'Characters of path and query' },
  'max-ids': { ...number, default: 1_000, describe: 'Identifiers in one ids parameter' },
  'max-depth': { ...number, default: 32, describe: 'Levels of objects and arrays in a body' },
  'max-connections': { ...number, default: 2_000, describe: 'Connections at once' },
  'max-requests': { ...number, default: 500, describe: 'Requests being answered at once' },
  'headers-timeout': { ...number, default: 20, describe: 'Seconds for the headers to arrive' },
  'request-timeout': { ...number, default: 60, describe: 'Seconds for the whole request to arrive' },
  'idle-timeout': { ...number, default: 30, describe: 'Seconds a connection may be idle' },
} as const satisfies Record<string, Options>

export type LimitArguments = Record<keyof typeof limitOptions, number>

/** Refuses limits that would let nothing through, or could not be kept. */
export function checkLimits(args: LimitArguments): void {
  for (const name of Object.keys(limitOptions) as (keyof LimitArguments)[]) {
    whole(name, args[name], 1, name.endsWith('timeout') ? 86_400 : 2 ** 30)
  }
}

/** The limits as the server takes them; times in milliseconds. */
export const limitsOf = (args: LimitArguments): NonNullable<ServerOptions['limits']> => ({
  body: args['max-body'],
  headers: args['max-headers'],
  url: args['max-url'],
  ids: args['max-ids'],
  jsonDepth: args['max-depth'],
  connections: args['max-connections'],
  requests: args['max-requests'],
  headersTime: args['headers-timeout'] * 1000,
  requestTime: args['request-timeout'] * 1000,
  idleTime: args['idle-timeout'] * 1000,
})
