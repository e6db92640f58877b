/** The locks of a check while it runs: `true` for exclusive, `false` for shared. */
export type Holds = ReadonlyMap<string, boolean>

/** Whether two checks may run at the same time. */
export function areCompatible(a: Holds, b: Holds): boolean {
  for (const [name, alone] of a) {
    const other = b.get(name)
    if (other !== undefined && (alone || other)) return false
  }
  return true
}

/** A unit of work. */
export interface Job<Result> {
  readonly id: string
  readonly holds: Holds
  /** The job that must end first. */
  readonly after?: string | undefined
  /** It mostly waits: unless one job runs at a time, it does not count among the others. */
  readonly waits?: boolean | undefined
  run(): Promise<Result>
}

/**
 * Runs jobs in parallel, at most `most` at once, and as many that wait, in the given order as far as locks allow: no job
 * overtakes an earlier one that waits for a lock which it would take itself. Once `isStopped`, it starts no more. Resolves when all started jobs have
 * ended.
 */
export async function runJobs<Result>(
  jobs: readonly Job<Result>[],
  most: number,
  isStopped: () => boolean,
  ended: (job: Job<Result>, result: Result) => void,
): Promise<void> {
  const waiting = [...jobs]
  const running = new Map<Job<Result>, Promise<void>>()
  const unended = new Set(jobs.map(job => job.id))

  const startable = (): Job<Result> | undefined => {
    const claims: Holds[] = []
    const waiters = most === 1 ? 0 : [...running.keys()].filter(({ waits }) => waits).length
    const isFull = ({ waits }: Job<Result>) => (waits && most > 1 ? waiters : running.size - waiters) >= most
    for (const job of waiting) {
      if (isFull(job)) continue
      const ready = job.after === undefined || !unended.has(job.after)
      const free = (others: Iterable<Holds>) => [...others].every(holds => areCompatible(job.holds, holds))
      if (ready && free([...running.keys()].map(({ holds }) => holds)) && free(claims)) return job
      if (ready) claims.push(job.holds)
    }
    return undefined
  }

  for (;;) {
    while (!isStopped()) {
      const job = startable()
      if (!job) break
      waiting.splice(waiting.indexOf(job), 1)
      running.set(
        job,
        job.run().then(result => {
          running.delete(job)
          unended.delete(job.id)
          ended(job, result)
        }),
      )
    }
    if (running.size === 0) break
    await Promise.race(running.values()).catch(async error => {
      await Promise.allSettled(running.values())
      throw error
    })
  }
  if (waiting.length > 0 && !isStopped()) {
    throw new Error(
      `Nothing can start any more: ${waiting.map(({ id, after }) => `${id} after ${after}`).join(', ')}`,
    )
  }
}
