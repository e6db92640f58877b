/** Something that happened to the data that whoever runs the server should know; it belongs into the log. */
export interface DataNote {
  /** What happened: a name that stays. */
  event:
    | 'created'
    | 'recovered'
    | 'migrated'
    | 'storage full'
    | 'storage has room'
    | 'storage failed'
    | 'weak lock'
  /** The same as a sentence. */
  message: string
  /** More about it: numbers, and names of files. */
  [particular: string]: unknown
}

export type Notify = (note: DataNote) => void
