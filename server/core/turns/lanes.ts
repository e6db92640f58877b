/** Who requests a task. */
export interface Requester {
  /** A network address. */
  caller: string
  account: string
}

/**
 * A queue of waiting tasks. The next task is from the caller, and the account of that caller, with the least usage, however
 * many tasks each has: if all tasks cost the same, callers take turns, and so do the accounts of each.
 */
export interface Lanes<Task> {
  size(): number
  put(requester: Requester, task: Task): void
  /** Takes the next task, except those of a caller or an account. It adds 1 to the usage of both. */
  takeNext(except?: { [Key in keyof Requester]?: string | undefined }): Task | undefined
  /** Takes the newest task of the caller with the most tasks. */
  takeNewest(): Task | undefined
  /** Adds to the usage of a caller and its account, as long as tasks of theirs are waiting. */
  charge(requester: Requester, used: number): void
}

export function createLanes<Task>(): Lanes<Task> {
  const callers = createShares<Shares<Task[]>>()
  let size = 0

  const lengthOf = (accounts: Shares<Task[]>) =>
    accounts.all().reduce((sum, [, tasks]) => sum + tasks.length, 0)

  function leave(caller: string, account: string): void {
    const accounts = callers.get(caller)
    if (accounts?.get(account)?.length === 0) accounts.remove(account)
    if (accounts?.size() === 0) callers.remove(caller)
    size--
  }

  return {
    size: () => size,
    put({ caller, account }, task) {
      const accounts = callers.get(caller) ?? callers.add(caller, createShares())
      const tasks = accounts.get(account) ?? accounts.add(account, [])
      tasks.push(task)
      size++
    },
    takeNext(except) {
      const leastOf = (accounts: Shares<Task[]>) => accounts.least(name => name !== except?.account)
      const found = callers.least(
        (name, accounts) => name !== except?.caller && leastOf(accounts) !== undefined,
      )
      if (!found) return undefined
      const [caller, accounts] = found
      const [account, tasks] = leastOf(accounts) as [string, Task[]]
      const task = tasks.shift()
      callers.charge(caller, 1)
      accounts.charge(account, 1)
      leave(caller, account)
      return task
    },
    takeNewest() {
      if (size === 0) return undefined
      const [caller, accounts] = callers
        .all()
        .reduce((one, other) => (lengthOf(other[1]) > lengthOf(one[1]) ? other : one))
      const [account, tasks] = accounts.all().at(-1) as [string, Task[]]
      const task = tasks.pop()
      leave(caller, account)
      return task
    },
    charge({ caller, account }, used) {
      callers.charge(caller, used)
      callers.get(caller)?.charge(account, used)
    },
  }
}

/** The parties that are waiting, by name, with their data and their usage. */
type Shares<Own> = ReturnType<typeof createShares<Own>>

function createShares<Own>() {
  const shares = new Map<string, { own: Own; used: number }>()
  /** The highest usage of any of them. */
  let most = 0

  return {
    size: () => shares.size,
    get: (name: string): Own | undefined => shares.get(name)?.own,
    /** Adds a newcomer, behind those that have been waiting. */
    add(name: string, own: Own): Own {
      if (shares.size === 0) most = 0
      shares.set(name, { own, used: most })
      return own
    },
    remove: (name: string): unknown => shares.delete(name),
    all: (): [string, Own][] => [...shares].map(([name, { own }]) => [name, own]),
    /** Returns the party with the least usage that meets the condition; the first if there are several. */
    least(condition: (name: string, own: Own) => boolean): [string, Own] | undefined {
      let found: [string, Own] | undefined
      let least = Number.POSITIVE_INFINITY
      for (const [name, { own, used }] of shares) {
        if (used >= least || !condition(name, own)) continue
        found = [name, own]
        least = used
      }
      return found
    },
    charge(name: string, used: number): void {
      const share = shares.get(name)
      if (!share) return
      share.used += used
      most = Math.max(most, share.used)
    },
  }
}
