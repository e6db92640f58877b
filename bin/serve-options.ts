import type { Argv, Options } from 'yargs'
import { checkLimits, type LimitArguments, limitOptions } from './limit-options.js'
import {
  checkService,
  optionsFromEnvironment,
  type ServiceOptions,
  serviceOptions,
} from './service-options.js'

/** The options of `schedkit serve`. */
export interface ServeOptions extends ServiceOptions, LimitArguments {
  data: string | undefined
  smtp: string | undefined
  tlsCert: string | undefined
  tlsKey: string | undefined
  trustProxy: boolean
}

const { log, ...first } = serviceOptions
const options = {
  ...first,
  data: {
    string: true,
    requiresArg: true,
    describe: 'A directory that keeps everything; without it, data go with the process',
  },
  smtp: {
    string: true,
    requiresArg: true,
    describe: 'Send e-mails through smtp://[USER:PASSWORD@]HOST:PORT too, not only to the outbox',
  },
  'tls-cert': { string: true, requiresArg: true, describe: 'Serve https with this certificate (a PEM file)' },
  'tls-key': { string: true, requiresArg: true, describe: 'The key of the certificate (a PEM file)' },
  'trust-proxy': {
    boolean: true,
    default: false,
    describe: 'Believe the X-Forwarded headers of a proxy; only where nobody can pass it by',
  },
  log,
  ...limitOptions,
} as const satisfies Record<string, Options>

/** Declares the options with their defaults, checks and examples. */
export function build(args: Argv): Argv<ServeOptions> {
  return (
    args
      .usage('$0 serve [OPTIONS]\n\nRuns the reference server: the complete service.')
      .config(optionsFromEnvironment(Object.keys(options), process.env))
      // Named here so that they come before the limits.
      .group(
        [...Object.keys(serviceOptions), 'data', 'smtp', 'tls-cert', 'tls-key', 'trust-proxy'],
        'Options:',
      )
      .options(options)
      .check(args => {
        checkService(args)
        checkLimits(args)
        return true
      })
      .example('$0 serve', 'the demo on port 4000')
      .example('$0 serve --port 0 --log json', 'any free port, announced in one line of JSON')
      .example('$0 serve --seed my-company.json', 'start with your own users and schedules')
      .example('$0 serve --data my-data', 'keep everything; the seed is planted the first time')
      .example('$0 serve --cors http://localhost:5173', 'let a page of your dev server call it')
      .example(
        'SCHEDKIT_PORT=8080 $0 serve',
        'every option is an environment variable too',
      ) as unknown as Argv<ServeOptions>
  )
}
