import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { silenceOf, silentFiles } from './ignorers.js'
import { excerpt, keyOf, type Mutant } from './mutant.js'
import { type Mutator, ownMutators } from './mutators.js'
import type { Place } from './syntax.js'

/** The core with all its mutants in it, each of them off. */
export interface Instrumented {
  /** The code of each file, by its path below `server/core/`. */
  readonly files: ReadonlyMap<string, string>
  readonly mutants: readonly Mutant[]
  /** A mark of each file as it was read. */
  readonly marks: ReadonlyMap<string, string>
}

export const coreFolder = (root: string): string => join(root, 'server', 'core')

export const markOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const quiet = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
}

/** Puts all mutants into the core. */
export async function instrument(root: string): Promise<Instrumented> {
  await addOwnMutators()
  const folder = coreFolder(root)
  const names = (await readdir(folder, { recursive: true })).filter(isSource).sort()
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readFile(join(folder, name), 'utf8'))
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [...texts].map(([name, content]) => ({ name, mutate: true, content })),
    {
      plugins: null,
      excludedMutations: [],
      ignorers: [{ shouldIgnore: place => silenceOf(place as Place) }],
    },
  )
  return {
    files: new Map(files.map(({ name, content }) => [name, content])),
    marks: new Map([...texts].map(([name, text]) => [name, markOf(text)])),
    mutants: named(mutants, texts),
  }
}

const isSource = (name: string) => name.endsWith('.ts') && !/\.(?:test|bench|contract)\.ts$/.test(name)

interface Found {
  readonly id: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  readonly statusReason?: string | undefined
  readonly location: { readonly start: Point; readonly end: Point }
}

interface Point {
  readonly line: number
  readonly column: number
}

/** Gives mutants names that outlive edits elsewhere in the file. */
function named(found: readonly Found[], texts: ReadonlyMap<string, string>): Mutant[] {
  const alike = new Map<string, number>()
  return found.map(({ id, fileName: file, mutatorName: mutator, location, statusReason, ...mutant }) => {
    const original = excerpt(between(texts.get(file) ?? '', location.start, location.end))
    const name = { file, mutator, original, replacement: excerpt(mutant.replacement) }
    const key = keyOf({ ...name, nth: 0 })
    const nth = (alike.get(key) ?? 0) + 1
    alike.set(key, nth)
    const silent = silentFiles[file] ?? statusReason
    return { id, ...name, nth, line: location.start.line + 1, ...(silent !== undefined && { silent }) }
  })
}

function between(text: string, start: Point, end: Point): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  return lines.join('\n')
}

let added = false

/** Stryker takes no mutators from outside: they join its own list, which its door does not show. */
async function addOwnMutators(): Promise<void> {
  if (added) return
  const list = new URL('./mutators/index.js', import.meta.resolve('@stryker-mutator/instrumenter'))
  const { allMutators } = (await import(list.href)) as { allMutators: Mutator[] }
  allMutators.push(...ownMutators)
  added = true
}
