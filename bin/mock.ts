import type { Argv } from 'yargs'
import { version } from '../server/version.js'
import { UsageError } from './errors.js'
import { type LimitArguments, sessionLimits } from './limit-options.js'
import { choice, defined, examples, type OptionValues, parseInstant, text } from './options.js'
import { checkService, optionsFromEnvironment, serviceOptions } from './service-options.js'

const options = {
  ...serviceOptions,
  latency: text('Delay of responses in milliseconds: 200, or a range such as 100-300'),
  auth: text('as:EMAIL treats requests without credentials as requests of this account'),
  challenge: choice(
    ['basic', 'hidden'],
    'basic',
    'hidden keeps browsers from opening their login dialog on a 401',
  ),
  'collaborator-ids': choice(
    ['integer', 'string'],
    'integer',
    'Type of the id in the response to creating a collaborator; both are permitted',
  ),
  'profile-completed': choice(
    ['boolean', 'integer'],
    'boolean',
    'Type of profile_completed in responses; both are permitted',
  ),
  now: text('Stop the clock at this time: 2026-11-23, or 2026-11-23T09:00Z'),
} as const

const init = text('Copy the service worker into this folder, and exit')

/** Declares the options of `schedkit mock`. */
export const builder = (args: Argv) => {
  const environment = optionsFromEnvironment({ ...options, ...sessionLimits.options }, process.env)
  return args
    .usage(
      '$0 mock [OPTIONS]\n\nRuns the mock over HTTP, for programs that cannot import it. JavaScript tests and pages need no port: they import schedkit/mock/node or schedkit/mock/browser.',
    )
    .config(environment.given)
    .check(environment.check)
    .group(Object.keys({ ...options, init }), 'Options:')
    .options({ ...options, init, ...sessionLimits.options })
    .check(args => {
      checkService(args)
      sessionLimits.check(args)
      if (args.latency !== undefined) parseLatency(args.latency)
      if (args.now !== undefined) parseInstant(args.now)
      if (args.auth !== undefined && !/^as:./.test(args.auth)) {
        throw new UsageError(`--auth "${args.auth}" must be as:EMAIL, with the e-mail address of an account.`)
      }
      return true
    })
    .example(
      examples({
        '$0 mock': 'the demo on port 4000',
        '$0 mock --cors http://localhost:5173 --challenge hidden': 'for a page on your dev server',
        '$0 mock --latency 100-300 --log json': 'respond with the delays of a network',
        '$0 mock --now 2026-11-23T09:00Z --auth as:ada@example.com': 'the same responses every time',
        '$0 mock --seed my-company.json --watch': 'follow the file while you edit it',
        '$0 mock --control-token': 'plan failures, take snapshots and more while it runs',
        '$0 mock --init public': 'install the service worker that pages need',
        'SCHEDKIT_PORT=8080 $0 mock': 'every option but --init is also an environment variable',
      }),
    )
}

type MockOptions = OptionValues<typeof options & { init: typeof init }> &
  LimitArguments<typeof sessionLimits.options>

/** Runs a mock until a signal stops it, or installs its service worker. */
export async function handler(options: MockOptions): Promise<void> {
  if (options.init !== undefined) {
    const { initWorker } = await import('./init-worker.js')
    process.stdout.write(`${await initWorker(options.init)}\n`)
    return
  }
  const { controlNotes, memoryNote, runService } = await import('./run-service.js')
  const { serveMock } = await import('../mock/serve/index.js')
  const { auth, challenge, collaboratorIds, profileCompleted } = options
  const latency = options.latency === undefined ? undefined : parseLatency(options.latency)
  const now = options.now === undefined ? undefined : parseInstant(options.now)
  return runService(options, {
    ...defined({ now }),
    start: given =>
      serveMock({
        ...given,
        version,
        challenge,
        sessionLimits: sessionLimits.of(options),
        variety: { collaborator_id: collaboratorIds, profile_completed: profileCompleted },
        ...defined({ auth: auth as `as:${string}` | undefined, latency, now }),
      }),
    title: url => `mocks the service at ${url}`,
    notes: (url, control) => [
      'This is the mock: it has the rules of the server, keeps rows in memory, and does not hash passwords.',
      'JavaScript tests need no port: startMock of schedkit/mock/node responds in their process.',
      'Nor do pages: use startMock of schedkit/mock/browser after npx schedkit mock --init public.',
      ...(auth === undefined ? [] : [`Requests without credentials count as requests of ${auth.slice(3)}.`]),
      ...(latency === undefined ? [] : [`Responses are delayed by ${[latency].flat().join(' to ')} ms.`]),
      ...(now === undefined ? [] : [`The clock is stopped at ${new Date(now).toISOString()}.`]),
      'E-mails are kept in the outbox, and logged here with their links.',
      `Parallel tests: with ${url}/_session/NAME as base URL, each NAME has data of its own.`,
      ...controlNotes(url, control),
      memoryNote(options),
      'Press Ctrl-C to stop the mock.',
    ],
  })
}

const maxLatency = 600_000

/** Parses `--latency`: milliseconds, or a range of them. */
function parseLatency(text: string): number | readonly [least: number, most: number] {
  const [, first = '', second] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  const [least, most] = [Number(first), Number(second ?? first)]
  if (first === '' || least > most || most > maxLatency) {
    throw new UsageError(
      `--latency must be milliseconds from 0 to ${maxLatency} such as 200, or a range such as 100-300, not "${text}".`,
    )
  }
  return second === undefined ? least : [least, most]
}
