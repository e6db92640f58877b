/** Data on disk that can't be used; nothing of it was changed. */
export class DataError extends Error {
  override readonly name: string = 'DataError'

  constructor(directory: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`Failed to use the data in ${directory}: ${reason}. ${advice}`, options)
  }
}

/** Another process has the data. */
export class DataInUse extends DataError {
  override readonly name = 'DataInUse'
}

/** What somebody can do whose data are damaged. */
export const wayOut = (directory: string): string =>
  `Nothing was changed. See what is left: schedkit data check ${directory}. Save it: schedkit data backup ${directory} FILE, or schedkit data export ${directory} > seed.json; then start with a new directory, or put a backup in its place.`
