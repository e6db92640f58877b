import type { Argv, Options } from 'yargs'
import { UsageError } from './usage-error.js'
import { whole } from './whole.js'

/** The options of `schedkit serve`. */
export interface ServeOptions {
  port: number
  host: string
  seed: string
  controlToken: string | undefined
  publicUrl: string | undefined
  cors: string[]
  uniqueNames: 'service' | 'schedule'
  requestRateLimit: number
  smtp: string | undefined
  log: 'pretty' | 'json' | 'off'
}

const options = {
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
  smtp: {
    string: true,
    requiresArg: true,
    describe: 'Send e-mails through smtp://[USER:PASSWORD@]HOST:PORT too, not only to the outbox',
  },
  log: {
    choices: ['pretty', 'json', 'off'] as const,
    default: 'pretty' as const,
    describe: 'How to log: one line per request',
  },
} as const satisfies Record<string, Options>

/** Declares the options with their defaults, checks and examples. */
export function build(args: Argv): Argv<ServeOptions> {
  return args
    .usage('$0 serve [OPTIONS]\n\nRuns the reference server: the complete service, in memory.')
    .config(optionsFromEnvironment(process.env))
    .options(options)
    .check(args => {
      whole('port', args.port, 0, 65_535)
      whole('request-rate-limit', args['request-rate-limit'], 1, Number.MAX_SAFE_INTEGER)
      for (const origin of args.cors) checkOrigin(String(origin))
      return true
    })
    .example('$0 serve', 'the demo on port 4000')
    .example('$0 serve --port 0 --log json', 'any free port, announced in one line of JSON')
    .example('$0 serve --seed my-company.json', 'start with your own users and schedules')
    .example('$0 serve --cors http://localhost:5173', 'let a page of your dev server call it')
    .example(
      'SCHEDKIT_PORT=8080 $0 serve',
      'every option is an environment variable too',
    ) as unknown as Argv<ServeOptions>
}

/** The options that `SCHEDKIT_PORT` and its like give; origins have blanks between them. Other names mean nothing. */
function optionsFromEnvironment(env: NodeJS.ProcessEnv): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {}
  for (const name of Object.keys(options)) {
    const value = env[`SCHEDKIT_${name.toUpperCase().replaceAll('-', '_')}`]
    if (value !== undefined) given[name] = name === 'cors' ? value.split(/\s+/).filter(Boolean) : value
  }
  return given
}

function checkOrigin(origin: string): void {
  if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) return
  throw new UsageError(
    `--cors "${origin}" is no origin; write it as http://localhost:5173, or * for every one.`,
  )
}
