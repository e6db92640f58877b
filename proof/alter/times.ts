import { z } from 'zod'
import { readTime, type StoredUser } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import { changesOf, type Which } from './groups.js'
import { type Asked, run, taking } from './operations.js'
import { without } from './replies.js'

/*
 * Alterations of the times of bookings: of how they are read, what they are taken for, and whom they are shown to.
 */

type Members = Record<string, unknown>

/** The operations that take times of bookings in their body. */
export const timeWrites = ['createBooking', ...changesOf.booking] as const

/** A request as if the caller were in another time zone. */
export const inZone = ({ user }: Asked, timezone: string) => ({ user: { ...user, timezone } })

/** A request as if the caller were where the owner of the schedule is. */
export async function inZoneOfOwner(asked: Asked) {
  const { rows, path } = asked
  const schedule = await rows.schedules.find(path.scheduleId)
  const owner = await rows.users.find(schedule?.owner_id ?? '')
  return inZone(asked, owner?.timezone ?? 'UTC')
}

/** A time that is refused where it has this form. */
export const timeUnless = (form: RegExp): z.ZodType =>
  z.string().refine(text => readTime(text) !== undefined && !form.test(text), { error: 'is no time' })

/** A time after it was written otherwise. */
export const timeRead = (change: (text: string) => string): z.ZodType =>
  z
    .string()
    .transform(change)
    .refine(text => readTime(text) !== undefined, { error: 'is no time' })

/** Has the times of bodies taken for others. */
export const takingTimes = (
  which: Which,
  change: (time: string, asked: Asked, name: 'start' | 'end') => string,
): Alter =>
  taking(which, (body, asked) => ({
    ...body,
    ...(typeof body.start === 'string' && { start: change(body.start, asked, 'start') }),
    ...(typeof body.end === 'string' && { end: change(body.end, asked, 'end') }),
  }))

/** Changes what the reader is shown, knowing the reader; members that `fields` leaves out stay out. */
export const shownTo = (which: Which, change: (object: Members, user: StoredUser) => Members): Alter =>
  run(which, async ({ user }, usual) => {
    const answer = await usual()
    const { data, ...rest } = JSON.parse(answer.body)
    const changed = (object: Members) => {
      const members = change(object, user)
      return without(members, ...Object.keys(members).filter(name => !(name in object)))
    }
    const shown = Array.isArray(data) ? data.map(changed) : changed(data)
    return { ...answer, body: JSON.stringify({ ...rest, data: shown }) }
  })
