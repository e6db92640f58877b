/**
 * Attacks a server with malformed, hostile and valid requests, and checks everything that can be observed.
 *
 *     npm run fuzz -- --requests 100000 --seed 1 --connections 32
 *     npm run fuzz -- --seed 1 --only 4711
 */
import { parseArgs } from 'node:util'
import { failureText } from './failure.js'
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

function positive(name: 'requests' | 'seed' | 'connections'): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`Failed to read --${name} "${values[name]}". Write a whole number from 1 on.`)
}

function range(text: string): readonly [number, number] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (first === undefined) throw new Error(`Failed to read --only "${text}". Write it as 4711 or 4700-4711.`)
  return [Number(first), Number(last)]
}

const print = (text: string) => void process.stdout.write(text)
const isTerminal = process.stdout.isTTY === true
const start = performance.now()
const only = values.only === undefined ? undefined : range(values.only)
const options: FuzzOptions = {
  seed: positive('seed'),
  requests: only ? only[1] : positive('requests'),
  connections: positive('connections'),
  serve: values.here ? 'this process' : 'own process',
  onFailure: failure => print(`${isTerminal ? '\r' : ''}${failureText(failure)}\n\n`),
  ...(only && { only }),
  ...(isTerminal && { onProgress: sent => print(`\r${sent} of ${options.requests}`) }),
}

const { sent, tally, canaryRequests, memory, failures } = await fuzz(options)
const seconds = (performance.now() - start) / 1000
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
if (isTerminal) print('\r')
for (const [what, count] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
  print(`${String(count).padStart(8)}  ${what}\n`)
print(`${sent} cases of seed ${options.seed} in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s)\n`)
print(`${canaryRequests} requests of the canary were answered meanwhile\n`)
print(
  `Memory: ${megabytes(memory.start)} at the start, ${megabytes(memory.max)} at most, ${megabytes(memory.end)} at the end\n`,
)
print(failures.length === 0 ? 'No failures.\n' : `${failures.length} failures.\n`)
process.exitCode = failures.length === 0 ? 0 : 1
