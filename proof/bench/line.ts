/*
 * How results are printed: within 100 columns, and plain.
 */
import { median } from './measure.js'
import type { Row } from './row.js'

type Show = (value: number) => string

export interface Goal {
  /** Its limit is shown as values are. */
  text(show: Show): string
  isMetBy(value: number): boolean
}

export const atLeast = (limit: number): Goal => ({
  text: show => `>= ${show(limit)}`,
  isMetBy: value => value >= limit,
})
export const atMost = (limit: number): Goal => ({
  text: show => `<= ${show(limit)}`,
  isMetBy: value => value <= limit,
})

export interface Line {
  name: string
  /** What was measured, once for each turn. */
  values: readonly number[]
  /** How a value is printed; a ratio if left out. */
  show?: Show
  /** Anything else, such as the processor time. */
  more?: string
  goal?: Goal | undefined
  /** Whether the machine was too busy; by default that is known for the whole row only. */
  isDoubtful?: boolean
}

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const times = (value: number): string => `${value.toFixed(2)} x`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const percent = (share: number): string =>
  Number.isNaN(share) ? 'an unknown share' : `${(share * 100).toFixed(0)} %`
export const whole = (value: number): string => value.toFixed(0)
const ratio = (value: number) => value.toFixed(value < 0.01 ? 4 : value < 10 ? 2 : 1)

/** Times as multiples of others, turn by turn. */
export const ratioLine = (
  name: string | undefined,
  values: readonly number[],
  base: readonly number[],
  goal: Goal,
): Line => ({
  name: `  to ${name}`,
  values: values.map((value, turn) => value / (base[turn] ?? Number.NaN)),
  show: times,
  goal,
})

/** The median and, where there are several values, their range. */
function spread(values: readonly number[], show: Show): string {
  const range = [Math.min(...values), Math.max(...values)].map(value => show(value).replace(/ \D+$/, ''))
  return values.length > 1 ? `${show(median(values))} (${range.join('-')})` : show(median(values))
}

export const isMissed = ({ goal, values }: Line): boolean => goal?.isMetBy(median(values)) === false

const columns = (name: string, value: string, more: string, goal: string) =>
  `${name.padEnd(30)}${value.padEnd(22)}${more.padEnd(30)}${goal}`.trimEnd()

export const headOf = ({ title, heads: [value, more] }: Pick<Row, 'title' | 'heads'>): string =>
  columns(title, value, more, 'goal')

export function textOf(line: Line): string {
  const { name, values, show = ratio, more = '', goal } = line
  const verdict =
    goal === undefined
      ? ''
      : `${goal.text(show).padEnd(11)}${isMissed(line) ? 'missed' : 'met'}${line.isDoubtful ? '?' : ''}`
  return columns(`  ${name}`, spread(values, show), more, verdict)
}
