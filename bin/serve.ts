import { readFile } from 'node:fs/promises'
import type { Argv } from 'yargs'
import { whyUnreadable } from '../conformance/http/unreadable-file.js'
import { isLoopback } from '../server/core/access/addresses.js'
import type { ServerOptions } from '../server/index.js'
import { UsageError } from './errors.js'
import { databaseLimits, type LimitArguments, requestLimits, sessionLimits } from './limit-options.js'
import { assertInteger, defined, examples, flag, number, type OptionValues, single, text } from './options.js'
import { checkService, optionsFromEnvironment, serviceOptions } from './service-options.js'

const { log, ...shared } = serviceOptions
const options = {
  ...shared,
  data: text('Directory to keep all data in; without it, data is lost when the process exits'),
  database: text('PostgreSQL database to keep all data in: postgres://USER:PASSWORD@HOST:PORT/DATABASE'),
  workers: number(1, 'Processes that share the port; more than one requires --database'),
  drain: number(
    0,
    'Seconds for which /_health/ready reports that the server is about to stop, before it does',
  ),
  'metrics-port': {
    ...single({ number: true, requiresArg: true } as const),
    describe: 'Serve GET /_metrics in the OpenMetrics format on this port; 0 picks a free one',
  },
  smtp: text('Send e-mails through smtp[s]://[USER:PASSWORD@]HOST[:PORT], and not only to the outbox'),
  'tls-cert': text('Serve https with this certificate (PEM file)'),
  'tls-key': text('Key of the certificate (PEM file)'),
  'trust-proxy': flag('Trust X-Forwarded headers; only if every request comes through your proxy'),
  log,
} as const

interface WorkerArguments extends Pick<ServeOptions, 'workers' | 'drain' | 'database' | 'world'> {
  'metrics-port'?: number | undefined
  'control-token'?: string | undefined
}
const limits = { ...requestLimits.options, ...databaseLimits.options, ...sessionLimits.options }

type ServeOptions = OptionValues<typeof options> & LimitArguments<typeof limits>

/** Declares the options of `schedkit serve`. */
export const builder = (args: Argv) => {
  const environment = optionsFromEnvironment({ ...options, ...limits }, process.env)
  return (
    args
      .usage('$0 serve [OPTIONS]\n\nRuns the reference server.')
      .config(environment.given)
      .check(environment.check)
      // Grouped here so that they precede the limits.
      .group(Object.keys(options), 'Options:')
      .options({ ...options, ...limits })
      .check(args => {
        checkService(args)
        requestLimits.check(args)
        checkPlace(args)
        databaseLimits.check(args)
        sessionLimits.check(args)
        checkWatch(args)
        checkWorkers(args)
        return true
      })
      .example(
        examples({
          '$0 serve': 'the demo on port 4000',
          '$0 serve --port 0 --log json': 'a free port, announced as one line of JSON',
          '$0 serve --seed my-company.json': 'start with your own users and schedules',
          '$0 serve --seed my-company.json --watch': 'follow the file while you edit it',
          '$0 serve --data my-data': 'keep all data; the seed is loaded the first time only',
          '$0 serve --database postgres://me:secret@localhost/schedkit': 'the same in PostgreSQL',
          '$0 serve --cors http://localhost:5173': 'allow calls from your dev server',
          'SCHEDKIT_PORT=8080 $0 serve': 'every option is also an environment variable',
        }),
      )
  )
}

/** Runs a server until a signal stops it. */
export async function handler(options: ServeOptions): Promise<void> {
  const { workers, host, port, metricsPort } = options
  const { isWorker, leavePrimary, runWorkers } = await import('./workers.js')
  if (workers > 1 && !isWorker()) {
    warnOfOthers(options)
    const isJson = options.log === 'json'
    process.exit(await runWorkers({ count: workers, host, port, metricsPort, isJson }))
  }
  await serve(options).catch(error => {
    leavePrimary()
    throw error
  })
}

