import { type ParseArgsConfig, parseArgs } from 'node:util'
import { reasonOf } from './progress.js'

/** The options of a command. `--help` and a wrong option show its help, and end it. */
export function readOptions<const Declared extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  declared: Declared,
): ReturnType<typeof parseArgs<{ options: Declared }>>['values'] {
  try {
    const { values } = parseArgs({ options: { ...declared, help: { type: 'boolean' } } })
    if (!('help' in values)) return values as ReturnType<typeof readOptions<Declared>>
    process.stdout.write(help)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n\n${help}`)
    process.exit(1)
  }
}

/** A number of threads, or one in so many: 1 at least. */
export const atLeastOne = (text: string): number => Math.max(1, Number(text) || 1)

/** What a command measures, one after the other. */
interface Named {
  name: string
  title: string
}

/**
 * Those that `--only` names, or all.
 *
 * @throws {Error} that says which names there are
 */
export function chosenOf<T extends Named>(only: readonly string[], all: readonly T[]): readonly T[] {
  const unknown = only.find(wanted => !all.some(({ name }) => name === wanted))
  if (unknown !== undefined) {
    throw new Error(`--only does not know ${unknown}; choose from ${all.map(({ name }) => name).join(', ')}`)
  }
  return all.filter(({ name }) => only.length === 0 || only.includes(name))
}

export const listOf = (all: readonly Named[]): string =>
  all.map(({ name, title }) => `  ${name.padEnd(18)}${title}\n`).join('')
