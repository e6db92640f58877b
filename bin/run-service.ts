import { randomBytes } from 'node:crypto'
import { demo, readSeedFile } from '../fixtures/index.js'
import { type SeedInput, type ServerOptions, version } from '../server/index.js'
import { banner } from './banner.js'
import { listenError } from './listen-error.js'
import type { ServiceOptions } from './service-options.js'

/** What server and mock are started with alike. */
export interface Given extends Omit<ServerOptions, 'smtp'> {
  seed: SeedInput
}

export interface Running {
  readonly url: string
  /** Whether it goes on with data that were there before. */
  readonly isContinued?: boolean
  close(): Promise<void>
}

/** What becomes of the options that all services have. */
export interface Service {
  start(given: Given): Promise<Running>
  /** The first line of the banner behind the version. */
  title(url: string): string
  /** What is good to know of a service at a URL, with the token of its control interface. */
  notes(url: string, controlToken: string | undefined): string[]
  /** The time around which the demo lies: milliseconds since 1970; now by default. */
  now?: number
}

/** Starts a service, tells where it is, and stops it on a signal. */
export async function runService(options: ServiceOptions, service: Service): Promise<void> {
  const { port, host, cors, uniqueNames, requestRateLimit, log, publicUrl } = options
  const seed = await seedOf(options, service.now)
  const controlToken = options.controlToken === '' ? makeToken() : options.controlToken
  const given: Given = {
    port,
    host,
    seed,
    cors,
    uniqueNames,
    requestRateLimit,
    log,
    ...(controlToken !== undefined && { controlToken }),
    ...(publicUrl !== undefined && { publicUrl }),
  }
  const running = await service.start(given).catch(error => {
    throw listenError(error, host, port)
  })
  stopOnSignals(running, log)

  const { url, isContinued = false } = running
  if (log === 'json') {
    const shown = options.controlToken === '' ? { controlToken } : {}
    process.stdout.write(`${JSON.stringify({ ready: true, url, ...shown })}\n`)
    return
  }
  const text = banner({
    title: `schedkit ${version} ${service.title(url)}`,
    url,
    seed: isContinued ? {} : seed,
    isContinued,
    isControlled: controlToken !== undefined,
    notes: service.notes(url, controlToken),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  })
  process.stdout.write(`${text}\n`)
}

const makeToken = () => randomBytes(12).toString('hex')

async function seedOf({ seed, uniqueNames }: ServiceOptions, now = Date.now()): Promise<SeedInput> {
  if (seed === 'none') return {}
  return seed === 'demo' ? demo({ now }) : readSeedFile(seed, uniqueNames)
}

/** The first signal finishes what is under way, a second one ends the process at once. */
function stopOnSignals(running: Running, log: ServiceOptions['log']): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(130)
    stopping = true
    if (log !== 'json')
      process.stdout.write('\nStopping: what is under way is finished; once more stops at once.\n')
    await running.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
