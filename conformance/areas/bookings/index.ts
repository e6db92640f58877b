import { allDayChecks } from './all-day.js'
import { bookingChecks } from './bookings.js'
import { bookingListChecks } from './lists.js'
import { bookingMemberChecks } from './members.js'
import { bookingMoveChecks } from './moves.js'
import { bookingPathChecks } from './paths.js'
import { bookingUpdateChecks } from './updates.js'

export { bookings as area } from './rules.js'

export const checks = [
  ...allDayChecks,
  ...bookingChecks,
  ...bookingListChecks,
  ...bookingMemberChecks,
  ...bookingMoveChecks,
  ...bookingPathChecks,
  ...bookingUpdateChecks,
]
