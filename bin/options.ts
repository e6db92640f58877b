import type { ArgumentsCamelCase, Argv, CommandModule, InferredOptionType, Options } from 'yargs'
import { sizeText } from '../conformance/http/answer-limits.js'
import { UsageError } from './errors.js'

type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The values of a table of options that a handler receives. */
export type OptionValues<Table> = {
  [Name in keyof Table as CamelCase<Name> & string]: Table[Name] extends Options
    ? InferredOptionType<Table[Name]>
    : never
}

const notEnough = 'Not enough non-option arguments: got %s, need at least %s'

interface Command<Values> {
  command: string
  describe: string
  usage: string
  examples: Readonly<Record<string, string>>
  builder(args: Argv): Argv<Values>
  handler(options: ArgumentsCamelCase<Values>): void | Promise<void>
}

/** Defines a command with its help; its handler gets the types that its builder declares. */
export const command = <Values>({
  usage,
  builder,
  ...module
}: Command<Values>): CommandModule<object, Values> => ({
  ...module,
  builder: args =>
    builder(args.usage(usage).example(examples(module.examples)).updateStrings(missing(module.command))),
})

/** Returns the message of yargs for missing arguments of `<a> <b>`: with one given, and with none. */
function missing(command: string) {
  const names = [...command.matchAll(/<(\w+)>/g)].map(([, name = '']) => name.toUpperCase())
  const say = (from: number) => `Missing: ${names.slice(from).join(' and ')} (given: %s, needed: %s).`
  // The types lack plural forms.
  return { [notEnough]: { one: say(1), other: say(0) } } as never
}

/** Formats examples for a help text, each below a comment: in two columns, long commands would be wrapped. */
export const examples = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([command, what]): [string, string] => [`# ${what}\n${command}`, ''])

/** Removes undefined members: optional members may be absent, but not undefined. */
export const defined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }

/** Declares an option with a single value: the last one wins, so that a script's options can be overridden. */
export const single = <Option extends object>(option: Option): Option => ({
  ...option,
  coerce: (value: unknown) => (Array.isArray(value) ? value.at(-1) : value),
})

/** Declares a required positional argument; an empty one is most likely an unset variable. */
export const positional = (describe: string) =>
  ({
    type: 'string',
    demandOption: true,
    describe,
    coerce(given: string): string {
      if (given !== '') return given
      throw new UsageError(`An argument is empty: ${describe}. Give it a value.`)
    },
  }) as const

const words = (describe: string) => ({ string: true, requiresArg: true, describe }) as const

export const text = (describe: string) => single(words(describe))

export const number = (value: number, describe: string) =>
  single({ number: true, requiresArg: true, default: value, describe } as const)

const unitSizes: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** Declares an option for a number of bytes: `16MB`, `500 kB` or `2000000`. */
export const size = (option: string, value: number, describe: string) => ({
  ...words(describe),
  default: value as never,
  defaultDescription: sizeText(value),
  coerce(given: unknown): number {
    const last: unknown = Array.isArray(given) ? given.at(-1) : given
    if (typeof last === 'number') return last
    const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([kmg]?b)?$/i.exec(String(last)) ?? []
    const bytes = Math.round(Number(amount) * (unitSizes[unit.toUpperCase()] ?? 1))
    if (amount !== '' && bytes >= 1 && bytes <= 1e9) return bytes
    throw new UsageError(`--${option} must be from 1 byte to 1 GB, such as 16MB or 500kB, not "${last}".`)
  },
})

const unitTimes: Readonly<Record<string, number>> = { s: 1000, m: 60_000, min: 60_000, h: 3_600_000 }

/** Declares an option for a duration, given as `90s`, `20m` or `2h`, in milliseconds. */
export const duration = (option: string, describe: string) => ({
  ...words(describe),
  coerce(given: unknown): number | undefined {
    const last: unknown = Array.isArray(given) ? given.at(-1) : given
    if (last === undefined || typeof last === 'number') return last
    const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(s|m|min|h)$/i.exec(String(last)) ?? []
    const time = Math.round(Number(amount) * (unitTimes[unit.toLowerCase()] ?? 0))
    if (time >= 1000 && time <= 30 * 24 * 3_600_000) return time
    throw new UsageError(`--${option} must be from 1 s to 720 h, such as 90s, 20m or 2h, not "${last}".`)
  },
})

export const flag = (describe: string) => ({ boolean: true, default: false, describe }) as const

export const list = (describe: string) =>
  ({ ...words(describe), array: true, default: [] as string[], defaultDescription: 'none' }) as const

export const choice = <const Value extends string>(
  choices: readonly Value[],
  value: Value,
  describe: string,
) => single({ choices, default: value, requiresArg: true, describe } as const)

export const choices = <const Value extends string>(choices: readonly Value[], describe: string) =>
  ({ ...list(describe), choices, default: [] as Value[] }) as const

/** @throws UsageError unless the value of the option is an integer in the range */
export function assertInteger(option: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  // For a text that is not a number, the parser returns NaN, without the text.
  const given = Number.isNaN(value) ? '' : `, not ${value}`
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}${given}.`)
}

const dateOrTime = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/

/**
 * Parses `--now`, a date in UTC or a time with a zone, to milliseconds since 1970. The result is the same on every machine.
 *
 * @throws UsageError for any other text, and for a date that does not exist
 */
export function parseInstant(text: string): number {
  const [, date = ''] = dateOrTime.exec(text) ?? []
  const midnight = Date.parse(date)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date)
  const instant = exists ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) return instant
  throw new UsageError(
    `--now must be a date such as 2026-11-23, or a time with its zone such as 2026-11-23T09:00Z, not "${text}".`,
  )
}
