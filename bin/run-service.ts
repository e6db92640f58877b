import { randomBytes } from 'node:crypto'
import { kitCommand } from '../conformance/session/defaults.js'
import type { SeedFile, SeedProgress } from '../fixtures/index.js'
import type { MetricFamily, SeedInput, ServerOptions } from '../server/index.js'
import { version } from '../server/version.js'
import { banner, describeRoles } from './banner.js'
import { defined } from './options.js'
import { followSeed } from './seed-following.js'
import { createSeedProgress } from './seed-progress.js'
import type { ServiceOptions } from './service-options.js'
import { endSignals, screenOf, shellQuoted } from './terminal.js'
import { answerMetrics } from './worker-metrics.js'
import {
  announceEnd,
  announceReady,
  isQuiet,
  isWorker,
  sharedMetricsUrl,
  stoppingText,
  stopWithPrimary,
} from './workers.js'

/** The options with which a server or a mock is started. */
export interface StartOptions extends Omit<ServerOptions, 'smtp'> {
  seed: SeedInput | SeedFile
}

export interface RunningService {
  readonly url: string
  /** Whether it continues with existing data. */
  readonly isContinued?: boolean
  /** Replaces the seed, and resets to it. */
  replaceSeed(seed: SeedInput | SeedFile): Promise<void>
  /** Whether its storage has failed, which determines the exit code. */
  readonly hasFailed?: boolean
  /** The URL of its metrics, if they are served. */
  readonly metricsUrl?: string
  /** Returns its metrics, for the process that serves those of all workers. */
  metrics?(): Promise<readonly MetricFamily[]>
  /** Resolves when it must be closed. */
  readonly mustEnd?: Promise<void>
  close(): Promise<void>
}

/** The token of the control interface. */
export interface ControlToken {
  value: string
  /** Whether the token was generated at startup. A token that the operator passed is not printed. */
  isGenerated: boolean
}

/** The differences between a server and a mock. */
export interface Service {
  start(options: StartOptions): Promise<RunningService>
  /** Returns the first line of the banner, after the version. */
  title(url: string): string
  /** Returns the last lines of the banner. */
  notes(url: string, control: ControlToken | undefined, metricsUrl: string | undefined): string[]
  /** Where it stores its data, for the JSON line at startup. */
  storage?: 'memory' | 'directory' | 'database'
  /** The time around which the demo is dated, in milliseconds since 1970; now by default. */
  now?: number
}

/** Starts a service, prints its URL, and stops it on a signal. */
export async function runService(options: ServiceOptions, service: Service): Promise<void> {
  const { port, host, cors, uniqueNames, requestRateLimit, log, publicUrl } = options
  const isGenerated = options.controlToken === ''
  const controlToken = isGenerated ? randomBytes(12).toString('hex') : options.controlToken
  const world =
    options.world && options.world !== 'none'
      ? (await import('../mock/serve/index.js')).worldNamed(options.world)
      : undefined
  const progress = createSeedProgress(process.stderr)
  const now = service.now ?? (world?.now === undefined ? undefined : Date.parse(world.now))
  const starting = readSeed(options, { now, report: progress.show })
    .then(async seed => {
      const given: StartOptions = {
        port,
        host,
        seed,
        cors,
        uniqueNames,
        requestRateLimit,
        log,
        demo: options.seed === 'demo' ? describeDemo(seed) : undefined,
        ...defined({ controlToken, publicUrl }),
        world: world?.name ?? 'none',
      }
      return { seed, running: await service.start(given) }
    })
    .catch(error => {
      throw listenError(error, host, port)
    })
    .finally(progress.end)
  if (options.watch) {
    followSeed(
      options,
      starting.then(({ running }) => running),
    )
  }
  const { seed, running } = await starting
  stopOnSignals(running, log)
  if (running.metrics) answerMetrics(running.metrics)
  announceReady()
  if (isQuiet()) return

  const { url, isContinued = false } = running
  const metrics = sharedMetricsUrl() ?? running.metricsUrl
  if (log === 'json') {
    const told = defined({ storage: service.storage, metrics, world: world?.name })
    const line = { ready: true, url, ...told, ...(isGenerated && { controlToken }) }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    return
  }
  const control = controlToken === undefined ? undefined : { value: controlToken, isGenerated }
  const text = banner({
    title: `schedkit ${version} ${service.title(url)}`,
    url,
    seed: isContinued ? {} : seed,
    isDemo: options.seed === 'demo',
    isContinued,
    isControlled: controlToken !== undefined,
    notes: [
      ...(world ? [`This is the world "${world.name}" of schedkit client: it ${world.title}.`] : []),
      ...(control ? [consoleNote(url, control)] : []),
      `Read about the API in a browser and try it: ${url}/docs`,
      ...service.notes(url, control, metrics),
    ],
    colour: screenOf(process.stdout).colour,
  })
  process.stdout.write(`${text}\n`)
}

