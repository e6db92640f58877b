/** The defaults of `certify` and `explore`, for programs that show them. */
export const runDefaults = {
  /** Milliseconds to wait for a response. */
  timeout: 10_000,
  /** Milliseconds to wait for an e-mail. */
  mailTimeout: 60_000,
  /** Maximum bytes of a response: eight jobs may read as much each, and lists of 20,000 bookings are shorter. */
  maxResponse: 8_000_000,
  /** Milliseconds before a request is retried after a broken connection. */
  retryDelay: 100,
  seed: 1,
  /** Checks that run in parallel. */
  jobs: 8,
  /** Maximum requests of a run with --quick. */
  quickRequests: 400,
  /** The smallest budget in requests: a run sends up to 80 before its first check, to learn what the target has. */
  leastRequests: 100,
  /** Steps of an exploration. */
  steps: 2000,
} as const

/** The beginning of commands that are printed to be pasted: the kit as it is installed in a project. */
export const kitCommand = 'npx schedkit conformance'
