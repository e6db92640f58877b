import type { Options } from 'yargs'
import { serverDefaults } from '../server/index.js'
import { UsageError } from './errors.js'
import { assertInteger } from './option-values.js'

/** The options that `schedkit serve` and `schedkit mock` share. */
export interface ServiceOptions {
  port: number
  host: string
  seed: string
  controlToken: string | undefined
  publicUrl: string | undefined
  cors: string[]
  uniqueNames: 'service' | 'schedule'
  requestRateLimit: number
  log: 'pretty' | 'json' | 'off'
}

export const serviceOptions = {
  port: { number: true, default: 4000, requiresArg: true, describe: 'Port to listen on; 0 picks a free one' },
  host: {
    string: true,
    default: serverDefaults.host,
    requiresArg: true,
    describe: 'Address to listen on; 0.0.0.0 lets other machines connect',
  },
  seed: {
    string: true,
    default: 'demo',
    requiresArg: true,
    describe: 'Initial data: demo, none, or a seed file',
  },
  'control-token': {
    string: true,
    describe: 'Enable the control interface with this token; without a value, one is generated and shown',
  },
  'public-url': { string: true, requiresArg: true, describe: 'Base URL of links in responses and e-mails' },
  cors: {
    string: true,
    array: true,
    default: [],
    defaultDescription: 'none',
    requiresArg: true,
    describe: 'Origins whose pages may call the service, or *',
  },
  'unique-names': {
    choices: ['service', 'schedule'] as const,
    default: serverDefaults.uniqueNames,
    describe: 'Scope in which resource names are unique',
  },
  'request-rate-limit': {
    number: true,
    default: serverDefaults.requestRateLimit,
    requiresArg: true,
    describe: 'Requests per 5 minutes allowed to a new account',
  },
  log: {
    choices: ['pretty', 'json', 'off'] as const,
    default: 'pretty' as const,
    describe: 'Log format; one line per request',
  },
} as const satisfies Record<string, Options>

interface Checked {
  port: number
  'request-rate-limit': number
  cors: readonly unknown[]
}

/** @throws UsageError for values that the types of the options let pass */
export function checkService(args: Checked): void {
  assertInteger('port', args.port, 0, 65_535)
  assertInteger('request-rate-limit', args['request-rate-limit'], 1, Number.MAX_SAFE_INTEGER)
  for (const origin of args.cors.map(String)) {
    if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue
    throw new UsageError(
      `--cors "${origin}" is not an origin. Use one such as http://localhost:5173, or * for any origin.`,
    )
  }
}

/** The options given as `SCHEDKIT_PORT` and so on; origins are separated by spaces. Other names are ignored. */
export function optionsFromEnvironment(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {}
  for (const name of names) {
    const value = env[`SCHEDKIT_${name.toUpperCase().replaceAll('-', '_')}`]
    if (value !== undefined) given[name] = name === 'cors' ? value.split(/\s+/).filter(Boolean) : value
  }
  return given
}
