/** Something that is sent to the service over one connection, and how the answers are to be judged. */
export interface Case {
  /** What sort of hostility it is. */
  kind: string
  /** What is written, in this order. */
  pieces: readonly Uint8Array[]
  /** Milliseconds between two pieces. */
  pause?: number
  /**
   * The requests in it where all of them are HTTP beyond doubt: each is answered once, in this order. Nothing where
   * only a server can tell how many there are.
   */
  requests?: readonly Expected[]
  /** At most so many answers, where an answer more would mean that a request was smuggled in. */
  most?: number
  /** What the sender does once it hears nothing more: says that nothing more comes, waits, or goes away at once. */
  ending: 'end' | 'wait' | 'leave'
  /** The number of the link in the e-mail to this account stands in for `{secret}`. */
  secretOf?: string
  /** Whether it must be refused, whatever else is right with it. */
  refused?: boolean
  /** Whether an answer may be a page instead of JSON. */
  page?: boolean
}

export interface Expected {
  method: string
  /** What the answer has to repeat, so that it is known to be the one to this request. */
  repeats?: string
}

/** The place of the secret of an activation link. */
export const secretPlace = '{secret}'
