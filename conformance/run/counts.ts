import * as z from 'zod'

const count = z.int().nonnegative()

/** The rules of level `must`, by outcome: `all` is the sum of the others. */
export const musts = z.object({
  all: count,
  verified: count,
  failed: count,
  error: count,
  notImplemented: count,
  blocked: count,
  skipped: count,
  /** Nothing is wrong, but only some checks of the rule were selected. */
  partlySelected: count,
  notSelected: count,
})

/** `planned` is `ran` + `skipped` + `blocked` + `notImplemented` + `notStarted`; `ran` is the sum of the other outcomes. */
export const counts = z.object({
  planned: count,
  ran: count,
  passed: count,
  failed: count,
  warned: count,
  observed: count,
  error: count,
  skipped: count,
  blocked: count,
  /** Checks that need an operation which the target does not have. */
  notImplemented: count.default(0),
  /** Planned, but never started because the run ended early. */
  notStarted: count,
  /** In the catalogue, but excluded by --only, --skip or --level. */
  notSelected: count,
  /** Checks that ran only because selected ones depend on them; they count nowhere else. */
  preparations: count.default(0),
})
