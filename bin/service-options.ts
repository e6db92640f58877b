import type { Options } from 'yargs'
import { UsageError } from './usage-error.js'
import { whole } from './whole.js'

/** What `schedkit serve` and `schedkit mock` have in common. */
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
  port: {
    number: true,
    default: 4000,
    requiresArg: true,
    describe: 'Port to listen on; 0 takes any free one',
  },
  host: {
    string: true,
    default: '127.0.0.1',
    requiresArg: true,
    describe: 'Address to listen on; 0.0.0.0 lets other machines in',
  },
  seed: {
    string: true,
    default: 'demo',
    requiresArg: true,
    describe: 'What to start with: demo, none, or a seed file',
  },
  'control-token': {
    string: true,
    describe: 'Switch the control interface on with this token; without a value, one is made up and shown',
  },
  'public-url': {
    string: true,
    requiresArg: true,
    describe: 'What links in answers and e-mails begin with',
  },
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
    default: 'service' as const,
    describe: 'Where a resource name may occur once',
  },
  'request-rate-limit': {
    number: true,
    default: 100_000,
    requiresArg: true,
    describe: 'Requests that a new account may make in 5 minutes',
  },
  log: {
    choices: ['pretty', 'json', 'off'] as const,
    default: 'pretty' as const,
    describe: 'How to log: one line per request',
  },
} as const satisfies Record<string, Options>

interface Checked {
  port: number
  'request-rate-limit': number
  cors: readonly unknown[]
}

/** Refuses values that the types of the options let pass. */
export function checkService(args: Checked): void {
  whole('port', args.port, 0, 65_535)
  whole('request-rate-limit', args['request-rate-limit'], 1, Number.MAX_SAFE_INTEGER)
  for (const origin of args.cors) checkOrigin(String(origin))
}

function checkOrigin(origin: string): void {
  if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) return
  throw new UsageError(
    `--cors "${origin}" is no origin; write it as http://localhost:5173, or * for every one.`,
  )
}

/** The options that `SCHEDKIT_PORT` and its like give; origins have blanks between them. Other names mean nothing. */
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
