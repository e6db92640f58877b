import type { Awaitable, Repositories, Selection, Slice, StoredBooking } from '../../core/index.js'

/*
 * Bookings are read much more often than they change: single bookings, pages and totals that were read are kept until a write
 * touches bookings of the same schedule. Writers do not use what is kept, so it never shows more than what is committed.
 */

type Bookings = Repositories['bookings']

/** What is kept of a schedule, and its characters. */
interface Kept {
  answers: Map<string, unknown>
  size: number
}

/** The longest page that is kept, in bookings. */
const longestPage = 100

const isPage = ({ ids }: Selection, { limit }: Slice) => !ids && limit > 0 && limit <= longestPage
const within = ({ resource_id, time_min, time_max }: Selection) => `${resource_id} ${time_min} ${time_max}`

/** Keeps up to `most` characters of text. */
export function createBookingCache(most = 8_000_000) {
  const schedules = new Map<string, Kept>()
  let size = 0

  function forget(schedule_id: string): void {
    size -= schedules.get(schedule_id)?.size ?? 0
    schedules.delete(schedule_id)
  }

  function forgetAll(): void {
    schedules.clear()
    size = 0
  }

  function keep(schedule_id: string, question: string, answer: unknown, length: number): void {
    if (size + length > most) forgetAll()
    let kept = schedules.get(schedule_id)
    if (!kept) {
      kept = { answers: new Map(), size: 0 }
      schedules.set(schedule_id, kept)
    }
    kept.answers.set(question, Object.freeze(answer))
    kept.size += length
    size += length
  }

  /** The answer to a question about a schedule: the one that is kept, or what `read` returns. */
  function recall<Answer>(
    schedule_id: string,
    question: string,
    read: () => Awaitable<Answer>,
    lengthOf: (answer: Answer) => number,
  ): Awaitable<Answer> {
    const known = schedules.get(schedule_id)?.answers.get(question)
    if (known !== undefined) return known as Answer
    const answer = read()
    if (answer !== undefined && !(answer instanceof Promise)) {
      keep(schedule_id, question, answer, question.length + lengthOf(answer))
    }
    return answer
  }

  return {
    /** The bookings for reads. */
    reading: (bookings: Bookings): Bookings => ({
      ...bookings,
      find: (schedule_id, id) =>
        recall(schedule_id, `${id}`, () => bookings.find(schedule_id, id), lengthOfOne),
      list(selection, slice) {
        const read = () => bookings.list(selection, slice)
        if (!isPage(selection, slice)) return read()
        const question = `list ${within(selection)} ${slice.offset} ${slice.limit}`
        return recall(selection.schedule_id, question, read, lengthOfPage)
      },
      count(selection) {
        const read = () => bookings.count(selection)
        if (selection.ids) return read()
        return recall(selection.schedule_id, `count ${within(selection)}`, read, () => 0)
      },
    }),
    /** Bookings are written: those of one schedule, or of any. */
    forget: (schedule_id?: string): void => (schedule_id === undefined ? forgetAll() : forget(schedule_id)),
  }
}

const lengthOfOne = (booking: StoredBooking | undefined) => booking?.json.length ?? 0
const lengthOfPage = (page: readonly StoredBooking[]) => page.reduce((sum, { json }) => sum + json.length, 0)
