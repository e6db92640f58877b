/** Who wants a task done. */
export interface Requester {
  /** A network address. */
  caller: string
  account: string
}

/**
 * Tasks that wait. Next is one of the caller, and of its account, that has used least, however many tasks each has: where all
 * tasks are alike, callers take turns, and so do the accounts of each.
 */
export interface Lanes<Task> {
  size(): number
  put(requester: Requester, task: Task): void
  /** Takes the next task, except for those of a caller or an account. It counts as 1 of what both have used. */
  takeNext(except?: { [Key in keyof Requester]?: string | undefined }): Task | undefined
  /** Takes the newest task of the caller with most. */
  takeNewest(): Task | undefined
  /** Adds to what a caller and its account have used, as long as tasks of theirs wait. */
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

/** Those who wait, by name, with what is theirs and how much each has used. */
type Shares<Own> = ReturnType<typeof createShares<Own>>

function createShares<Own>() {
  const shares = new Map<string, { own: Own; used: number }>()
  /** The most that one of them has used. */
  let most = 0

  return {
    size: () => shares.size,
    get: (name: string): Own | undefined => shares.get(name)?.own,
    /** Adds a newcomer, who is behind those who have waited. */
    add(name: string, own: Own): Own {
      if (shares.size === 0) most = 0
      shares.set(name, { own, used: most })
      return own
    },
    remove: (name: string): unknown => shares.delete(name),
    all: (): [string, Own][] => [...shares].map(([name, { own }]) => [name, own]),
    /** Who has used least, the first of several, among those that the condition holds for. */
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
