/** Thrown if data in a directory or a database cannot be used; nothing was changed. */
export class DataError extends Error {
  override readonly name: string = 'DataError'

  constructor(directory: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`Failed to use the data in ${directory}: ${reason}. ${advice}`, options)
  }
}

/** A storage event that the operator should know about, for the log. */
export interface DataNote {
  /** The permanent name of the event. */
  event:
    | 'created'
    | 'recovered'
    | 'migrated'
    | 'storage full'
    | 'storage has room'
    | 'storage failed'
    | 'weak lock'
    | 'database lost'
    | 'database found'
    | 'database denied'
    | 'database waits'
    | 'newer schema'
  /** The event as a sentence. */
  message: string
  /** Details: numbers and file names. */
  [detail: string]: unknown
}

export type Notify = (note: DataNote) => void

/** Explains why data of another version cannot be read, and what to do; undefined if it has the known version. */
export function otherVersion(
  version: number,
  known: number,
  migration = 'Start a server with it once, which migrates it.',
): [reason: string, advice: string] | undefined {
  if (version > known) return [tooNew(version, known), 'Use a newer schedkit.']
  if (version === known) return undefined
  const reason = `its version is ${version}, and this schedkit reads version ${known}`
  return [reason, migration]
}

/** The reason why a newer version cannot be used. */
export const tooNew = (version: number, known: number): string =>
  `its version is ${version}, but this schedkit supports versions up to ${known}`
