import type { InferredOptionTypes } from 'yargs'
import { serverDefaults } from '../server/defaults.js'
import { UsageError } from './errors.js'
import { assertInteger, choice, flag, list, number, type OptionValues, single, text } from './options.js'

/** The options that `schedkit serve` and `schedkit mock` share. */
export const serviceOptions = {
  port: number(4000, 'Port to listen on; 0 picks a free one'),
  host: {
    ...text('Address to listen on; 0.0.0.0 lets other machines connect'),
    default: serverDefaults.host,
  },
  seed: { ...text('Initial data: demo, none, or a seed file'), default: 'demo' },
  watch: flag('Follow the seed file while it is edited: each change replaces all data'),
  'control-token': single({
    string: true,
    describe: 'Enable the control interface with this token; without a value, one is generated and shown',
  } as const),
  'public-url': text('Base URL of links in responses and e-mails'),
  cors: list('Origins whose pages may call the service, or *'),
  'unique-names': choice(
    ['service', 'schedule'],
    serverDefaults.uniqueNames,
    'Scope in which resource names are unique',
  ),
  world: {
    ...text('Play one of the worlds of schedkit client, for tests of clients: lost-answer'),
    defaultDescription: 'none',
  },
  'request-rate-limit': number(
    serverDefaults.requestRateLimit,
    'Requests per 5 minutes allowed to a new account',
  ),
  log: choice(['pretty', 'json', 'off'], 'pretty', 'Log format; one line per request'),
} as const

export type ServiceOptions = OptionValues<typeof serviceOptions>

/** @throws UsageError for values that the types of the options let pass */
export function checkService(args: InferredOptionTypes<typeof serviceOptions>): void {
  assertInteger('port', args.port, 0, 65_535)
  assertInteger('request-rate-limit', args['request-rate-limit'], 1, Number.MAX_SAFE_INTEGER)
  if (args.watch && (args.seed === 'demo' || args.seed === 'none')) {
    throw new UsageError(
      '--watch follows a seed file while it is edited. Name one: --seed my-company.json --watch.',
    )
  }
  for (const origin of args.cors) {
    if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue
    throw new UsageError(
      `--cors "${origin}" is not an origin. Use one such as http://localhost:5173, or * for any origin.`,
    )
  }
}

/**
 * The options given as `SCHEDKIT_PORT` and so on; origins are separated by spaces. Other names are ignored, and so are empty
 * values, but for that of the control token, which has one generated.
 */
export function optionsFromEnvironment(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {}
  for (const name of names) {
    const value = env[`SCHEDKIT_${name.toUpperCase().replaceAll('-', '_')}`]
    if (value !== undefined && (value !== '' || name === 'control-token'))
      given[name] = name === 'cors' ? value.split(/\s+/).filter(Boolean) : value
  }
  return given
}