/** Returns the log-ins that the docs page offers: those of the demo, as only its passwords are public. */
function describeDemo({ users = [], schedules = [] }: StartOptions['seed']): ServerOptions['demo'] {
  const accounts = users.map(({ email, password = '' }) => ({
    email,
    password,
    note: describeRoles(email, schedules),
  }))
  return { accounts, ...defined({ scheduleId: schedules[0]?.id }) }
}

async function readSeed(
  { seed, uniqueNames }: ServiceOptions,
  { now = Date.now(), report }: { now?: number | undefined; report(progress: SeedProgress): void },
): Promise<SeedInput | SeedFile> {
  if (seed === 'none') return {}
  if (seed === 'demo') {
    const { demo } = await import('../fixtures/demo.js')
    return demo({ now })
  }
  const { openSeedFile } = await import('../fixtures/seed-file.js')
  return openSeedFile(seed, { uniqueNames, report })
}

const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port. Choose another one, or --port 0 for any free port',
  EACCES: 'you have no permission to use this port. Choose one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all its addresses',
  ENOTFOUND: 'this host does not exist. Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine',
}

/** Explains why a server could not listen and what to do; returns other errors unchanged. */
function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reason = listenReasons[error.code ?? '']
  return reason === undefined ? error : new Error(`Failed to listen on ${host}:${port}: ${reason}.`)
}

/** On the first signal, finishes open requests; a second one ends the process at once. */
function stopOnSignals(running: RunningService, log: ServiceOptions['log']): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping && isWorker()) return
    if (isStopping) process.exit(130)
    isStopping = true
    if (log !== 'json' && !isWorker()) {
      process.stdout.write(stoppingText())
    }
    await running.close()
    process.exit(running.hasFailed ? 1 : 0)
  }
  running.mustEnd?.then(() => {
    announceEnd()
    return stop()
  })
  if (isWorker()) {
    stopWithPrimary(stop)
    return
  }
  for (const signal of endSignals) process.on(signal, stop)
}

/** Returns the banner's line about the console, which contains the token only if it was generated. */
function consoleNote(url: string, { value, isGenerated }: ControlToken): string {
  const rest = isGenerated ? `#token=${encodeURIComponent(value)}` : ' (it asks for your token)'
  return `See bookings, requests and e-mails in a browser, and change them: ${url}/_console${rest}`
}

/** Returns the banner's lines about the control interface, which show the token only if it was generated. */
export function controlNotes(url: string, token: ControlToken | undefined): string[] {
  if (token === undefined)
    return ['The console and the control interface are off; --control-token enables them.']
  const { value, isGenerated } = token
  const [which, header, argument] = isGenerated
    ? [`the token ${value}`, shellQuoted(`Authorization: Bearer ${value}`), shellQuoted(value)]
    : [
        'your token, here as $SCHEDKIT_CONTROL_TOKEN',
        '"Authorization: Bearer $SCHEDKIT_CONTROL_TOKEN"',
        '"$SCHEDKIT_CONTROL_TOKEN"',
      ]
  return [
    `Control interface: ${url}/_control with ${which}`,
    `Outbox: curl -H ${header} ${url}/_control/outbox`,
    `Certify it: ${kitCommand} run --control ${url} --control-token ${argument} --allow all`,
  ]
}

/** Returns the banner's line about data in memory. */
export function memoryNote({ seed, watch }: Pick<ServiceOptions, 'seed' | 'watch'>): string {
  const note = 'Data is kept in memory and lost when the process exits'
  if (watch) return `${note}, and replaced whenever ${seed} changes.`
  return seed === 'demo' ? `${note}; the next start loads the demo again.` : `${note}.`
}
