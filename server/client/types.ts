import type { OperationTypes } from '../core/operations/operation-types.js'
import type { CreatedAnswer, ListAnswer, ObjectAnswer } from '../core/operations/response-types.js'
import type { OperationId } from '../core/wire/routes.js'

/** Options of every method. */
export interface Cancellable {
  /** Aborts the request, and any wait before a retry. */
  signal?: AbortSignal | undefined
}

/** The query of a read: `fields` names the members to return (section 2.5). */
export interface ReadQuery<Field> {
  fields?: readonly Field[] | undefined
}

/** The query of a list (section 2.5). */
export interface ListQuery<Field> extends ReadQuery<Field> {
  /** The number of objects per page; 0 returns all. @default 20 */
  limit?: number | undefined
  /** @default 0 */
  offset?: number | undefined
  /**
   * Only these objects, any number of them. If they do not fit into a URL, they are requested in portions and returned as one
   * page; `limit` then has no effect, and `offset` is not supported.
   */
  ids?: readonly number[] | undefined
  /**
   * Whether `for await` reads all pages before it yields the first object. Set it if the loop adds objects to the list.
   * @default false
   */
  collect?: boolean | undefined
}

/** The filters of a list of bookings: ISO 8601; times without a zone are in the time zone of the user (section 4.2). */
export interface BookingFilters {
  /** Only bookings that start at this time or later. */
  time_min?: string | undefined
  /** Only bookings that end before this time. */
  time_max?: string | undefined
}

/** One page of a list. */
export type Page<Value> = Omit<ListAnswer<Value>, 'success'>

/**
 * A list: `await` returns its first page; `for await` yields every object once, page by page or, with `collect`, after the
 * last page has been read. If the list changes meanwhile, this requires `id` among the `fields`; without it, the loop ends
 * with an error.
 */
export type List<Value> = Promise<Page<Value>> & AsyncIterable<Value>

/**
 * The objects to delete: some of them, or every one in scope with `all: 1`. Ids that do not fit into a URL are sent in
 * portions, in sequence; if one fails, the earlier ones have been deleted and the later ones are not sent.
 */
export type Selected = { ids: readonly number[]; all?: never } | { all: 1; ids?: never }

type IdsIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Id in Name]: Id extends 'scheduleId' ? string : number } & IdsIn<Rest>
  : unknown

/** The names of the query parameters; without parameters, the query type has any string as its key. */
type NamesIn<Query> = string extends keyof Query ? never : keyof Query

type Filters<Query> = 'time_min' extends NamesIn<Query> ? BookingFilters : unknown

/**
 * Without `ids`, a change of several objects changes all in scope (section 4). Many ids are sent in portions, as for
 * deletions.
 */
type Scope<Query> =
  'all' extends NamesIn<Query>
    ? Selected
    : 'ids' extends NamesIn<Query>
      ? { ids?: readonly number[] }
      : 'me' extends NamesIn<Query>
        ? { me: 1 }
        : unknown

type WithBody<Body> = Body extends object ? { body: Body } : unknown

type Lists<Given, Each> = <Field extends keyof Each = keyof Each>(
  request: Given & ListQuery<Field>,
) => List<Pick<Each, Field>>

type Reads<Given, Value> = <Field extends keyof Value = keyof Value>(
  request: Given & ReadQuery<Field>,
) => Promise<Pick<Value, Field>>

type ReadsOwn<Value> = <Field extends keyof Value = keyof Value>(
  request?: ReadQuery<Field> & Cancellable,
) => Promise<Pick<Value, Field>>

type Method<Types extends OperationTypes[OperationId], Given = IdsIn<Types['path']> & Cancellable> =
  Types['answer'] extends ListAnswer<infer Each>
    ? Lists<Given & Filters<Types['query']>, Each>
    : Types['answer'] extends CreatedAnswer<number | string>
      ? (request: Given & WithBody<Types['body']>) => Promise<{ id: number }>
      : Types['answer'] extends ObjectAnswer<infer Value>
        ? Types['path'] extends '/v1/users/me'
          ? ReadsOwn<Value>
          : Reads<Given, Value>
        : (request: Given & Scope<Types['query']> & WithBody<Types['body']>) => Promise<void>

/** One method for each operation of section 4. Each rejects with an `ApiError` if the service refuses the request. */
export type Client = { readonly [Id in keyof OperationTypes]: Method<OperationTypes[Id]> }
