import { parseArgs } from 'node:util'

/** What a command measures, one after the other. */
interface Named {
  name: string
  title: string
}

export interface Options<T extends Named> {
  quick: boolean
  /** Those that `--only` names, or all. */
  chosen: readonly T[]
  /** Whether `--help` or another switch was given. */
  has(name: string): boolean
}

/**
 * Parses `--quick`, `--only NAME`, `--help` and other switches.
 *
 * @throws {Error} that says which option is wrong, and which names there are
 */
export function parseOptions<T extends Named>(
  args: readonly string[],
  all: readonly T[],
  switches: readonly string[] = [],
): Options<T> {
  const boolean = { type: 'boolean' as const }
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      ...Object.fromEntries(['quick', 'help', ...switches].map(name => [name, boolean])),
    },
  })
  const only = values.only as string[]
  const unknown = only.find(wanted => !all.some(({ name }) => name === wanted))
  if (unknown !== undefined) {
    throw new Error(`--only does not know ${unknown}; choose from ${all.map(({ name }) => name).join(', ')}`)
  }
  const has = (name: string) => Boolean((values as Record<string, unknown>)[name])
  return {
    quick: has('quick'),
    chosen: all.filter(({ name }) => only.length === 0 || only.includes(name)),
    has,
  }
}

export const listOf = (all: readonly Named[]): string =>
  all.map(({ name, title }) => `  ${name.padEnd(18)}${title}\n`).join('')
