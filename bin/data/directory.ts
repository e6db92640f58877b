import type { PositionalOptions } from 'yargs'

/** The directory that a command of data works on. */
export interface DirectoryOptions {
  directory: string
}

export const directory = {
  type: 'string',
  demandOption: true,
  describe: 'The directory that was given to schedkit serve --data',
} as const satisfies PositionalOptions
