/** Ends the process with a code of its own; the message says why. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}
