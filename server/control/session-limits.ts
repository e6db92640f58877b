/** Limits on the sessions of a service, and so on their memory. */
export interface SessionLimits {
  /** The maximum number of sessions at a time. @default 32 */
  sessions?: number
  /**
   * The maximum number of accounts, schedules, resources, bookings and collaborators in a session and its snapshots. @default
   * 10_000
   */
  objects?: number
  /** Milliseconds without a request after which a session ends. @default 600_000 */
  idleTime?: number
}

export const sessionDefaults = { sessions: 32, objects: 10_000, idleTime: 600_000 } as const

/** Fills in the defaults of limits that are not given. @throws {Error} if one is not a positive integer */
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

/** A session, as described by the control interface. */
export interface SessionDescription {
  /** Its name. */
  id: string
  /** When it began: ISO 8601, UTC, real time. */
  created_at: string
  /** When its last response was sent. */
  used_at: string
  /** The number of requests so far. */
  requests: number
  /** The number of objects, including its snapshots. */
  objects: number
}

/** The session that an instance is created for. */
export interface SessionIdentity {
  readonly name: string
  /** The path prefix of links, after the origin. */
  readonly prefix: string
  /** The maximum number of objects. */
  readonly mostObjects: number
}
