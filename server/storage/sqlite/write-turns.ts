import { type Awaitable, createLanes, type Gate, settle, type WriteOptions } from '../../core/index.js'

export type WriteTurns = ReturnType<typeof createWriteTurns>

/**
 * In memory, each write is a transaction of its own. If no other is in progress or waits, it runs at once; otherwise accounts take
 * turns, and one that has very much to write keeps the others waiting once.
 */
export function createWriteTurns(gate: Pick<Gate, 'exclusive'>) {
  const lanes = createLanes<() => void>()
  let isTaken = false

  function pass(last: string): void {
    const next = lanes.takeNext(last) ?? lanes.takeNext()
    if (next) queueMicrotask(next)
    else isTaken = false
  }

  function take<T>(work: () => Awaitable<T>, account: string): Awaitable<T> {
    return settle(
      () => gate.exclusive(work),
      value => {
        pass(account)
        return value
      },
      error => {
        pass(account)
        throw error
      },
    )
  }

  return <T>(work: () => Awaitable<T>, { account = '' }: WriteOptions = {}): Awaitable<T> => {
    if (!isTaken) {
      isTaken = true
      return take(work, account)
    }
    return new Promise<T>((resolve, reject) => {
      lanes.put({ caller: '', account }, () => void settle(() => take(work, account), resolve, reject))
    })
  }
}
