import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as waitFor } from 'node:timers/promises'
import { endSignals } from './terminal.js'

/* `serve --workers N`: processes that share a port, and a primary process that starts and stops them together. */

/** The pause in milliseconds before a short-lived worker is replaced; it doubles up to the longest. */
const pauses = { first: 100, longest: 30_000 }
/** The lifetime in milliseconds from which a worker is replaced after the first pause again. */
const longLife = 10_000

/** Returns whether this process is a worker, which does not write to the operator. */
export const isWorker = (): boolean => cluster.isWorker

/** Returns whether this worker shows no banner: only the first worker does. */
export const isQuiet = (): boolean => cluster.isWorker && cluster.worker?.id !== 1

/** The environment variable for the port shared by all workers. */
const portVariable = 'SCHEDKIT_WORKER_PORT'

/** Returns the port to listen on: workers started with port 0 share one. */
export const sharedPort = (port: number): number =>
  cluster.isWorker && port === 0 ? Number(process.env[portVariable]) : port

/** The environment variable for the URL at which the primary process serves metrics. */
const metricsVariable = 'SCHEDKIT_WORKER_METRICS'

/** Returns the URL at which the primary process serves the metrics of all workers, if it does. */
export const sharedMetricsUrl = (): string | undefined =>
  cluster.isWorker ? process.env[metricsVariable] : undefined

/** Returns the name of this worker in metrics. */
export const workerName = (): string => String(cluster.worker?.id ?? 0)

/** Tells the primary process that this worker is ready. */
export function announceReady(): void {
  if (cluster.isWorker) process.send?.('ready')
}

/** Tells the primary process that no worker can continue: it ends all of them, and exits with 1. */
export function announceEnd(): void {
  if (cluster.isWorker) process.send?.('end')
}

/** Lets a worker that cannot start exit: the IPC channel would keep it alive while the primary process waits for its end. */
export const leavePrimary = (): void => void cluster.worker?.disconnect()

/** Returns the message for the first signal. */
export const stoppingText = () =>
  `\nFinishing open requests.${process.stdout.isTTY ? ' Press Ctrl-C again to stop now.' : ''}\n`

/** Calls `stop` when the primary process wants this worker to end, or has ended itself. */
export function stopWithPrimary(stop: () => void): void {
  // Ctrl-C and the closing of a terminal signal all its processes: the primary process decides how to react.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  const { worker } = cluster
  if (!worker) return
  // Otherwise, when the primary process is killed, Node.js ends this one amid its requests, or a failed message to the primary
  // process does.
  worker.exitedAfterDisconnect = true
  worker.on('error', () => {})
}

interface WorkerOptions {
  count: number
  host: string
  /** The port; 0 picks a free one, which stays the same even if all workers end at once. */
  port: number
  /** The port for the metrics of all workers; 0 picks a free one. @default they are not served */
  metricsPort?: number | undefined
  /** Whether the primary process writes its messages as lines of JSON to standard output. */
  isJson: boolean
}

/** Finds a free port. */
async function findPort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Serves the metrics of all workers from the primary process. */
async function serveWorkerMetrics(host: string, port: number) {
  const [{ serveMetrics }, { createWorkerMetrics }] = await Promise.all([
    import('../server/metrics/index.js'),
    import('./worker-metrics.js'),
  ])
  const { collect, ended } = await createWorkerMetrics()
  const { url } = await serveMetrics({ host, port, collect })
  return { url, ended }
}

/** Reports the end of a worker to the operator, in the format of the log. */
function tellEnd(message: string, isJson: boolean): void {
  const line = { time: new Date().toISOString(), pid: process.pid, event: 'worker ended', message }
  if (isJson) process.stdout.write(`${JSON.stringify(line)}\n`)
  else process.stderr.write(`${message}\n`)
}

/**
 * Starts workers, which run this program with the same arguments, and replaces those that end. Resolves to the exit code once a
 * signal has ended all, to 1 if none of them can continue, or immediately if the first one cannot start.
 */
export async function runWorkers({ count, host, port, metricsPort, isJson }: WorkerOptions): Promise<number> {
  const metrics = metricsPort === undefined ? undefined : await serveWorkerMetrics(host, metricsPort)
  const env = {
    ...(port === 0 && { [portVariable]: await findPort(host) }),
    ...(metrics && { [metricsVariable]: metrics.url }),
  }
  let isStopping = false
  let isStarted = false
  let endCode = 0

  return new Promise(resolve => {
    function stop(): void {
      if (isStopping) {
        for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
        resolve(130)
        return
      }
      isStopping = true
      if (!isJson) process.stdout.write(stoppingText())
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
      endIfAlone()
    }

    function endIfAlone(): void {
      // The cluster lists an ended worker until its channel has been read to the end.
      if (Object.values(cluster.workers ?? {}).every(worker => worker?.isDead())) resolve(endCode)
    }

    /** Starts a worker; `pause` is the delay before its successor. */
    function start(pause = pauses.first): void {
      const born = performance.now()
      const worker = cluster.fork(env)
      worker.on('message', message => {
        if (message === 'end' && !isStopping) {
          endCode = 1
          stop()
        }
        if (message !== 'ready' || isStarted) return
        // The first worker has created the tables and loaded the seed.
        isStarted = true
        for (let started = 1; started < count; started++) start()
      })
      worker.on('exit', async (code, signal) => {
        metrics?.ended(worker)
        if (isStopping) return endIfAlone()
        if (!isStarted) return resolve(code || 1)
        const wait = performance.now() - born > longLife ? pauses.first : pause
        const cause = signal ?? `exit code ${code}`
        tellEnd(
          `Worker ${worker.process.pid} has ended (${cause}). Another one starts in ${wait / 1000} s.`,
          isJson,
        )
        await waitFor(wait)
        if (!isStopping) start(Math.min(2 * wait, pauses.longest))
      })
    }

    for (const signal of endSignals) process.on(signal, stop)
    start()
  })
}
