/*
 * How results are printed: within 100 columns, and plain.
 */
import { median } from './measure.js'
import type { Row } from './row.js'

export interface Goal {
  text: string
  isMetBy(value: number): boolean
}

export const atLeast = (limit: number, text = limit.toFixed(2)): Goal => ({
  text: `>= ${text}`,
  isMetBy: value => value >= limit,
})
export const atMost = (limit: number, text = limit.toFixed(2)): Goal => ({
  text: `<= ${text}`,
  isMetBy: value => value <= limit,
})

export interface Line {
  name: string
  /** What was measured, once for each turn. */
  values: readonly number[]
  /** How a value is printed; a ratio if left out. */
  show?: (value: number) => string
  /** Anything else, such as the processor time. */
  more?: string
  goal?: Goal
  /** Whether the machine was too busy; by default that is known for the whole row only. */
  isDoubtful?: boolean
}

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const times = (value: number): string => `${value.toFixed(2)} x`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const percent = (share: number): string =>
  Number.isNaN(share) ? 'an unknown share' : `${(share * 100).toFixed(0)} %`
const ratio = (value: number) => value.toFixed(value < 0.01 ? 4 : value < 10 ? 2 : 1)

/** The median and, where there are several values, their range. */
function spread(values: readonly number[], show: (value: number) => string): string {
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
      : `${goal.text.padEnd(11)}${isMissed(line) ? 'missed' : 'met'}${line.isDoubtful ? '?' : ''}`
  return columns(`  ${name}`, spread(values, show), more, verdict)
}
