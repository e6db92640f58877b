/** Bounds on the sessions of a service, and so on their memory. */
export interface SessionLimits {
  /** Sessions at once. @default 32 */
  sessions?: number
  /** Accounts, schedules, resources, bookings and collaborators in a session and its snapshots. @default 10_000 */
  objects?: number
  /** Milliseconds without a request after which a session ends. @default 600_000 */
  idleTime?: number
}

export const sessionDefaults = { sessions: 32, objects: 10_000, idleTime: 600_000 } as const

/** The limits with defaults for those that are not given. @throws {Error} if one is not a whole number from 1 */
export function checkedSessionLimits(given: SessionLimits = {}): Required<SessionLimits> {
  const limits = { ...sessionDefaults, ...given }
  for (const [name, value] of Object.entries(limits)) {
    const hint = Object.hasOwn(sessionDefaults, name)
      ? `it must be a whole number from 1, not ${String(value)}.`
      : `known: ${Object.keys(sessionDefaults).join(', ')}.`
    if (Object.hasOwn(sessionDefaults, name) && Number.isSafeInteger(value) && value >= 1) continue
    throw new Error(`Failed to use sessionLimits.${name}: ${hint}`)
  }
  return limits
}

/** What the control interface says about a session. */
export interface SessionDescription {
  /** Its name. */
  id: string
  /** When it began: ISO 8601, UTC, in real time. */
  created_at: string
  /** When its last request was answered. */
  used_at: string
  /** How many requests it has had. */
  requests: number
  /** How many objects it holds, with its snapshots. */
  objects: number
}

/** Who a new instance is for. */
export interface SessionIdentity {
  readonly name: string
  /** What links begin with after the origin. */
  readonly prefix: string
  /** How many objects it may hold. */
  readonly mostObjects: number
}
