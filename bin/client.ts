import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Argv } from 'yargs'
import type { World } from '../mock/serve/index.js'
import type { ClientReport, WorldReport } from './client/report.js'
import type { Run, RunOptions } from './client/run-in-world.js'
import { ExitError, UsageError } from './errors.js'
import { assertInteger, choices, examples, flag, list, type OptionValues, single, text } from './options.js'
import { createProgressBar } from './progress-bar.js'
import { serviceOptions } from './service-options.js'
import { endSignals, screenOf } from './terminal.js'

const kinds = ['right', 'hard', 'time'] as const

const integer = (describe: string) => single({ number: true, requiresArg: true, describe } as const)

const options = {
  only: {
    ...choices(kinds, 'Kinds of worlds: right services, hard situations, special times'),
    defaultDescription: 'all',
  },
  world: text('One world, by its name'),
  list: flag('Show all worlds, and exit'),
  seed: text('Seed file of the service at SCHEDKIT_URL; the demo by default'),
  'unique-names': serviceOptions['unique-names'],
  strict: flag('Count tests that fail in hard situations and at special times, too'),
  baseline: text('Accept the failures of an earlier report: a JSON file'),
  report: list('Write a report: json=FILE, junit=FILE, html=FILE or markdown=FILE; may be repeated'),
  jobs: { ...integer('Worlds at the same time'), defaultDescription: 'the number of processors' },
  timeout: {
    ...integer('Seconds after which a run of the tests is stopped'),
    defaultDescription: 'ten times as long as without a world, plus 30 s',
  },
} as const

type ClientOptions = OptionValues<typeof options> & { '--'?: string[]; _: (string | number)[] }

/** Declares the options of `schedkit client`. */
export const builder = (args: Argv) =>
  args
    .usage(
      '$0 client [OPTIONS] -- COMMAND\n\nRuns the tests of a client as they are, and then with services that the interface allows as well, in hard situations, and at special times. The mocks of schedkit/mock/node and schedkit mock play along by themselves; other tests, in any language, find a service at SCHEDKIT_URL.',
    )
    // This replaces the configuration of the program.
    .parserConfiguration({ 'boolean-negation': false, 'populate--': true })
    .options(options)
    .check(args => {
      for (const name of ['jobs', 'timeout'] as const)
        if (args[name] !== undefined) assertInteger(name, args[name], 1, name === 'jobs' ? 64 : 86_400)
      if (args.world !== undefined && args.only.length > 0)
        throw new UsageError('--world names one world: leave out --only.')
      if (!args.list && commandOf(args as never).length === 0)
        throw new UsageError(
          'Give the command that runs your tests after --: schedkit client -- npx vitest run',
        )
      return true
    })
    .example(
      examples({
        '$0 client -- npx vitest run': 'all worlds',
        '$0 client --only right -- node --test': 'only services that obey the interface',
        '$0 client --world lost-answer -- npx vitest run': 'one of them',
        '$0 client --strict --report junit=client.xml -- pytest': 'in CI, in any language',
        '$0 client --list': 'what there is',
      }),
    )

const commandOf = ({ '--': words = [] }: Pick<ClientOptions, '--'>) => words.map(String)

/** The functions that render a report, by format. */
const formats = {
  json: async (report: ClientReport) => `${JSON.stringify(report, undefined, 2)}\n`,
  junit: async (report: ClientReport) => (await import('./client/junit.js')).junitOf(report),
  html: async (report: ClientReport) => (await import('./client/html.js')).htmlOf(report),
  markdown: async (report: ClientReport) => (await import('./client/markdown.js')).markdownOf(report),
}

/** Runs the tests in all worlds and writes the report. */
export async function handler(options: ClientOptions): Promise<void> {
  const { worlds, worldNamed } = await import('../mock/serve/index.js')
  if (options.list) {
    process.stdout.write(
      `${worlds.map(({ kind, name, title }) => `${kind.padEnd(6)}${name}: ${title}`).join('\n')}\n`,
    )
    return
  }
  const { reportOn, textOf } = await import('./client/report.js')
  const { checkDestinations, screenFor, writeReports } = await import('./conformance/reports.js')
  const destinations = await checkDestinations(options.report, Object.keys(formats))
  const chosen = chosenWorlds(worlds, worldNamed, options)
  const accepted = await acceptedBy(options.baseline)
  const command = commandOf(options)
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-client-'))
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const signal of endSignals) process.on(signal, interrupt)
  try {
    const { uniqueNames } = options
    const seed = await seedOf(options.seed, uniqueNames)
    const given = { command, folder, seed, uniqueNames, signal: interrupted.signal }
    const reference = await runReference({ ...given, timeout: options.timeout ?? 3_600 })
    const timeout = options.timeout ?? Math.ceil(10 * reference.seconds + 30)
    const runs = await runAll(
      chosen,
      reference,
      { ...given, timeout },
      options.jobs ?? availableParallelism(),
    )
    if (interrupted.signal.aborted)
      throw new ExitError('Interrupted: worlds that had not ended are not judged.', 130)
    const { seed: seedFile, strict } = options
    const report = reportOn(reference, runs, { command, seed: seedFile, uniqueNames, strict, accepted })
    const screen = screenFor(destinations)
    screen.write(textOf(report, screenOf(screen).width))
    if (!report.passed) process.exitCode = 1
    await writeReports(destinations, format => formats[format as keyof typeof formats](report))
  } finally {
    for (const signal of endSignals) process.off(signal, interrupt)
    await rm(folder, { recursive: true, force: true })
  }
}

