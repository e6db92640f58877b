import { type ParseArgsConfig, parseArgs } from 'node:util'
import { reasonOf } from './progress.js'

/** Parses the options of a command. For `--help` or a wrong option, prints the help and exits. */
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

/** Parses a number; anything below 1 becomes 1. */
export const atLeastOne = (text: string): number => Math.max(1, Number(text) || 1)

/** Something that a command measures. */
interface Named {
  name: string
  title: string
}

/**
 * Selects those that `--only` names, or all.
 *
 * @throws {Error} that lists the names if one is unknown
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
