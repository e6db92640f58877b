/** A command line that cannot be parsed. The process exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A text without the passwords of the URLs in it: an argument in the wrong place is part of a message. */
export const withoutPasswords = (text: string): string =>
  text
    // A password that is not encoded may contain anything, also a blank.
    .replace(/(\bpostg\w*:\/*[^\s:@]*):(?!PASSWORD@)[^\n]+@/gi, '$1:***@')
    .replace(/(\b[a-z]+:\/\/[^\s:@]*):(?!PASSWORD@)\S+@/gi, '$1:***@')
    .replace(/([?&](?:ssl)?password=)[^\s&]+/gi, '$1***')

/** Ends the process with this exit code; the message says why. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}
