import { Readable } from 'node:stream'
import type { Argv } from 'yargs'
import { answerLimits } from '../conformance/http/answer-limits.js'
import type { Copy } from '../fixtures/index.js'
import { UsageError } from './errors.js'
import {
  assertInteger,
  command,
  examples,
  flag,
  list,
  number,
  type OptionValues,
  positional,
  size,
  text,
} from './options.js'
import { writeToFile, writeWholeToOutput } from './output-file.js'
import { optionsFromEnvironment } from './service-options.js'
import { counted, createLiveLine } from './terminal.js'

const options = {
  // One value each, so that the URL may follow.
  owner: { ...list('Account that owns schedules, as EMAIL:PASSWORD; may be given several times'), nargs: 1 },
  schedule: { ...list('Id of a schedule to read; may be given several times'), nargs: 1 },
  'keep-personal': flag('Keep the names and addresses of people'),
  out: { ...text('File to write'), defaultDescription: 'standard output' },
  'max-response': size('max-response', answerLimits.size, 'Maximum size of a response'),
  'max-objects': number(1_000_000, 'Maximum number of objects in a list'),
  'max-time': number(3_600, 'Seconds that the copy may take'),
} as const

/** @throws UsageError for invalid values that the option types permit */
function checkFrom({ owner, schedule, maxObjects, maxTime }: OptionValues<typeof options>): true {
  assertInteger('max-objects', maxObjects, 1, 1_000_000_000)
  assertInteger('max-time', maxTime, 1, 86_400)
  if (owner.length === 0) {
    throw new UsageError('--owner is missing: give the account that owns the schedules, as EMAIL:PASSWORD.')
  }
  if (schedule.length === 0) {
    throw new UsageError(
      '--schedule is missing: the API has no list of schedules. Give their ids, as they are in paths: /v1/schedules/ID/resources.',
    )
  }
  for (const account of owner) parseAccount(account)
  return true
}

/** Parses ADDRESS:PASSWORD: an address has no colon, a password may have some. */
function parseAccount(owner: string): { email: string; password: string } {
  const [, email = '', password = ''] = /^([^:]+@[^:]+):(.+)$/s.exec(owner) ?? []
  if (email !== '') return { email, password }
  // The text may be a password.
  throw new UsageError('--owner must be EMAIL:PASSWORD, such as ada@example.com:$PASSWORD.')
}

const from = command({
  command: 'from <url>',
  describe: 'Write a seed file from the data of a running service',
  usage:
    '$0 seed from URL --owner EMAIL:PASSWORD --schedule ID [OPTIONS]\n\nReads schedules from a running service, whichever implementation of the API it is, and writes a seed file. In the file, people have invented names and addresses, and all accounts have the same password.',
  examples: {
    '$0 seed from https://api.example.com \\\n--owner ada@example.com:$PASSWORD --schedule head-office --out seed.json':
      'the data of a schedule',
    '$0 serve --seed seed.json': 'start a server with it',
    'SCHEDKIT_OWNER=ada@example.com:$PASSWORD \\\n$0 seed from http://127.0.0.1:4000 --schedule lab > seed.json':
      'keep the password out of process lists',
  },
  builder: args =>
    args
      .positional('url', positional('URL of the service, without /v1'))
      .config(optionsFromEnvironment({ owner: options.owner }, process.env).given)
      .options(options)
      .check(args => checkFrom(args as unknown as OptionValues<typeof options>)),
  async handler({ url, owner, schedule, keepPersonal, out, maxResponse, maxObjects, maxTime }) {
    const [{ openLiveService }, { copySeed, fixturePassword }] = await Promise.all([
      import('./seed/live-service.js'),
      import('../fixtures/index.js'),
    ])
    const line = createLiveLine(process.stderr)
    const report = (what: string, done: number, total: number) => {
      const shown = () => `Reading ${what}: ${counted(done, 'object')} of ${counted(total, 'object')}`
      line.update(width => shown().slice(0, width), shown)
    }
    const waits = (seconds: number) => {
      line.end()
      process.stderr.write(`The service asks to wait ${counted(seconds, 'second')}: too many requests.\n`)
    }
    const noteLinks = (host: string) => {
      line.end()
      process.stderr.write(`The links of lists lead to ${host}; their pages are read from ${url} anyway.\n`)
    }
    let copy: Copy | undefined
    async function* pieces(): AsyncGenerator<string> {
      const owners = owner.map(parseAccount)
      const scheduleIds = [...new Set(schedule)]
      const limits = { maxResponse, maxObjects, maxTime }
      const data = await openLiveService({ url, owners, scheduleIds, ...limits, report, waits, noteLinks })
      copy = yield* copySeed(data, { keepPersonal })
    }
    try {
      const text = Readable.from(pieces(), { objectMode: false })
      await (out === undefined
        ? writeWholeToOutput(text)
        : writeToFile(out, text, { isPrivate: keepPersonal }))
    } finally {
      line.end()
    }
    if (copy)
      process.stderr.write(
        `${summarize(copy, { keepPersonal, out, password: fixturePassword }).join('\n')}\n`,
      )
  },
})

interface SummaryOptions {
  keepPersonal: boolean
  out: string | undefined
  password: string
}

function summarize(
  { counts, left, repeatsNames }: Copy,
  { keepPersonal, out, password }: SummaryOptions,
): string[] {
  const totals = Object.entries(counts).map(([name, count]) => counted(count, name.slice(0, -1)))
  const scope = repeatsNames ? ' --unique-names schedule' : ''
  return [
    `${totals.join(', ')}. The password of every account is ${password}.`,
    keepPersonal
      ? 'People have their real names and addresses: keep the file to yourself.'
      : 'Names and addresses of people are invented. Texts may still name others: read them before you share the file.',
    ...(left.length > 0 ? [`Not included: ${left.join('; ')}.`] : []),
    `Serve it: schedkit serve --seed ${out ?? 'FILE'}${scope}`,
  ]
}

/** Declares the commands of `schedkit seed`. */
export const builder = (args: Argv): Argv =>
  args
    .usage('$0 seed COMMAND [OPTIONS]\n\nCreates seed files, with which a server or a mock starts.')
    .command(from)
    .demandCommand(1, 'Say which seed command to run.')
    .example(
      examples({
        '$0 seed from http://127.0.0.1:4000 \\\n--owner ada@example.com:$PASSWORD --schedule lab > seed.json':
          'copy a schedule of a running service',
        '$0 fixtures generate > seed.json': 'or generate data',
      }),
    )
