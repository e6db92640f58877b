import { type ErrorCode, statusOf } from '../wire/errors.js'
import { recorded } from './recorded-examples.js'

/** Bodies by name. */
export type Examples = Readonly<Record<string, unknown>>

/** By single operations: bodies that are alike are recorded once. */
const all: Examples = Object.fromEntries(
  Object.entries(recorded).flatMap(([name, body]) => {
    const [operations = '', ...rest] = name.split(' ')
    return operations.split(',').map(operation => [[operation, ...rest].join(' '), body])
  }),
)

/** The recorded response of an operation that succeeds with a status. */
export function successExample(id: string, status: number): Examples {
  const response = all[`${id} ${status}`]
  return response === undefined ? {} : { response }
}

/** The recorded refusals of an operation by their codes: its own, or those that all operations share. */
export const refusalExamples = (id: string, codes: readonly ErrorCode[]): Examples =>
  Object.fromEntries(
    [...codes].sort().flatMap(code => {
      const status = statusOf[code]
      const refusal = all[`${id} ${status} ${code}`] ?? all[`any ${status} ${code}`]
      return refusal === undefined ? [] : [[code, refusal]]
    }),
  )
