import { Readable } from 'node:stream'
import type { Argv } from 'yargs'
import { UsageError } from './errors.js'
import { assertInteger, command, examples, number, type OptionValues, parseInstant, text } from './options.js'
import { writeToFile, writeToOutput } from './output-file.js'
import { createProgressBar } from './progress-bar.js'
import { counted } from './terminal.js'

const sizes = {
  schedules: { default: 2, most: 10_000, describe: 'Number of schedules' },
  resources: { default: 20, most: 100_000, describe: 'Number of resources in all schedules' },
  bookings: { default: 500, most: 2_000_000, describe: 'Number of bookings in all schedules' },
  users: { default: 6, most: 100_000, describe: 'Number of accounts; the first ones own the schedules' },
  collaborators: { default: 6, most: 100_000, describe: 'Number of collaborators in all schedules' },
} as const

type Size = keyof typeof sizes

const sizeNames = Object.keys(sizes) as Size[]

const options = {
  ...(Object.fromEntries(
    sizeNames.map(name => [name, number(sizes[name].default, sizes[name].describe)]),
  ) as Record<Size, ReturnType<typeof number>>),
  seed: number(1, 'Seed of the random generator; the same seed generates the same data'),
  now: {
    ...text('Date the bookings around this time: 2026-11-23, or 2026-11-23T09:00Z'),
    defaultDescription: 'now',
  },
  out: { ...text('File to write'), defaultDescription: 'standard output' },
} as const

const requirements: readonly (readonly [what: Size, needed: Size, why: string])[] = [
  ['bookings', 'resources', 'a booking has a resource'],
  ['resources', 'schedules', 'a resource has a schedule'],
  ['collaborators', 'schedules', 'a collaborator has a schedule'],
  ['schedules', 'users', 'a schedule has an owner'],
]

function checkGenerate(args: OptionValues<typeof options>): true {
  for (const name of sizeNames) assertInteger(name, args[name], 0, sizes[name].most)
  assertInteger('seed', args.seed, 0, Number.MAX_SAFE_INTEGER)
  for (const [what, needed, why] of requirements) {
    if (args[what] > 0 && args[needed] === 0)
      throw new UsageError(`--${what} ${args[what]} needs --${needed} 1 or more: ${why}.`)
  }
  if (args.now !== undefined) {
    const year = new Date(parseInstant(args.now)).getUTCFullYear()
    if (year < 1900 || year > 2200)
      throw new UsageError(`--now must be from 1900 to 2200, not "${args.now}".`)
  }
  return true
}

const generate = command({
  command: 'generate',
  describe: 'Write a seed file of any size',
  usage:
    '$0 fixtures generate [OPTIONS]\n\nWrites a seed file: a company with bookings around the current time. With --now, the same options generate the same file.',
  examples: {
    '$0 fixtures generate > seed.json': 'a small company',
    '$0 fixtures generate --resources 40 --bookings 100000 --out seed.json': 'a large one',
    '$0 fixtures generate --now 2026-11-23 > seed.json': 'the same file every day',
    '$0 serve --seed seed.json': 'start a server with it',
  },
  builder: args => args.options(options).check(checkGenerate),
  async handler({ seed, now, out, ...args }) {
    const { fixturePassword, seedText } = await import('../fixtures/index.js')
    const isMixed = out === undefined && process.stdout.isTTY === true
    const bar = createProgressBar(process.stderr)
    const report = (done: number) => isMixed || bar.show({ done, total: args.bookings, noun: 'bookings' })
    const given = Object.fromEntries(sizeNames.map(name => [name, args[name]])) as Record<Size, number>
    const instant = now === undefined ? Date.now() : parseInstant(now)
    const text = Readable.from(seedText({ ...given, seed, now: instant, report }))
    try {
      await (out === undefined ? writeToOutput(text) : writeToFile(out, text))
    } finally {
      bar.end()
    }
    if (isMixed) return
    const totals = sizeNames.map(name => counted(args[name], name.slice(0, -1))).join(', ')
    const next = out === undefined ? '' : ` Serve it: schedkit serve --seed ${out}`
    process.stderr.write(`${totals}. The password of every account is ${fixturePassword}.${next}\n`)
  },
})

/** Declares the commands of `schedkit fixtures`. */
export const builder = (args: Argv): Argv =>
  args
    .usage('$0 fixtures COMMAND [OPTIONS]\n\nGenerates data for the server and the mock to start with.')
    .command(generate)
    .demandCommand(1, 'Say which fixtures command to run.')
    .example(
      examples({
        '$0 fixtures generate > seed.json': 'a small company',
        '$0 serve --seed seed.json': 'start a server with it',
      }),
    )
