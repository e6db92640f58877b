import type { OperationId } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'

/** One place where an implementer may make a mistake, such as `changeBooking`, `title`. */
export interface Cell {
  /** One value per dimension, in the order of the dimensions. */
  readonly at: readonly string[]
  readonly alter: Alter
}

/** A mistake, and all places where it can be made. */
export interface Mistake {
  /** Permanent: `ignored`. */
  readonly name: string
  /** What the server does wrong, in the present tense and without a subject: `ignores a member that is sent`. */
  readonly title: string
  /** The names of its dimensions: `operation`, `member`. */
  readonly along: readonly string[]
  readonly cells: readonly Cell[]
}

/** The permanent id of a cell: `ignored changeBooking title`. */
export const idOf = ({ name }: Mistake, { at }: Cell) => [name, ...at].join(' ')

/** Declares the cells of a mistake along one dimension. */
export const along = <const Value extends string>(
  values: readonly Value[],
  alter: (value: Value) => Alter | undefined,
): Cell[] =>
  values.flatMap(value => {
    const altered = alter(value)
    return altered ? [{ at: [value], alter: altered }] : []
  })

/** Declares the cells of a mistake along two dimensions; the values of the second one may depend on the first. */
export const across = <const First extends string, const Second extends string>(
  firsts: readonly First[],
  seconds: readonly Second[] | ((first: First) => readonly Second[]),
  alter: (first: First, second: Second) => Alter | undefined,
): Cell[] =>
  firsts.flatMap(first =>
    at(
      first,
      along(typeof seconds === 'function' ? seconds(first) : seconds, second => alter(first, second)),
    ),
  )

/** Declares the cells of a mistake along three dimensions; the values of a dimension may depend on those before it. */
export const through = <const First extends string, const Second extends string, const Third extends string>(
  firsts: readonly First[],
  seconds: (first: First) => readonly Second[],
  thirds: (second: Second, first: First) => readonly Third[],
  alter: (first: First, second: Second, third: Third) => Alter | undefined,
): Cell[] =>
  firsts.flatMap(first =>
    at(
      first,
      across(
        seconds(first),
        second => thirds(second, first),
        (second, third) => alter(first, second, third),
      ),
    ),
  )

/** Prepends the value of another dimension to the cells. */
const at = (value: string, cells: readonly Cell[]): Cell[] =>
  cells.map(cell => ({ ...cell, at: [value, ...cell.at] }))

/** The kinds of objects. */
export type Kind = 'resource' | 'booking' | 'collaborator' | 'user'

export const kindOf = (operation: OperationId): Kind =>
  /Booking/.test(operation)
    ? 'booking'
    : /Resource/.test(operation)
      ? 'resource'
      : /Collaborator/.test(operation)
        ? 'collaborator'
        : 'user'
