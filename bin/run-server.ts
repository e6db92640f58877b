import { randomBytes } from 'node:crypto'
import { demo, readSeedFile } from '../fixtures/index.js'
import { type RunningServer, type SeedInput, type ServerOptions, startServer } from '../server/index.js'
import { banner } from './banner.js'
import { listenError } from './listen-error.js'
import type { ServeOptions } from './serve-options.js'

const makeToken = () => randomBytes(12).toString('hex')

async function seedOf({ seed, uniqueNames }: ServeOptions): Promise<SeedInput> {
  if (seed === 'none') return {}
  return seed === 'demo' ? demo({ now: Date.now() }) : readSeedFile(seed, uniqueNames)
}

/** Starts a server as the options of `schedkit serve` say, tells where it is, and stops it on a signal. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { port, host, cors, uniqueNames, requestRateLimit, log, publicUrl, smtp } = options
  const seed = await seedOf(options)
  const controlToken = options.controlToken === '' ? makeToken() : options.controlToken
  const given: ServerOptions = {
    port,
    host,
    seed,
    cors,
    uniqueNames,
    requestRateLimit,
    log,
    ...(controlToken !== undefined && { controlToken }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(smtp !== undefined && { smtp }),
  }
  const server = await startServer(given).catch(error => {
    throw listenError(error, host, port)
  })
  stopOnSignals(server, log)

  if (log === 'json') {
    const shown = options.controlToken === '' ? { controlToken } : {}
    process.stdout.write(`${JSON.stringify({ ready: true, url: server.url, ...shown })}\n`)
  } else {
    const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
    process.stdout.write(`${banner({ server, options: given, isDemo: options.seed === 'demo', colour })}\n`)
  }
}

/** The first signal finishes what is under way, a second one ends the process at once. */
function stopOnSignals(server: RunningServer, log: ServeOptions['log']): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(130)
    stopping = true
    if (log !== 'json')
      process.stdout.write('\nStopping: what is under way is finished; once more stops at once.\n')
    await server.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
