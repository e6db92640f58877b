/** A command line that can't be understood; the process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
