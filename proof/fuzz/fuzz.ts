/**
 * Attacks a server with malformed, hostile and valid requests, and checks everything that can be observed.
 *
 *     npm run fuzz -- --help
 */
import { parseArgs } from 'node:util'
import { runCommand } from '../bench/progress.js'
import { failureText } from './failure.js'
import { type FuzzOptions, type FuzzResult, fuzz } from './run.js'

const help = `npm run fuzz -- [OPTIONS]

Attacks a server that it starts itself with malformed, hostile and valid requests, while another client goes on working. It
checks responses, data, log and recorded requests, and fails if a check does.

  --requests N     How many cases to send (default 100000)
  --seed N         Makes the cases: the same seed makes the same ones (default 1)
  --connections N  How many connections send them (default 40)
  --only RANGE     Send only the cases with these numbers, over one connection
  --here           Serve in this process, for a debugger
  --help           Show this help

Examples:
  npm run fuzz -- --requests 10000 --seed 7   A short run with other cases
  npm run fuzz -- --seed 7 --only 4711        Repeat the case that failed
  npm run fuzz -- --seed 7 --only 4700-4711   Repeat it with those before
`

const defaults = { requests: '100000', seed: '1', connections: '40' }

function parse() {
  return parseArgs({
    options: {
      requests: { type: 'string', default: defaults.requests },
      seed: { type: 'string', default: defaults.seed },
      connections: { type: 'string', default: defaults.connections },
      only: { type: 'string' },
      here: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
}

type Values = ReturnType<typeof parse>

function positive(values: Values, name: keyof typeof defaults): number {
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

function optionsOf(values: Values): FuzzOptions {
  const only = values.only === undefined ? undefined : range(values.only)
  const requests = only ? only[1] : positive(values, 'requests')
  return {
    seed: positive(values, 'seed'),
    requests,
    connections: positive(values, 'connections'),
    serve: values.here ? 'this process' : 'own process',
    onFailure: failure => print(`${isTerminal ? '\r' : ''}${failureText(failure)}\n\n`),
    ...(only && { only }),
    ...(isTerminal && { onProgress: sent => print(`\r${sent} of ${requests}`) }),
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

function report(
  { sent, tally, canaryRequests, memory, failures }: FuzzResult,
  seed: number,
  seconds: number,
) {
  if (isTerminal) print('\r')
  for (const [what, count] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(`${String(count).padStart(8)}  ${what}\n`)
  print(`${sent} cases of seed ${seed} in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s)\n`)
  print(`${canaryRequests} requests of the canary were answered meanwhile\n`)
  print(
    `Memory: ${megabytes(memory.start)} at the start, ${megabytes(memory.max)} at most, ${megabytes(memory.end)} at the end\n`,
  )
  print(failures.length === 0 ? 'No failures.\n' : `${failures.length} failures.\n`)
}

await runCommand('fuzz', async () => {
  const values = parse()
  if (values.help) return print(help)
  const options = optionsOf(values)
  const start = performance.now()
  const result = await fuzz(options)
  report(result, options.seed, (performance.now() - start) / 1000)
  if (result.failures.length > 0) process.exitCode = 1
})
