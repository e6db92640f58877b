import * as data from '@mswjs/data'
import * as glossary from '@mswjs/data/lib/glossary.js'

/*
 * The parts of @mswjs/data that the mock uses, with our own types. build.ts replaces this module with a bundle, so that the
 * published package does not depend on @mswjs/data and its dependencies.
 */

/** The members of an entity that hold its model and the name of its key. */
export const ENTITY_TYPE: unique symbol = data.ENTITY_TYPE as never
export const PRIMARY_KEY: unique symbol = data.PRIMARY_KEY as never

/** The member of a factory's result that holds the database. */
export const DATABASE_INSTANCE: unique symbol = glossary.DATABASE_INSTANCE as never

/** The library's storage: a Map for each model. */
export interface Database {
  getModel(name: string): Map<string | number, unknown>
  update(name: string, before: object, after: object): void
}

/** Turns model definitions into models with `create`, `findMany` and so on. */
export const factory = data.factory as unknown as (
  models: Record<string, object>,
) => Record<string, object> & { [DATABASE_INSTANCE]: Database }

/** Defines the key of a model; `next` returns the key of an entity created without one. */
export const primaryKey = data.primaryKey as (next: () => string | number) => object

/** Defines a property that may be null. */
export const nullable = data.nullable as unknown as (initial: () => unknown) => object

/** Deletes all entities. */
export const drop = data.drop as (models: object) => void