async function serve(options: ServeOptions): Promise<void> {
  const { data, database, smtp, trustProxy, workers, port, metricsPort } = options
  const { isWorker, sharedPort, workerName } = await import('./workers.js')
  const served = isWorker() ? { worker: workerName() } : defined({ port: metricsPort })
  const metrics = metricsPort === undefined ? undefined : served
  const tls = await readTls(options)
  if (!isWorker()) warnOfOthers(options)
  // SQLite is compiled on other threads while the seed is read and the server is loaded; opening the database reports an
  // error, if any.
  if (database === undefined) {
    const { loadEngine } = await import('../server/storage/sqlite/engine.js')
    loadEngine().catch(() => {})
  }
  const { controlNotes, memoryNote, runService } = await import('./run-service.js')
  const withPort = { ...options, port: sharedPort(port) }
  return runService(withPort, {
    start: async given => {
      const { startServer } = await import('../server/index.js')
      const running = await startServer({
        ...given,
        ...defined({ onExchange: await recorder() }),
        limits: requestLimits.of(options),
        databaseLimits: databaseLimits.of(options),
        sessionLimits: sessionLimits.of(options),
        trustProxy,
        drainTime: options.drain * 1000,
        ...defined({ data, database, smtp, tls, metrics }),
      })
      if (database !== undefined && options.seed === 'demo' && !running.isContinued) warnDemo()
      return running
    },
    title: url => `is ready at ${url}`,
    storage: database !== undefined ? 'database' : data === undefined ? 'memory' : 'directory',
    notes: (url, control, metricsUrl) => [
      ...(metricsUrl === undefined ? [] : [`Metrics: ${metricsUrl}`]),
      smtp === undefined
        ? 'E-mails are kept in the outbox. They are logged here without their links.'
        : 'E-mails are sent through the SMTP server.',
      ...controlNotes(url, control),
      database !== undefined
        ? `All data is kept in the database.${workers > 1 ? ` ${workers} processes answer requests.` : ''}`
        : data === undefined
          ? memoryNote(options)
          : `All data is kept in ${data}. Back it up: schedkit data backup ${data} FILE`,
      'Press Ctrl-C to stop the server.',
    ],
  })
}

/** Records requests, if `schedkit client` has started this process. */
async function recorder(): Promise<ServerOptions['onExchange']> {
  if (!process.env.SCHEDKIT_RECORD) return undefined
  const { recorderOf } = await import('../mock/serve/index.js')
  return recorderOf(process.env)
}

/** @throws UsageError if two locations for the data are given */
function checkPlace({ data, database }: Pick<ServeOptions, 'data' | 'database'>): void {
  if (data !== undefined && database !== undefined) {
    throw new UsageError('--data and --database cannot be combined: give one of them.')
  }
}

/** @throws UsageError for options that do not work with several processes */
function checkWorkers({
  workers,
  drain,
  database,
  'control-token': token,
  'metrics-port': metricsPort = 0,
  world,
}: WorkerArguments): void {
  assertInteger('metrics-port', metricsPort, 0, 65_535)
  assertInteger('workers', workers, 1, 1_000)
  assertInteger('drain', drain, 0, 3_600)
  if (workers === 1) return
  if (database === undefined) {
    throw new UsageError(
      `--workers ${workers} needs --database: several processes cannot share data in memory or a directory.`,
    )
  }
  if (world !== undefined) {
    throw new UsageError('--workers and --world cannot be combined: each process would play its own.')
  }
  if (token !== undefined) {
    throw new UsageError(
      '--workers and --control-token cannot be combined: the clock, failures and recorded requests belong to one process.',
    )
  }
}

/** @throws UsageError if a change of the seed file would replace persistent data */
function checkWatch({ watch, data, database }: Pick<ServeOptions, 'watch' | 'data' | 'database'>): void {
  const kept = data === undefined ? (database === undefined ? undefined : '--database') : '--data'
  if (!watch || kept === undefined) return
  throw new UsageError(
    `--watch replaces all data whenever the seed file changes, and ${kept} keeps it. Leave out one of the two.`,
  )
}

/** Warns of settings that are safe only if nobody else can reach the server. */
function warnOfOthers({ host, tlsCert, trustProxy, smtp, publicUrl }: ServeOptions): void {
  const isLocal = host === 'localhost' || isLoopback(host)
  if (!isLocal && tlsCert === undefined && !trustProxy) {
    process.stderr.write(
      `Warning: other machines can reach ${host}, and passwords are sent there unencrypted. ` +
        'Use --tls-cert and --tls-key, or a TLS proxy and --trust-proxy.\n',
    )
  }
  if (smtp !== undefined && publicUrl === undefined && (!isLocal || trustProxy)) {
    process.stderr.write(
      'Warning: links in e-mails begin with the host that a request names, so any account can send links to another one. ' +
        'Use --public-url.\n',
    )
  }
}

function warnDemo(): void {
  process.stderr.write(
    'Warning: the database was empty, and the demo was loaded into it, whose passwords everybody knows. ' +
      'For a service that others use, start on an empty database with --seed none, or a seed file of your own.\n',
  )
}

/**
 * Reads a certificate and its key; undefined if neither is given.
 *
 * @throws an Error if only one is given, a file cannot be read, or the two do not match
 */
async function readTls({ tlsCert, tlsKey }: ServeOptions): Promise<ServerOptions['tls']> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new Error('Failed to use TLS: a certificate needs its key. Give both --tls-cert and --tls-key.')
  }
  const [cert, key] = await Promise.all([read('--tls-cert', tlsCert), read('--tls-key', tlsKey)])
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new Error(
      `Failed to use TLS with ${tlsCert} and ${tlsKey}: ${(error as Error).message}. Both must be PEM files, and the key must belong to the certificate.`,
      { cause: error },
    )
  }
  return { cert, key }
}

const read = (option: string, path: string) =>
  readFile(path, 'utf8').catch(error => {
    throw new Error(`Failed to read ${option} ${path}: ${whyUnreadable(error)}`, { cause: error })
  })
