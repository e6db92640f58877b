import { count } from '../run/counts.js'
import type { OperationReport, Outcome, Report } from '../run/report.js'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The operations as a table: a row for each path, a column for each method. */
export function operationTable({ operations }: Pick<Report, 'operations'>) {
  const paths = [...new Set(operations.map(({ name }) => name.replace(/^\w+ /, '')))]
  const rows = paths.map(path => ({
    path,
    cells: methods.map(method => operations.find(({ name }) => name === `${method} ${path}`)),
  }))
  return { methods, rows }
}

type State = OperationReport['state']

/** How a state is shown: the sign works without colour; the colour is that of an outcome. */
export const operationSigns: Readonly<Record<State, { sign: string; word: string; like: Outcome }>> = {
  implemented: { sign: '✓', word: 'there', like: 'passed' },
  missing: { sign: '✗', word: 'missing', like: 'failed' },
  unclear: { sign: '?', word: 'unclear', like: 'warned' },
}

/** For example `22 of 27 operations of section 4 are implemented, 4 missing, 1 unclear`. */
export function operationSum({ operations }: Pick<Report, 'operations'>): string {
  const of = (state: State) => operations.filter(each => each.state === state).map(({ name }) => name)
  const [implemented, missing, unclear] = [of('implemented'), of('missing'), of('unclear')]
  const all = count(operations.length, 'operation')
  if (missing.length + unclear.length === 0) return `All ${all} of section 4 are implemented`
  const there = `${implemented.length} of ${all} of section 4 ${implemented.length === 1 ? 'is' : 'are'} implemented`
  if (isSimple({ operations })) return `${there}; not tried: ${unclear.join(', ')}`
  const rest = [
    missing.length > 0 && `${missing.length} missing`,
    unclear.length > 0 && `${unclear.length} unclear`,
  ]
  return [there, ...rest.filter(Boolean)].join(', ')
}

/** Whether one line is enough: nothing is missing, and hardly anything unclear. */
export const isSimple = ({ operations }: Pick<Report, 'operations'>): boolean =>
  operations.every(({ state }) => state !== 'missing') &&
  operations.filter(({ state }) => state === 'unclear').length < 3

/** Explains `unclear`, if an operation has that state. */
export const unclearHint = ({ operations }: Pick<Report, 'operations'>): string | undefined =>
  operations.some(({ state }) => state === 'unclear')
    ? '? unclear: nothing was sent to it that it must accept'
    : undefined

/** Another possible reason if no operation of a schedule exists. */
export function operationHint({ operations }: Pick<Report, 'operations'>): string | undefined {
  const there = operations.filter(({ state }) => state === 'implemented')
  if (there.some(({ name }) => name.includes('/schedules/'))) return undefined
  if (there.length === 0) return 'Is this the URL of the service, without /v1?'
  return 'Perhaps the first schedule has another id or owner.'
}

/** The sum, and a line for each operation that is not implemented. */
export const operationLines = ({ operations }: Pick<Report, 'operations'>): string[] =>
  operations.length === 0
    ? []
    : [
        operationSum({ operations }),
        ...operations
          .filter(({ state }) => state !== 'implemented')
          .map(({ name, state }) => `${state}: ${name}`),
      ]
