/**
 * Attacks a server with requests that are wrong in every way, and some that are right, and looks at all that comes of it.
 *
 *     npm run fuzz -- --requests 100000 --seed 1 --connections 32
 *     npm run fuzz -- --seed 1 --only 4711
 */
import { parseArgs } from 'node:util'
import { toldFailure } from './failure.js'
import { type FuzzOptions, fuzz } from './run.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '40' },
    only: { type: 'string' },
    here: { type: 'boolean', default: false },
  },
})

function whole(name: 'requests' | 'seed' | 'connections'): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`Failed to read --${name} "${values[name]}": it is no whole number from 1.`)
}

function bounds(text: string): readonly [number, number] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (first === undefined) throw new Error(`Failed to read --only "${text}". Write it as 4711, or 4700-4711.`)
  return [Number(first), Number(last)]
}

const say = (text: string) => void process.stdout.write(text)
const isTerminal = process.stdout.isTTY === true
const begin = performance.now()
const only = values.only === undefined ? undefined : bounds(values.only)
const options: FuzzOptions = {
  seed: whole('seed'),
  requests: only ? only[1] : whole('requests'),
  connections: whole('connections'),
  serve: values.here ? 'here' : 'apart',
  failed: failure => say(`${isTerminal ? '\r' : ''}${toldFailure(failure)}\n\n`),
  ...(only && { only }),
  ...(isTerminal && { progress: sent => say(`\r${sent} of ${options.requests}`) }),
}

const { sent, tally, witnessed, memory, failures } = await fuzz(options)
const seconds = (performance.now() - begin) / 1000
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
if (isTerminal) say('\r')
for (const [what, count] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
  say(`${String(count).padStart(8)}  ${what}\n`)
say(`${sent} cases of seed ${options.seed} in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s)\n`)
say(`${witnessed} requests of the witness were served meanwhile\n`)
say(
  `Memory: ${megabytes(memory.start)} at first, ${megabytes(memory.most)} at most, ${megabytes(memory.end)} in the end\n`,
)
say(failures.length === 0 ? 'Nothing was found.\n' : `${failures.length} failures.\n`)
process.exitCode = failures.length === 0 ? 0 : 1
