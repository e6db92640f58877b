import type { Argv, Options } from 'yargs'
import { instantOf } from '../fixtures/instant.js'
import {
  checkService,
  optionsFromEnvironment,
  type ServiceOptions,
  serviceOptions,
} from '../service-options.js'
import { UsageError } from '../usage-error.js'
import { latencyOf } from './latency.js'

/** The options of `schedkit mock`. */
export interface MockOptions extends ServiceOptions {
  latency: string | undefined
  auth: string | undefined
  challenge: 'basic' | 'hidden'
  collaboratorIds: 'integer' | 'string'
  profileCompleted: 'boolean' | 'integer'
  now: string | undefined
  init: string | undefined
}

const options = {
  ...serviceOptions,
  latency: {
    string: true,
    requiresArg: true,
    describe: 'Milliseconds that answers wait: 200, or anything between two bounds as 100-300',
  },
  auth: {
    string: true,
    requiresArg: true,
    describe: 'as:EMAIL takes requests without credentials as those of this account',
  },
  challenge: {
    choices: ['basic', 'hidden'] as const,
    default: 'basic' as const,
    describe: 'With hidden, no browser opens its own password box on a 401',
  },
  'collaborator-ids': {
    choices: ['integer', 'string'] as const,
    default: 'integer' as const,
    describe: 'The form of the id in the answer to a collaborator’s creation; either is permitted',
  },
  'profile-completed': {
    choices: ['boolean', 'integer'] as const,
    default: 'boolean' as const,
    describe: 'The form of profile_completed in reads; either is permitted',
  },
  now: {
    string: true,
    requiresArg: true,
    describe: 'Time at which the clock stands still: 2026-11-23, or 2026-11-23T09:00Z',
  },
} as const satisfies Record<string, Options>

const init = {
  string: true,
  requiresArg: true,
  describe: 'Put the file of the service worker into this folder, and end',
} as const satisfies Options

/** Declares the options with their defaults, checks and examples. */
export function build(args: Argv): Argv<MockOptions> {
  return args
    .usage(
      '$0 mock [OPTIONS]\n\nRuns the mock over HTTP, for whatever can not import it. Tests and pages in JavaScript need no port: they import schedkit/mock/node or schedkit/mock/browser.',
    )
    .config(optionsFromEnvironment(Object.keys(options), process.env))
    .options({ ...options, init })
    .check(args => {
      checkService(args)
      if (args.latency !== undefined) latencyOf(args.latency)
      if (args.now !== undefined) instantOf(args.now)
      if (args.auth !== undefined) checkAuth(args.auth)
      return true
    })
    .example('$0 mock', 'the demo on port 4000')
    .example('$0 mock --cors http://localhost:5173 --challenge hidden', 'for a page of your dev server')
    .example('$0 mock --latency 100-300 --log json', 'answers as slow as those of a network')
    .example('$0 mock --now 2026-11-23T09:00Z --auth as:ada@example.com', 'the same answers every time')
    .example('$0 mock --control-token', 'failures, snapshots and more, while it runs')
    .example('$0 mock --init public', 'the file that pages need which answer themselves')
    .example(
      'SCHEDKIT_PORT=8080 $0 mock',
      'every option but --init is an environment variable too',
    ) as unknown as Argv<MockOptions>
}

function checkAuth(auth: string): void {
  if (/^as:./.test(auth)) return
  throw new UsageError(`--auth "${auth}" names nobody; write it as as:EMAIL with the address of an account.`)
}