function chosenWorlds(
  worlds: readonly World[],
  named: (name: string) => World,
  { world, only }: Pick<ClientOptions, 'world' | 'only'>,
): readonly World[] {
  if (world === undefined)
    return only.length === 0 ? worlds : worlds.filter(({ kind }) => only.includes(kind))
  try {
    return [named(world)]
  } catch (error) {
    throw new UsageError(`--world: ${(error as Error).message}.`)
  }
}

/** Runs the tests without a world. @throws {ExitError} unless they pass and send requests to the service */
async function runReference(options: RunOptions): Promise<Run> {
  const { runInWorld } = await import('./client/run-in-world.js')
  const reference = await runInWorld(undefined, options).catch(error => {
    throw new ExitError(`Failed to run ${options.command[0]}: ${error.message}.`, 2)
  })
  const { hasPassed, reason, output, exchanges } = reference
  if (options.signal.aborted) throw new ExitError('Interrupted.', 130)
  if (!hasPassed) {
    process.stderr.write(output)
    throw new ExitError(
      `The tests fail as they are (${reason}). They have to pass before other services mean anything.`,
      2,
    )
  }
  if (exchanges.length === 0) {
    throw new ExitError(
      'The tests sent no request: let them start a mock of schedkit/mock/node, or send their requests to SCHEDKIT_URL.',
      2,
    )
  }
  return reference
}

async function runAll(
  worlds: readonly World[],
  reference: Run,
  options: RunOptions,
  jobs: number,
): Promise<Run[]> {
  const progress = createProgressBar(process.stderr)
  const runs: Run[] = []
  const waiting = [...worlds]
  await Promise.all(
    Array.from({ length: Math.min(jobs, worlds.length) }, async () => {
      for (let world = waiting.shift(); world && !options.signal.aborted; world = waiting.shift()) {
        runs.push(await runAndConfirm(world, reference, options))
        progress.show({ done: runs.length, total: worlds.length, noun: 'worlds' })
      }
    }),
  )
  progress.end()
  return worlds.flatMap(world => runs.filter(run => run.world === world))
}

/**
 * Runs the tests in a world, and reruns them if a request seems to ignore `Retry-After`: on a busy machine, it may have been sent
 * before the client received the response.
 */
async function runAndConfirm(world: World, reference: Run, options: RunOptions): Promise<Run> {
  const { runInWorld } = await import('./client/run-in-world.js')
  const { judge } = await import('./client/record.js')
  const run = await runInWorld(world, options)
  const isDoubtful = judge(run.exchanges, reference.exchanges).some(({ kind }) => kind === 'sent too soon')
  return isDoubtful && !options.signal.aborted ? runInWorld(world, options) : run
}

/** Returns the data for the service: a seed file, or the demo dated by the service's clock. */
async function seedOf(
  file: string | undefined,
  uniqueNames: RunOptions['uniqueNames'],
): Promise<RunOptions['seed']> {
  if (file === undefined) {
    const { demo } = await import('../fixtures/demo.js')
    return now => demo({ now })
  }
  const { openSeedFile } = await import('../fixtures/seed-file.js')
  const seed = openSeedFile(file, { uniqueNames })
  return () => seed
}

/** Returns the worlds that failed in an earlier report. */
async function acceptedBy(file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set()
  try {
    const { worlds }: Pick<ClientReport, 'worlds'> = JSON.parse(await readFile(file, 'utf8'))
    return new Set(worlds.filter(({ passed }: WorldReport) => !passed).map(({ name }) => name))
  } catch (error) {
    throw new UsageError(
      `--baseline ${file} is not a report of schedkit client: ${(error as Error).message}.`,
    )
  }
}
