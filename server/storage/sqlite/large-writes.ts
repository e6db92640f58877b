import type { Gate, Repositories } from '../../core/index.js'

/*
 * A write of very many bookings pauses every few milliseconds, so that reads can proceed. Reads of bookings of the same
 * schedule are restarted when the transaction has ended, so no read sees uncommitted data.
 */

export type LargeWrites = ReturnType<typeof createLargeWrites>

type Bookings = Repositories['bookings']

/** The notifications of a write of bookings. */
export type Pauses = Pick<LargeWrites, 'touch' | 'pause'>

export const noPauses: Pauses = { touch() {}, async pause() {} }

/** Milliseconds of work before a write pauses. */
export const pauseAfter = 4

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Thrown by a read of data that is being written: it has to be retried when the write has ended. */
export class RetryAfterWrite extends Error {
  override readonly name = 'RetryAfterWrite'

  constructor(readonly ended: Promise<void>) {
    super('Failed to read: what was asked for is being written. Start again once that has ended.')
  }
}

export interface LargeWritesOptions {
  gate: Pick<Gate, 'yieldToReaders'>
  /** Called in each pause, for work that would take long at the end of the transaction. */
  paused(): void
}

export function createLargeWrites({ gate, paused }: LargeWritesOptions) {
  /** The schedules whose bookings the current transaction has written. */
  let touched = new Set<string>()
  let since = 0
  let ended: Promise<void> | undefined
  let tellEnd = () => {}

  return {
    /** Called when a transaction begins. */
    begin(): void {
      touched = new Set()
      since = performance.now()
    },
    /** Called when the transaction writes bookings of a schedule. */
    touch: (schedule_id: string): void => void touched.add(schedule_id),
    /** Lets reads of other data in, if it is time. Until the last pause, a transaction may only change bookings. */
    async pause(): Promise<void> {
      if (performance.now() - since < pauseAfter) return
      ended ??= new Promise(resolve => {
        tellEnd = resolve
      })
      paused()
      await gate.yieldToReaders(nextTurn)
      since = performance.now()
    },
    /** Called when the transaction was committed or rolled back. */
    end(): void {
      ended = undefined
      tellEnd()
    },
    /** Wraps the bookings for reads, which are retried if a paused write has changed their schedule. */
    reading(bookings: Bookings): Bookings {
      const meet = (schedule_id: string) => {
        if (ended && touched.has(schedule_id)) throw new RetryAfterWrite(ended)
        return bookings
      }
      return {
        ...bookings,
        find: (schedule_id, id) => meet(schedule_id).find(schedule_id, id),
        list: (selection, slice) => meet(selection.schedule_id).list(selection, slice),
        scan: (selection, slice) => meet(selection.schedule_id).scan(selection, slice),
        count: selection => meet(selection.schedule_id).count(selection),
        ids: selection => meet(selection.schedule_id).ids(selection),
      }
    },
  }
}
