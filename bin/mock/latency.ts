import { UsageError } from '../usage-error.js'

const mostMilliseconds = 600_000

/** The milliseconds of `--latency`: `200`, or two bounds as `100-300`; @throws UsageError */
export function latencyOf(text: string): number | readonly [least: number, most: number] {
  const [, first = '', second] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  const [least, most] = [Number(first), Number(second ?? first)]
  if (first === '' || least > most || most > mostMilliseconds) {
    throw new UsageError(
      `--latency must be milliseconds from 0 to ${mostMilliseconds} such as 200, or two bounds such as 100-300, not "${text}".`,
    )
  }
  return second === undefined ? least : [least, most]
}
