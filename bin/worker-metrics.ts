import cluster, { type Worker } from 'node:cluster'
import type { MetricFamily } from '../server/index.js'

/* The metrics of processes that share a port: the primary process collects them from the workers and serves them. */

/** The messages between the primary process and a worker. */
interface Request {
  metrics: number
}
interface Answer extends Request {
  families: readonly MetricFamily[]
}

const isRequest = (message: unknown): message is Request =>
  typeof message === 'object' && message !== null && 'metrics' in message

const isAnswer = (message: unknown): message is Answer => isRequest(message) && 'families' in message

/** Answers the requests of the primary process if this process is a worker. */
export function answerMetrics(families: () => Promise<readonly MetricFamily[]>): void {
  if (!cluster.isWorker) return
  process.on('message', async message => {
    if (!isRequest(message)) return
    const answer: Answer = { metrics: message.metrics, families: await families() }
    process.send?.(answer)
  })
}

/** The timeout for a worker's response in milliseconds. */
const patience = 3_000

/** The metrics of all workers. */
export interface WorkerMetrics {
  /** Resolves with the metrics of each worker, including ended ones. For a worker that times out, its last known ones are used. */
  collect(): Promise<readonly (readonly MetricFamily[])[]>
  /** Keeps the last known metrics of a worker that has ended, so that totals never decrease. */
  ended(worker: Worker): void
}

export async function createWorkerMetrics(): Promise<WorkerMetrics> {
  const { mergeEnded } = await import('../server/metrics/index.js')
  const last = new Map<number, readonly MetricFamily[]>()
  let past: readonly MetricFamily[] = []
  let merging = Promise.resolve()
  let asked = 0

  function ask(worker: Worker): Promise<void> {
    const number = ++asked
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        worker.off('message', receive).off('exit', end)
        resolve()
      }
      const receive = (message: unknown) => {
        if (!isAnswer(message) || message.metrics !== number) return
        last.set(worker.id, message.families)
        end()
      }
      const timer = setTimeout(end, patience)
      worker.on('message', receive).on('exit', end)
      // The worker may have ended without this process knowing yet.
      worker.send({ metrics: number }, error => error && end())
    })
  }

  return {
    async collect() {
      const workers = Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected())
      await Promise.all(workers.map(worker => worker && ask(worker)))
      await merging
      return [past, ...last.values()]
    },
    ended({ id }) {
      const families = last.get(id)
      last.delete(id)
      if (!families) return
      merging = merging.then(async () => {
        past = await mergeEnded([past, families])
      })
    },
  }
}
