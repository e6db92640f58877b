import type { BulkScope } from './check.js'
import { Blocked } from './outcomes.js'
import type { Session } from './session.js'

const wholeSchedule = /^\/v1\/schedules\/([^/]+)\/(resources|bookings|collaborators)$/

/**
 * Throws `Blocked` where a bulk request would go to a schedule that checks share, and such requests are known to touch
 * more than they list here: it would ruin what others have made, and their verdicts with it.
 */
export function refuseUnsafe(
  { schedules, unsafe }: Pick<Session, 'schedules' | 'unsafe'>,
  method: string,
  path: string,
): void {
  const [, schedule, collection] = wholeSchedule.exec(path) ?? []
  if (schedule === undefined || schedules[2]?.path.endsWith(`/${schedule}`)) return
  const rule = unsafe.get(`${method} ${collection}` as BulkScope)
  if (rule === undefined) return
  throw new Blocked(rule, {
    message: `a bulk ${method} of ${collection} touches more than it lists here, and is not sent where other checks are at work`,
    replies: [],
  })
}
