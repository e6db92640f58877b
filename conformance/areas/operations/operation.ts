import type { Context } from '../../runner/index.js'
import type { Kind } from '../members.js'
import type { Attempt } from './attempt.js'

/** One row of sections 4.1 to 4.3. */
export interface Operation {
  /** For the ids of checks: `put-resources`. */
  readonly id: string
  readonly kind: Kind
  readonly method: Attempt['method']
  /** The path as section 4 has it. */
  readonly path: string
  /** For the titles of checks: `change resources in bulk`. */
  readonly deed: string
  /** Makes what the request is about. */
  prepare(context: Context): Promise<Attempt>
}

type Row = readonly [row: string, deed: string, prepare: Operation['prepare']]

/** Declares the rows of a table of section 4; a row is written as `PUT resources/{resourceId}`. */
export const rows = (kind: Kind, ...table: readonly Row[]): readonly Operation[] =>
  table.map(([row, deed, prepare]) => {
    const [method, path] = row.split(' ') as [Attempt['method'], string]
    return {
      id: idOf(method, path),
      kind,
      method,
      path: `/v1/schedules/{scheduleId}/${path}`,
      deed,
      prepare,
    }
  })

/** `PUT resources/{resourceId}/bookings` becomes `put-resource-bookings`, `PUT resources/{resourceId}` `put-resource`. */
const idOf = (method: string, path: string) =>
  [method.toLowerCase(), ...path.replace(/s\/\{\w+\}/g, '').split('/')].join('-')
