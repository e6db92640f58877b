import { type Awaitable, andThen, type Gate, type Repositories, type Scan } from '../../core/index.js'

/*
 * A write of very many bookings goes in slices. Between two of them, reads go on, except for those of bookings of the same
 * schedule: these wait until the transaction has ended. So no read sees anything that is not committed.
 */

type Bookings = Repositories['bookings']
type KeyOf = (schedule_id: string) => number | undefined

export type LargeWrites = ReturnType<typeof createLargeWrites>

/** Bookings that are written without a pause: a few milliseconds. */
export const sliceSize = 1_000

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** @param gate The gate of the store; without one, no writer pauses */
export function createLargeWrites(gate?: Pick<Gate, 'breathe'>) {
  let isAlone = false
  let current: { key: number; ended: Promise<void>; end(): void } | undefined

  /**
   * Lets reads of other data in. Until the transaction ends, the writer may change nothing but bookings of this schedule, given
   * by its key.
   */
  async function pause(key: number): Promise<void> {
    if (!gate || !isAlone) return
    if (!current) {
      let end = () => {}
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      current = { key, ended, end }
    }
    await gate.breathe(nextTurn)
  }

  return {
    pause,
    /** A writer begins. Only one whose transaction has no changes by others may pause. */
    begin(alone: boolean): void {
      isAlone = alone
    },
    /** The transaction has ended, or what the writer did was undone. */
    end(): void {
      current?.end()
      current = undefined
    },
    /** The bookings for a writer, whose scans pause after each slice. */
    writing: (bookings: Bookings, keyOf: KeyOf): Bookings => ({
      ...bookings,
      scan: (selection, slice) =>
        andThen(bookings.scan(selection, slice), scan => pausing(scan, keyOf(selection.schedule_id))),
    }),
    /** The bookings for reads, which wait while a writer is changing those of their schedule. */
    reading(bookings: Bookings, keyOf: KeyOf): Bookings {
      const once = <T>(schedule_id: string, work: () => Awaitable<T>): Awaitable<T> =>
        current !== undefined && current.key === keyOf(schedule_id) ? current.ended.then(work) : work()
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
      next: count =>
        andThen(scan.next(count), async part => {
          read += part.length
          if (read < sliceSize || key === undefined) return part
          read = 0
          await pause(key)
          return part
        }),
      close: scan.close,
    }
  }
}
