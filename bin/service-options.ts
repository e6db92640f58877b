import type { InferredOptionTypes, Options } from 'yargs'
import { isCorsOrigin } from '../server/core/wire/cors.js'
import { nearest } from '../server/core/wire/wording.js'
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
    ...text('Play one of the worlds of schedkit client, such as lost-answer, for tests of clients'),
    defaultDescription: 'none',
  },
  'request-rate-limit': number(
    serverDefaults.requestRateLimit,
    'Requests per 5 minutes allowed to a new account',
  ),
  log: choice(['pretty', 'json', 'off'], 'pretty', 'Log format; one line per request'),
} as const

export type ServiceOptions = OptionValues<typeof serviceOptions>

/** @throws UsageError for invalid values that the option types permit */
export function checkService(args: InferredOptionTypes<typeof serviceOptions>): void {
  assertInteger('port', args.port, 0, 65_535)
  assertInteger('request-rate-limit', args['request-rate-limit'], 1, Number.MAX_SAFE_INTEGER)
  if (args.watch && (args.seed === 'demo' || args.seed === 'none')) {
    throw new UsageError(
      '--watch follows a seed file while it is edited. Name one: --seed my-company.json --watch.',
    )
  }
  for (const origin of args.cors) {
    if (isCorsOrigin(origin)) continue
    throw new UsageError(
      `--cors "${origin}" is not an origin. Use one such as http://localhost:5173, or * for any origin.`,
    )
  }
}

const prefix = 'SCHEDKIT_'

/** The value that Kubernetes gives to the variable `NAME_PORT` of a service. */
const serviceAddress = /^(?:tcp|udp|sctp):\/\//

const variableOf = (option: string) => option.toUpperCase().replaceAll('-', '_')

/**
 * Reads options of a table from variables such as `SCHEDKIT_PORT`; origins are separated by spaces. Empty values are ignored.
 * `check` throws a UsageError for values of the wrong type and for misspelt names. Names that resemble no option are ignored,
 * and so are addresses instead of numbers: for a service called `schedkit`, Kubernetes sets `SCHEDKIT_SERVICE_HOST` and
 * `SCHEDKIT_PORT=tcp://10.0.0.7:4000`.
 */
export function optionsFromEnvironment(options: Readonly<Record<string, Options>>, env: NodeJS.ProcessEnv) {
  const given: Record<string, unknown> = {}
  const problems = misspeltVariables(Object.keys(options), env)
  for (const [name, option] of Object.entries(options)) {
    const variable = prefix + variableOf(name)
    const text = env[variable]
    if (!text || (option.number && serviceAddress.test(text))) continue
    given[name] = parseOption(name, option, text)
    if (given[name] === undefined) problems.push(`${variable} must be true or false, not "${text}".`)
    if (Number.isNaN(given[name])) problems.push(`${variable} must be a number, not "${text}".`)
  }
  return {
    given,
    check(): true {
      if (problems.length > 0) throw new UsageError(problems.join('\n'))
      return true
    },
  }
}

function misspeltVariables(options: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const known = options.map(variableOf)
  return Object.keys(env)
    .filter(variable => variable.startsWith(prefix))
    .map(variable => variable.slice(prefix.length))
    .flatMap(name => {
      // At most two letters: SERVICE_PORT is not a typo of METRICS_PORT.
      const near = nearest(name, known, () => Math.max(0, Math.floor(name.length / 3) - 2))
      return near === undefined || known.includes(name)
        ? []
        : `Unknown environment variable: ${prefix}${name}. Did you mean ${prefix}${near}?`
    })
}

/** Parses the text of an option: an invalid text gives undefined for a flag and NaN for a number. */
function parseOption(name: string, option: Options, text: string): unknown {
  if (option.boolean)
    return /^(true|1|yes|on)$/i.test(text) || (/^(false|0|no|off)$/i.test(text) ? false : undefined)
  if (option.number) return Number(text)
  return name === 'cors' ? text.split(/\s+/).filter(Boolean) : text
}
