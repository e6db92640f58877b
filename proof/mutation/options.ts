import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** What was asked for on the command line. */
export interface Options {
  /** Processes that try mutants. */
  readonly jobs: number
  /** Forgets all earlier results. */
  readonly fresh: boolean
  /** Tries nothing, and tells what is known. */
  readonly known: boolean
  /** Files below `server/core/` to look at; all where it is undefined. */
  readonly files: ReadonlySet<string> | undefined
}

export const usage = `npm run mutation -- [--changed [REV]] [--file FILE]... [--jobs N] [--fresh | --known]

  --changed [REV]  only the files of server/core that differ from REV (HEAD where none is given)
  --file FILE      only this file, by its path below server/core; may be repeated
  --jobs N         processes that try mutants; 2 by default
  --fresh          forgets the results of earlier runs
  --known          tries nothing, and tells what earlier runs have found
`

const core = 'server/core/'

export function readOptions(args: readonly string[], root: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      file: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: '2' },
      fresh: { type: 'boolean', default: false },
      known: { type: 'boolean', default: false },
    },
  })
  const [revision = 'HEAD', ...more] = positionals
  const jobs = Number(values.jobs)
  if (more.length > 0 || (positionals.length > 0 && !values.changed)) {
    throw new RangeError(
      `Failed to read the options: ${positionals.join(' ')} is not understood.\n\n${usage}`,
    )
  }
  if (!Number.isInteger(jobs) || jobs < 1) {
    throw new RangeError(
      `Failed to read the options: --jobs ${values.jobs} is no number from 1 on.\n\n${usage}`,
    )
  }
  const files = [...values.file.map(below), ...(values.changed ? changed(root, revision) : [])]
  const { fresh, known } = values
  return { jobs, fresh, known, files: values.changed || files.length > 0 ? new Set(files) : undefined }
}

const below = (file: string) => (file.startsWith(core) ? file.slice(core.length) : file)

function changed(root: string, revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [
    ...git('diff', '--name-only', revision, '--', core),
    ...git('ls-files', '--others', '--exclude-standard', '--', core),
  ]
    .filter(name => name !== '')
    .map(below)
}
