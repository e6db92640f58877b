import type { OperationReport, Report } from './report.js'
import { count } from './summary.js'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** A path of section 4, with its operations in the order of `methods`. */
export interface OperationRow {
  readonly path: string
  readonly cells: readonly (OperationReport | undefined)[]
}

/** The operations as a table: a row for each path, a column for each method. */
export function operationTable({ operations }: Pick<Report, 'operations'>): {
  readonly methods: readonly string[]
  readonly rows: readonly OperationRow[]
} {
  const paths = [...new Set(operations.map(({ name }) => name.replace(/^\w+ /, '')))]
  const rows = paths.map(path => ({
    path,
    cells: methods.map(method => operations.find(({ name }) => name === `${method} ${path}`)),
  }))
  return { methods, rows }
}

/** How a state is shown: the sign works without colour. */
export const operationSigns: Readonly<Record<OperationReport['state'], { sign: string; word: string }>> = {
  implemented: { sign: '✓', word: 'there' },
  missing: { sign: '✗', word: 'missing' },
  unclear: { sign: '?', word: 'unclear' },
}

/** For example `22 of 27 operations of section 4 are there, 4 missing, 1 unclear`. */
export function operationSum({ operations }: Pick<Report, 'operations'>): string {
  const of = (state: OperationReport['state']) =>
    operations.filter(each => each.state === state).map(({ name }) => name)
  const unclear = of('unclear')
  const all = count(operations.length, 'operation')
  const rest = [
    ...(of('missing').length > 0 ? [`${of('missing').length} missing`] : []),
    ...(unclear.length > 0 ? [`${unclear.length} unclear`] : []),
  ]
  if (rest.length === 0) return `All ${all} of section 4 are there`
  const there = `${of('implemented').length} of ${all} of section 4 are there`
  return isSimple({ operations }) ? `${there}; not tried: ${unclear.join(', ')}` : [there, ...rest].join(', ')
}

/** Whether a line tells enough: nothing is missing, and hardly anything unclear. */
export const isSimple = ({ operations }: Pick<Report, 'operations'>): boolean =>
  operations.every(({ state }) => state !== 'missing') &&
  operations.filter(({ state }) => state === 'unclear').length < 3

/** What else may be the reason where nothing of a schedule is there. */
export function operationHint({ operations }: Pick<Report, 'operations'>): string | undefined {
  const there = operations.filter(({ state }) => state === 'implemented')
  if (there.length === 0 || there.some(({ name }) => name.includes('/schedules/'))) return undefined
  return 'If the target has operations of schedules, the first schedule may have another id or another owner.'
}

/** The sum, and a line for each operation that is not there. */
export const operationLines = ({ operations }: Pick<Report, 'operations'>): string[] =>
  operations.length === 0
    ? []
    : [
        operationSum({ operations }),
        ...operations
          .filter(({ state }) => state !== 'implemented')
          .map(({ name, state }) => `${state}: ${name}`),
      ]
