import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf, keyOf, type Mutant } from './instrument.js'
import type { MutantResult, Verdict } from './run-mutant.js'

/** The result of a mutant, and the code and kit that it is valid for. */
export interface Result extends Omit<MutantResult, 'verdict'> {
  readonly key: string
  readonly verdict: Verdict | 'noCoverage'
  /** The hash of the mutant's file. */
  readonly file: string
  /** The hash of the kit. */
  readonly kit: string
}

export const isKilled = ({ verdict }: Pick<Result, 'verdict'>): boolean =>
  verdict !== 'conformant' && verdict !== 'noCoverage'

/** The results of this and earlier runs, appended to a file one by one, so that a run can be stopped at any time. */
export type Results = ReturnType<typeof openResults>

/** Opens a file of results, which need not exist; `fresh` deletes it first. */
export function openResults(
  path: string,
  { files, kit }: { readonly files: ReadonlyMap<string, string>; readonly kit: string },
  fresh: boolean,
) {
  mkdirSync(dirname(path), { recursive: true })
  if (fresh) rmSync(path, { force: true })
  const known = new Map(read(path).map(result => [result.key, result]))
  return {
    /** The result if it is still valid: a kill while its file is unchanged, a survival while the kit is unchanged as well. */
    of(mutant: Mutant): Result | undefined {
      const result = known.get(keyOf(mutant))
      if (result === undefined || result.file !== files.get(mutant.file)) return undefined
      return isKilled(result) || result.kit === kit ? result : undefined
    },
    add(mutant: Mutant, outcome: Pick<Result, 'verdict' | 'by' | 'took'>): void {
      const result = { key: keyOf(mutant), ...outcome, file: files.get(mutant.file) ?? '', kit }
      known.set(result.key, result)
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
  return text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as Result]
    } catch {
      // The last line is incomplete if the run was killed.
      return []
    }
  })
}

/** The hash of the whole kit. */
export async function hashKit(root: string): Promise<string> {
  const folder = join(root, 'conformance')
  const names = (await readdir(folder, { recursive: true })).filter(name => /(?<!\.test)\.ts$/.test(name))
  const texts = await Promise.all(names.sort().map(name => readFile(join(folder, name), 'utf8')))
  return hashOf(texts.join('\n'))
}
