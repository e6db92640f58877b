/** Thrown for a command line that cannot be parsed. The process exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Removes passwords from the URLs and accounts in a text, because messages contain misplaced arguments. */
export const withoutPasswords = (text: string): string =>
  text
    // An unencoded password may contain anything, even a space.
    .replace(/(\bpostg\w*:\/*[^\s:@]*):(?!PASSWORD@)[^\n]+@/gi, '$1:***@')
    .replace(/(\b[a-z]+:\/\/[^\s:@]*):(?!PASSWORD@)\S+@/gi, '$1:***@')
    .replace(/([?&](?:ssl)?password=)[^\s&]+/gi, '$1***')
    // EMAIL:PASSWORD; a quoted argument ends at the last quote before a space.
    .replace(/((?:^|[\s"'=])[^\s:"'@/]+@[^\s:"'@/]+):(?=\S)(?!\$?PASSWORD)(?:[^\n]+(?=" )|[^\n]+)/g, '$1:***')

/** Thrown to end the process with an exit code; the message says why. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}
