import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { build } from 'esbuild'
import { ignoredPlaceReason, ignoreReason, type NodePath } from './ignorers.js'
import { type Mutator, ownMutators } from './mutators.js'

/** One small change of a file of the core. */
export interface Mutant {
  /** Activates it in the instrumented core; different in each run. */
  readonly id: string
  /** The path below `server/core/`. */
  readonly file: string
  readonly mutator: string
  /** The code that it replaces, as one line, shortened if it is long. */
  readonly original: string
  readonly replacement: string
  /** Its position, from 1, among the mutants of the file that agree in all of the above. */
  readonly nth: number
  /** The name of the top-level declaration that contains it. */
  readonly declaration: string
  /** The current line, for display only. */
  readonly line: number
  /** Why it is not run: the document does not specify what it changes. */
  readonly ignored?: string
}

/** Identifies a mutant as long as its code stays the same, wherever it moves within the file. */
export const keyOf = (mutant: Omit<Mutant, 'id' | 'line' | 'declaration'>): string =>
  JSON.stringify([mutant.file, mutant.mutator, mutant.original, mutant.replacement, mutant.nth])

const maxExcerpt = 100

/** Shortens code or a message to one short line, without comments of their own lines: those may be reworded. */
export function excerpt(code: string): string {
  const line = code
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxExcerpt ? line : `${line.slice(0, maxExcerpt - 20)} … ${line.slice(-17)}`
}

const coreFolder = (root: string): string => join(root, 'server', 'core')
const isSource = (name: string) => name.endsWith('.ts') && !/\.(?:test|bench|contract)\.ts$/.test(name)

/** A logger whose methods do nothing, and whose `isDebugEnabled()` and the like return false. */
const silentLogger = new Proxy({}, { get: () => () => false }) as ConstructorParameters<
  typeof Instrumenter
>[0]

export async function instrument(root: string) {
  await addOwnMutators()
  const names = (await readdir(coreFolder(root), { recursive: true })).filter(isSource).sort()
  const sources = new Map<string, string>()
  for (const name of names) sources.set(name, await readFile(join(coreFolder(root), name), 'utf8'))
  const { files, mutants } = await new Instrumenter(silentLogger).instrument(
    [...sources].map(([name, content]) => ({ name, mutate: true, content })),
    {
      plugins: null,
      excludedMutations: [],
      ignorers: [{ shouldIgnore: path => ignoreReason(path as NodePath) }],
    },
  )
  return {
    /** The instrumented code of each file, by its path below `server/core/`. */
    files: new Map(files.map(({ name, content }) => [name, content])),
    mutants: toMutants(mutants, sources),
  }
}

type StrykerMutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

function toMutants(mutants: readonly StrykerMutant[], sources: ReadonlyMap<string, string>): Mutant[] {
  const counts = new Map<string, number>()
  return mutants.map(({ id, fileName: file, mutatorName: mutator, location, statusReason, ...mutant }) => {
    const original = excerpt(codeAt(sources.get(file) ?? '', location))
    const description = { file, mutator, original, replacement: excerpt(mutant.replacement) }
    const key = keyOf({ ...description, nth: 0 })
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const declaration = declarationAt(sources.get(file) ?? '', location.start.line)
    const ignored = ignoredPlaceReason(file, declaration) ?? statusReason
    return {
      id,
      ...description,
      nth,
      declaration,
      line: location.start.line + 1,
      ...(ignored !== undefined && { ignored }),
    }
  })
}

const begins = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/

/** The names of the top-level declarations that begin in these lines. */
export const declarationsOf = (lines: readonly string[]): string[] =>
  lines.flatMap(line => begins.exec(line)?.[1] ?? [])

/** The name of the last declaration that begins in or above this line. */
const declarationAt = (text: string, line: number): string =>
  declarationsOf(text.split('\n').slice(0, line + 1)).at(-1) ?? ''

function codeAt(text: string, { start, end }: StrykerMutant['location']): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  return lines.join('\n')
}

let isExtended = false

/**
 * Stryker has no public way to add mutators, and applies all that are in this private list. The version of the instrumenter
 * is pinned for that reason, and the test that finds a `NumberLiteral` mutant fails if an update moves the list.
 */
async function addOwnMutators(): Promise<void> {
  if (isExtended) return
  const list = new URL('./mutators/index.js', import.meta.resolve('@stryker-mutator/instrumenter'))
  const { allMutators } = (await import(list.href)) as { allMutators: Mutator[] }
  allMutators.push(...ownMutators)
  isExtended = true
}

/** Bundles the core, with these files in place of its own, and the mock's store, with the built @mswjs/data, into one script. */
export async function bundle(root: string, files: ReadonlyMap<string, string>): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { createMockStore } from './mock/store/index.js'; export { createService } from './server/core/index.js'",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'instrumented core',
        setup({ onLoad }) {
          onLoad({ filter: /[\\/]mock[\\/]vendor[\\/]data\.ts$/ }, async () => ({
            contents: await readFile(join(root, 'dist/mock/vendor/data.js'), 'utf8'),
          }))
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = files.get(relative(coreFolder(root), path).split(sep).join('/'))
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}

/** Removes the coverage counters, which take two thirds of the time and are only needed to measure coverage. */
export const withoutCounters = (script: string): string =>
  script.replace(/\bstryCov_9fa48\d*\((?:"\d+"(?:, )?)+\)/g, '0')
