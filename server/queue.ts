/** Who wants a task done: callers take turns, and so do the accounts of a caller. */
export interface Asker {
  /** A network address. */
  caller: string
  account: string
}

export interface QueueOptions {
  /** How many tasks run at the same time. */
  atOnce: number
  /** How many tasks may wait. */
  waiting: number
  /** Creates the error for a task beyond that. */
  refuse(): Error
}

/** A task that waits for its turn. */
interface Waiting {
  begin(): void
  refuse(): void
}

/** The waiting tasks of a caller, by account. Maps keep the order in which their turns come. */
type Lane = Map<string, Waiting[]>

/**
 * Runs tasks a few at a time. Callers take turns, however many tasks each has, and so do the accounts of a caller. If too
 * many tasks wait, the newest task of the caller with the most is refused.
 */
export function createQueue({ atOnce, waiting: most, refuse }: QueueOptions) {
  const lanes = new Map<string, Lane>()
  let waiting = 0
  let underWay = 0

  function put({ caller, account }: Asker, task: Waiting): void {
    const lane = lanes.get(caller) ?? new Map<string, Waiting[]>()
    const tasks = lane.get(account) ?? []
    tasks.push(task)
    lane.set(account, tasks)
    lanes.set(caller, lane)
    waiting++
  }

  /** Takes the next task, and puts its caller and its account last. */
  function takeNext(): Waiting | undefined {
    for (const [caller, lane] of lanes) {
      for (const [account, tasks] of lane) {
        const task = tasks.shift()
        lane.delete(account)
        lanes.delete(caller)
        if (tasks.length > 0) lane.set(account, tasks)
        if (lane.size > 0) lanes.set(caller, lane)
        waiting--
        return task
      }
    }
    return undefined
  }

  /** Refuses the newest task of the caller with most. */
  function refuseOne(): void {
    const [caller, lane] = [...lanes].reduce((one, other) =>
      lengthOf(other[1]) > lengthOf(one[1]) ? other : one,
    )
    const [account, tasks] = [...lane].at(-1) as [string, Waiting[]]
    const task = tasks.pop()
    if (tasks.length === 0) lane.delete(account)
    if (lane.size === 0) lanes.delete(caller)
    waiting--
    task?.refuse()
  }

  return async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    if (underWay < atOnce) underWay++
    else {
      await new Promise<void>((begin, reject) => {
        put(asker, { begin, refuse: () => reject(refuse()) })
        if (waiting > most) refuseOne()
      })
    }
    try {
      return await work()
    } finally {
      // The next task takes over the slot.
      const next = takeNext()
      if (next) next.begin()
      else underWay--
    }
  }
}

const lengthOf = (lane: Lane) => [...lane.values()].reduce((sum, tasks) => sum + tasks.length, 0)
