import type { Awaitable, Gate, Repositories, Scan } from '../../core/index.js'

/*
 * A write of very many bookings goes in slices. Between two of them, reads go on, except for those that meet bookings of the same
 * schedule: these start again once the transaction has ended. So no read sees anything that is not committed.
 */

type Bookings = Repositories['bookings']
type KeyOf = (schedule_id: string) => number | undefined

export type LargeWrites = ReturnType<typeof createLargeWrites>

/** Bookings that are written without a pause: a few milliseconds. */
export const sliceSize = 1_000

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Thrown by a read that has met what is being written: it has to start again, once the writer has ended. */
export class Postponed extends Error {
  override readonly name = 'Postponed'

  constructor(readonly until: Promise<void>) {
    super('Failed to read: what was asked for is being written. Start again once that has ended.')
  }
}

/** Thrown by a large write whose transaction has changes by others: it has to start again, as the first of another one. */
export class NotAlone extends Error {
  override readonly name = 'NotAlone'

  constructor() {
    super('Failed to pause: the transaction has changes by others. Start again in a transaction of its own.')
  }
}

export interface LargeWritesOptions {
  /** The gate of the store; without one, no writer pauses. */
  gate?: Pick<Gate, 'yieldToReaders'>
  /** Called in each pause, for what would take long at the end of the transaction. */
  paused?(): void
}

export function createLargeWrites({ gate, paused }: LargeWritesOptions = {}) {
  let isAlone = false
  /** The schedules of the bookings that the writer has written, by their keys. */
  let touched = new Set<number>()
  let current: { keys: Set<number>; ended: Promise<void>; end(): void } | undefined

  /** Lets reads of other data in. Up to its last pause, a writer may change nothing but bookings. */
  async function pause(key: number): Promise<void> {
    if (!gate) return
    if (!isAlone) throw new NotAlone()
    if (!current) {
      let end = () => {}
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      current = { keys: touched, ended, end }
    }
    touched.add(key)
    paused?.()
    await gate.yieldToReaders(nextTurn)
  }

  /** The end of the writer that is changing bookings of this schedule; undefined if there is none. */
  const endOf = (key: number | undefined) =>
    key !== undefined && current?.keys.has(key) ? current.ended : undefined

  return {
    pause,
    /** Notes that the writer writes bookings of a schedule. */
    touch(key: number): void {
      if (isAlone) touched.add(key)
    },
    endOf,
    /** A writer begins. Only one whose transaction has no changes by others may pause. */
    begin(alone: boolean): void {
      isAlone = alone
      touched = new Set()
    },
    /** The transaction has ended, or what the writer did was undone. */
    end(): void {
      current?.end()
      current = undefined
    },
    /** The bookings for a writer, whose scans pause after each slice. */
    writing: (bookings: Bookings, keyOf: KeyOf): Bookings => ({
      ...bookings,
      scan: async (selection, slice) =>
        pausing(await bookings.scan(selection, slice), keyOf(selection.schedule_id)),
    }),
    /** The bookings for reads, which are postponed while a writer is changing those of their schedule. */
    reading(bookings: Bookings, keyOf: KeyOf): Bookings {
      const once = <T>(schedule_id: string, work: () => Awaitable<T>): Awaitable<T> => {
        const end = current && endOf(keyOf(schedule_id))
        if (end) throw new Postponed(end)
        return work()
      }
      return {
        ...bookings,
        find: (schedule_id, id) => once(schedule_id, () => bookings.find(schedule_id, id)),
        list: (selection, slice) => once(selection.schedule_id, () => bookings.list(selection, slice)),
        scan: (selection, slice) => once(selection.schedule_id, () => bookings.scan(selection, slice)),
        count: selection => once(selection.schedule_id, () => bookings.count(selection)),
        ids: selection => once(selection.schedule_id, () => bookings.ids(selection)),
      }
    },
  }

  function pausing<Kept>(scan: Scan<Kept>, key: number | undefined): Scan<Kept> {
    let read = 0
    return {
      async next(count) {
        const part = await scan.next(count)
        read += part.length
        if (read < sliceSize || key === undefined) return part
        read = 0
        await pause(key)
        return part
      },
      close: scan.close,
    }
  }
}
