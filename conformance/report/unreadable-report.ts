/** A text that is not a conformance report of a version known here. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport'

  constructor(reason: string) {
    super(`Failed to read the report: ${reason}. Write it again with the json report of this version.`)
  }
}
