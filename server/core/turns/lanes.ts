/** Who wants a task done: callers take turns, and so do the accounts of a caller. */
export interface Requester {
  /** A network address. */
  caller: string
  account: string
}

/** The waiting tasks of a caller, by account. Maps keep the order in which their turns come. */
type Lane<Task> = Map<string, Task[]>

/** Tasks that wait: callers take turns, however many tasks each has, and so do the accounts of a caller. */
export interface Lanes<Task> {
  size(): number
  put(requester: Requester, task: Task): void
  /** Takes the next task, except for those of a caller or an account, and puts its caller and its account last. */
  takeNext(except?: { [Key in keyof Requester]?: string | undefined }): Task | undefined
  /** Takes the newest task of the caller with most. */
  takeNewest(): Task | undefined
}

export function createLanes<Task>(): Lanes<Task> {
  const lanes = new Map<string, Lane<Task>>()
  let size = 0

  return {
    size: () => size,
    put({ caller, account }, task) {
      const lane = lanes.get(caller) ?? new Map<string, Task[]>()
      const tasks = lane.get(account) ?? []
      tasks.push(task)
      lane.set(account, tasks)
      lanes.set(caller, lane)
      size++
    },
    takeNext(except) {
      for (const [caller, lane] of lanes) {
        if (caller === except?.caller) continue
        for (const [account, tasks] of lane) {
          if (account === except?.account) continue
          const task = tasks.shift()
          putLast(lane, account, tasks.length > 0)
          putLast(lanes, caller, lane.size > 0)
          size--
          return task
        }
      }
      return undefined
    },
    takeNewest() {
      if (size === 0) return undefined
      const [caller, lane] = [...lanes].reduce((one, other) =>
        lengthOf(other[1]) > lengthOf(one[1]) ? other : one,
      )
      const [account, tasks] = [...lane].at(-1) as [string, Task[]]
      const task = tasks.pop()
      if (tasks.length === 0) lane.delete(account)
      if (lane.size === 0) lanes.delete(caller)
      size--
      return task
    },
  }
}

/** Puts a key last if it stays, or removes it. A map whose keys move grows and shrinks: a key that is alone stays where it is. */
function putLast<Value>(map: Map<string, Value>, key: string, stays: boolean): void {
  if (stays && map.size === 1) return
  const value = map.get(key) as Value
  map.delete(key)
  if (stays) map.set(key, value)
}

const lengthOf = (lane: Lane<unknown>) => [...lane.values()].reduce((sum, tasks) => sum + tasks.length, 0)
