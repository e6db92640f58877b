/*
 * How results are printed: plain, and within 120 columns.
 */
/** A percentile of the values, for a share from 0 to 1; NaN if there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

type Show = (value: number) => string

export interface Goal {
  /** Returns the goal as text; `show` formats its limit. */
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

/** The result of a contestant, with one value per turn. */
export interface Line {
  name: string
  values: readonly number[]
  /** Formats a value. */
  show: Show
  /** The values as multiples of those of another line. */
  ratio?: { to: string; values: readonly number[] }
  /** Additional text, such as the processor time. */
  more?: string
  goal?: Goal | undefined
  /** What the goal applies to. */
  goalOf?: 'value' | 'ratio'
}

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`
export const perSecond = (value: number): string => `${value.toFixed(0)} /s`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const percent = (share: number): string =>
  Number.isNaN(share) ? 'an unknown share' : `${(share * 100).toFixed(0)} %`
export const whole = (value: number): string => value.toFixed(0)
const multiple = (value: number) => `${value.toFixed(value < 0.01 ? 4 : value < 10 ? 2 : 1)} x`

/** The median and, where there are several values, their range. */
function spread(values: readonly number[], show: Show): string {
  const range = [Math.min(...values), Math.max(...values)].map(value => show(value).replace(/ \D+$/, ''))
  return values.length > 1 ? `${show(median(values))} (${range.join('-')})` : show(median(values))
}

const judgedValues = ({ goalOf, values, ratio }: Line) =>
  goalOf === 'ratio' && ratio ? ratio.values : values

export const isMissed = (line: Line): boolean => line.goal?.isMetBy(median(judgedValues(line))) === false

export function formatLine(line: Line): string {
  const { name, values, show, ratio, more = '', goal, goalOf } = line
  const multiples = ratio ? `${spread(ratio.values, multiple)} ${ratio.to}` : ''
  const limit = goal?.text(goalOf === 'ratio' ? multiple : show) ?? ''
  const verdict = goal ? `${limit.padEnd(11)} ${isMissed(line) ? 'missed' : 'met'}` : ''
  return `  ${name.padEnd(27)}${spread(values, show).padEnd(25)}${multiples.padEnd(40)}${more.padEnd(21)}${verdict}`.trimEnd()
}
