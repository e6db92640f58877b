/**
 * Attacks a server with malformed, hostile and valid requests, and checks everything observable.
 *
 *     npm run fuzz -- --help
 */
import { readOptions } from '../terminal/options.js'
import { print, runCommand, tell } from '../terminal/progress.js'
import { failureText } from './failure.js'
import { type FuzzResult, fuzz } from './run.js'

const help = `npm run fuzz -- [OPTIONS]

Attacks a server that it starts itself with malformed, hostile and valid requests, while another client goes on working. It
checks responses, data, log and recorded requests, and fails if a check does.

  --requests N     How many cases to send (default 100000)
  --seed N         Makes the cases: the same seed makes the same ones (default 1)
  --connections N  How many connections send them (default 40)
  --only RANGE     Send only the cases with these numbers, over one connection
  --help           Show this help

Examples:
  npm run fuzz -- --requests 10000 --seed 7   A short run with other cases
  npm run fuzz -- --seed 7 --only 4711        Repeat the case that failed
  npm run fuzz -- --seed 7 --only 4700-4711   Repeat it with those before
`

function positive(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`Failed to read --${name} "${text}". Write a whole number, 1 or more.`)
}

function range(text: string): readonly [number, number] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (first === undefined) throw new Error(`Failed to read --only "${text}". Write it as 4711 or 4700-4711.`)
  return [Number(first), Number(last)]
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

function report(
  { sent, tally, canaryRequests, memory, failures }: FuzzResult,
  seed: number,
  seconds: number,
) {
  tell('')
  for (const [what, count] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(`${String(count).padStart(8)}  ${what}`)
  print(`${sent} cases of seed ${seed} in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s)`)
  print(`${canaryRequests} requests of the canary were answered meanwhile`)
  print(
    `Memory: ${megabytes(memory.start)} at the start, ${megabytes(memory.max)} at most, ${megabytes(memory.end)} at the end`,
  )
  print(failures.length === 0 ? 'No failures.' : `${failures.length} failures.`)
}

const values = readOptions(help, {
  requests: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
  connections: { type: 'string', default: '40' },
  only: { type: 'string' },
})

await runCommand('fuzz', async () => {
  const only = values.only === undefined ? undefined : range(values.only)
  const requests = only ? only[1] : positive('requests', values.requests)
  const seed = positive('seed', values.seed)
  const start = performance.now()
  const result = await fuzz({
    seed,
    requests,
    connections: positive('connections', values.connections),
    onFailure(failure) {
      tell('')
      print(`${failureText(failure)}\n`)
    },
    onProgress: sent => tell(`${sent} of ${requests}`),
    ...(only && { only }),
  })
  report(result, seed, (performance.now() - start) / 1000)
  return result.failures.length === 0
})
