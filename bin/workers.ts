import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as waitFor } from 'node:timers/promises'
import { endSignals } from './terminal.js'

/* `serve --workers N`: processes that share a port, and a primary process that starts them, and ends them together. */

/** Milliseconds before a worker is replaced that has not lived long; they double up to the longest. */
const pauses = { first: 100, longest: 30_000 }
/** A worker that lived at least that long, in milliseconds, is replaced without a longer pause. */
const longLife = 10_000

/** Whether this process is a worker, and so not the one to talk to the operator. */
export const isWorker = (): boolean => cluster.isWorker

/** Whether this worker is the one whose banner is shown: the first. */
export const isQuiet = (): boolean => cluster.isWorker && cluster.worker?.id !== 1

/** The environment variable that tells workers the port that was found for all of them. */
const portVariable = 'SCHEDKIT_WORKER_PORT'

/** The port to listen on: workers started with 0 share one. */
export const sharedPort = (port: number): number =>
  cluster.isWorker && port === 0 ? Number(process.env[portVariable]) : port

/** The environment variable that tells workers where the primary process serves metrics. */
const metricsVariable = 'SCHEDKIT_WORKER_METRICS'

/** Where the primary process serves the metrics of all workers, if it does. */
export const sharedMetricsUrl = (): string | undefined =>
  cluster.isWorker ? process.env[metricsVariable] : undefined

/** The name of this worker in metrics. */
export const workerName = (): string => String(cluster.worker?.id ?? 0)

/** Tells the primary process that this worker is ready. */
export function announceReady(): void {
  if (cluster.isWorker) process.send?.('ready')
}

/** Tells the primary process that no worker can continue: it ends all of them, and exits with 1. */
export function announceEnd(): void {
  if (cluster.isWorker) process.send?.('end')
}

/** Lets a worker that can't start end: the channel to the primary process, which waits for that, would keep it alive. */
export const leavePrimary = (): void => void cluster.worker?.disconnect()

/** What is written when the first signal comes. */
export const stoppingText = () =>
  `\nFinishing open requests.${process.stdout.isTTY ? ' Press Ctrl-C again to stop now.' : ''}\n`

/** Calls `stop` when the primary process wants this worker to end, or has ended itself. */
export function stopWithPrimary(stop: () => void): void {
  // Ctrl-C and the end of a terminal reach all its processes: the primary process decides what they mean.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  const { worker } = cluster
  if (!worker) return
  // Otherwise, when the primary process is killed, Node ends this one amid its requests, or an error in telling the primary
  // process something does.
  worker.exitedAfterDisconnect = true
  worker.on('error', () => {})
}

interface WorkerOptions {
  count: number
  host: string
  /** 0 picks a free one, which stays the same when all workers end at once. */
  port: number
  /** Serves the metrics of all workers on this port; 0 picks a free one. @default they are not served */
  metricsPort?: number | undefined
  /** Whether what the primary process says is lines of JSON on standard output. */
  isJson: boolean
}

/** A port that was free just now. */
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

/** Tells the operator of a worker that has ended, as the log does. */
function tellEnd(message: string, isJson: boolean): void {
  const line = { time: new Date().toISOString(), pid: process.pid, event: 'worker ended', message }
  if (isJson) process.stdout.write(`${JSON.stringify(line)}\n`)
  else process.stderr.write(`${message}\n`)
}

/**
 * Starts workers, which run this program with the same arguments, and replaces those that end. Resolves to the exit code once a
 * signal has ended all; to 1 if none of them can continue; or at once, if the first one cannot start.
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
      // The cluster still lists a worker that has ended as long as its channel has not been read to the end.
      if (Object.values(cluster.workers ?? {}).every(worker => worker?.isDead())) resolve(endCode)
    }

    /** Starts a worker; `pause` is for its successor. */
    function start(pause = pauses.first): void {
      const born = performance.now()
      const worker = cluster.fork(env)
      worker.on('message', message => {
        if (message === 'end' && !isStopping) {
          endCode = 1
          stop()
        }
        if (message !== 'ready' || isStarted) return
        // The first one has created the tables and loaded the seed.
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
