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

/** The combined locks that some checks hold or wait for: a run asks thousands of times whether one can start beside them. */
function createTaken() {
  const taken = new Map<string, boolean>()
  return {
    add(holds: Holds): void {
      for (const [name, alone] of holds) taken.set(name, alone || taken.get(name) === true)
    },
    /** Returns the locks of a check that are not available now. */
    missing: (holds: Holds): Holds =>
      new Map([...holds].filter(lock => !areCompatible(new Map([lock]), taken))),
  }
}

/** A unit of work. */
export interface Job<Result> {
  readonly id: string
  readonly holds: Holds
  /** The jobs that must end first. */
  readonly after: readonly string[]
  /** The job mostly waits: unless jobs run one at a time, it does not count towards the limit. */
  readonly waits?: boolean | undefined
  run(): Promise<Result>
}

/**
 * Runs jobs in parallel, at most `most` at once plus as many that wait, in the given order as far as locks allow. No job
 * takes a lock that an earlier one waits for, but it may take the other locks that the earlier one needs. Once `isStopped`,
 * no more jobs start. Resolves when all started jobs have ended.
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
    const taken = createTaken()
    let waiters = 0
    for (const { holds, waits } of running.keys()) {
      taken.add(holds)
      if (waits && most > 1) waiters++
    }
    const isFull = ({ waits }: Job<Result>) => (waits && most > 1 ? waiters : running.size - waiters) >= most
    for (const job of waiting) {
      if (isFull(job) || job.after.some(id => unended.has(id))) continue
      const missing = taken.missing(job.holds)
      if (missing.size === 0) return job
      taken.add(missing)
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
      `Nothing can start any more: ${waiting.map(({ id, after }) => `${id} after ${after.join(' and ')}`).join(', ')}`,
    )
  }
}
