import { kitCommand, runDefaults } from '../../conformance/session/defaults.js'
import { UsageError } from '../errors.js'
import {
  assertInteger,
  choices,
  command,
  defined,
  flag,
  list,
  number,
  type OptionValues,
  text,
} from '../options.js'
import { screenOf, shellQuoted } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { allowedRisks, checkPace, paceOptions, type TargetOptions, targetOptions } from './target-options.js'

const selection = {
  allow: choices(
    ['guard', 'wipe', 'lock', 'all'],
    'Risks to take: guard (a faulty target may empty the third, spare schedule), wipe (empties it), lock (changes the passwords of disposable accounts)',
  ),
  steps: number(runDefaults.steps, 'Number of steps to take'),
  seed: number(runDefaults.seed, 'The same seed gives the same walks'),
  replay: text('Repeat only one walk: SEED/WALK/PATH of a difference'),
  strict: flag('Let differences from SHOULD rules fail the run'),
} as const

const execution = {
  ...paceOptions,
  report: list('json=FILE or text=FILE; FILE - is the standard output'),
} as const

type ExploreOptions = TargetOptions & OptionValues<typeof selection & typeof execution>

/** `schedkit conformance explore`. */
export const explore = command({
  command: 'explore [url]',
  describe: 'Search for differences with random steps of several users',
  usage:
    '$0 conformance explore [URL] [OPTIONS]\n\nTakes random steps as several users, compares every response with a model of the document, and shrinks a difference to the shortest sequence of requests. Exits with 0: no difference, 1: a difference, 2: wrong usage, 3: incomplete, 4: the target is unreachable, or an internal error.',
  examples: {
    '$0 conformance explore --control http://127.0.0.1:4000 \\\n--control-token T --allow all':
      'all kinds of steps, against a schedkit server',
    '$0 conformance explore --target target.json --steps 100000 --seed 7': 'a long exploration',
    '$0 conformance explore --target target.json --replay 7/12/0:3:1':
      'repeat the walk that found a difference',
  },
  builder: args =>
    targetOptions(args.positional('url', { type: 'string', describe: 'URL of the service, without /v1' }))
      .options({ ...selection, ...execution })
      .group(Object.keys(selection), 'What to explore:')
      .group(Object.keys(execution), 'How to run:')
      .check(args => {
        assertInteger('steps', args.steps, 1, 1_000_000_000)
        checkPace(args)
        if (args.replay !== undefined && !/^\d{1,10}\/\d{1,9}\/0(:\d+)*$/.test(args.replay)) {
          throw new UsageError(`--replay "${args.replay}" must be SEED/WALK/PATH, such as 7/12/0:3:1.`)
        }
        return true
      }),
  handler: options => withExitCodes(() => runExploration(options)),
})

async function runExploration(options: ExploreOptions): Promise<void> {
  const { steps, seed, replay, strict, rate, timeout, maxResponse, insecure } = options
  const { explore: exploreTarget, exploreText, withoutCommands } = await import('../../conformance/index.js')
  const { checkDestinations, screenFor, writeReports } = await import('./reports.js')
  const { withSession } = await import('./session.js')
  const destinations = await checkDestinations(options.report, ['json', 'text'])
  await withSession(options, 'steps', async ({ target, ledger, signal, onProgress, endProgress }) => {
    const report = await exploreTarget({
      target,
      allow: allowedRisks(options.allow),
      steps,
      seed,
      strict,
      timeout,
      maxResponse,
      insecure,
      signal,
      onProgress,
      ...defined({ rate, replay, ledger }),
    })
    endProgress()
    const screen = screenFor(destinations)
    const again = report.difference
      ? `\n\nRepeat it with:\n  ${replayCommand(options, report.difference.replay)}`
      : ''
    screen.write(`${exploreText(report, screenOf(screen))}${again}\n`)
    await writeReports(destinations, format =>
      format === 'json' ? withoutCommands(JSON.stringify(report, undefined, 2)) : exploreText(report),
    )
    process.exitCode = report.exitCode
  })
}

/** Redacts a password unless it is the name of a variable. */
const redacted = (account: string) =>
  /^[^:]+:\$[A-Za-z_]\w*$/.test(account) ? account : `${account.split(':')[0]}:$PASSWORD`

/** Returns the command line that replays one walk, without passwords and tokens. */
function replayCommand(options: ExploreOptions, replay: string): string {
  const { url, owner, member, disposable, controlToken, target, setup, setupCommand, control } = options
  const values = (name: string, given: string | readonly string[] | undefined = []) =>
    [given].flat().flatMap(value => [name, shellQuoted(value)])
  return [
    `${kitCommand} explore`,
    ...(url === undefined ? [] : [shellQuoted(url)]),
    ...values('--target', target),
    ...values('--setup', setup),
    ...values('--setup-command', setupCommand),
    ...values('--control', control),
    ...(controlToken === undefined ? [] : ['--control-token', '"$CONTROL_TOKEN"']),
    ...values('--owner', owner && redacted(owner)),
    ...values('--schedule', options.schedule),
    ...values('--member', member.map(redacted)),
    ...values('--disposable', disposable.map(redacted)),
    ...values('--allow', options.allow),
    ...(options.strict ? ['--strict'] : []),
    ...(options.insecure ? ['--insecure'] : []),
    ...values('--replay', replay),
  ].join(' ')
}
