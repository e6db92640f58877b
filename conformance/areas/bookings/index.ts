import { bookingObjectChecks } from './bookings.js'
import { bookingMemberChecks } from './members.js'
import { movedBookingChecks } from './moved.js'
import { bookingMoveChecks } from './moves.js'
import { bookingPathChecks } from './paths.js'
import { bookingUpdateChecks } from './updates.js'

export { bookings as area } from './rules.js'

export const checks = [
  ...bookingObjectChecks,
  ...bookingMemberChecks,
  ...bookingUpdateChecks,
  ...bookingMoveChecks,
  ...movedBookingChecks,
  ...bookingPathChecks,
]
