import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileOf, keyOf, type Mutant } from './mutant.js'
import type { Trial } from './run-mutant.js'

/** What became of a mutant, and of which code and kit that was said. */
export interface Result extends Omit<Trial, 'verdict'> {
  readonly key: string
  readonly verdict: Trial['verdict'] | 'unreached'
  /** The mark of the file as it was. */
  readonly file: string
  /** The mark of the kit. */
  readonly kit: string
}

export const isKilled = ({ verdict }: Pick<Result, 'verdict'>): boolean =>
  verdict !== 'conformant' && verdict !== 'unreached'

/** What is known from earlier runs, kept line by line as it comes. */
export interface Results {
  /** What still holds of a mutant: a kill while its file is as it was, a survival only while the kit is, too. */
  of(mutant: Mutant): Result | undefined
  /** How many mutants of a file each check has killed. */
  killsIn(file: string): ReadonlyMap<string, number>
  add(mutant: Mutant, trial: Pick<Result, 'verdict' | 'by' | 'took'>): void
}

export interface Marks {
  readonly files: ReadonlyMap<string, string>
  readonly kit: string
}

/** Opens the results of a file; of a file that is not there, too. */
export function openResults(path: string, { files, kit }: Marks, fresh: boolean): Results {
  mkdirSync(dirname(path), { recursive: true })
  if (fresh) rmSync(path, { force: true })
  const known = new Map(read(path).map(result => [result.key, result]))
  const kills = new Map<string, Map<string, number>>()
  const note = ({ key, by, ...result }: Result) => {
    if (by === undefined || !isKilled(result)) return
    const file = fileOf(key)
    const own = kills.get(file) ?? new Map<string, number>()
    kills.set(file, own.set(by, (own.get(by) ?? 0) + 1))
  }
  known.forEach(note)
  return {
    killsIn: file => kills.get(file) ?? new Map(),
    of(mutant) {
      const result = known.get(keyOf(mutant))
      if (result === undefined || result.file !== files.get(mutant.file)) return undefined
      return isKilled(result) || result.kit === kit ? result : undefined
    },
    add(mutant, trial) {
      const result = { key: keyOf(mutant), ...trial, file: files.get(mutant.file) ?? '', kit }
      known.set(result.key, result)
      note(result)
      appendFileSync(path, `${JSON.stringify(result)}\n`)
    },
  }
}

function read(path: string): Result[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  // The last line of a run that was killed may be cut short.
  return text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as Result]
    } catch {
      return []
    }
  })
}
