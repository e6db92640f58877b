/** A request as a check wants it. */
export interface Request {
  readonly method: string
  /** From `/v1` on, without a query. */
  readonly path: string
  /** As it stands in the URL, without the question mark. */
  readonly query: string
  /** The text of the body; nothing is sent without it. */
  readonly body?: string
  /** The value of the Authorization header; none is sent without it. */
  readonly authorization?: string
  /** Who it is sent as, in words: `owner`, `stranger`, `nobody`. */
  readonly as: string
}

/** An answer as it came. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One request and its answer. */
export interface Exchange {
  readonly request: Request
  readonly answer: Answer
  /** Milliseconds since the epoch, when the request was sent. */
  readonly sentAt: number
  /** Milliseconds from the request to the end of the answer. */
  readonly took: number
}
