import { z } from 'zod'
import type { Access } from '../../server/core/access.js'
import type { Operation, Reply } from '../../server/core/index.js'
import type { OperationRequest } from '../../server/core/operation.js'
import type { Alter } from '../server/parts.js'
import { isOneOf, type Which } from './groups.js'

/*
 * Alterations of the table of operations. What they are given is a request that has passed every check, within the
 * transaction that answers it.
 */

/** A request as alterations see it: its query and its body by their members. */
export type Asked = OperationRequest<Members, Members>
type Members = Record<string, unknown>

/** Replaces parts of operations. */
export const operation =
  (which: Which, change: (usual: Operation) => Partial<Operation>): Alter =>
  parts => ({
    ...parts,
    operations: parts.operations.map(each => (isOneOf(which, each.id) ? { ...each, ...change(each) } : each)),
  })

/** Lets others run operations: `viewer` is everybody with a part in the schedule, `account` the whole world. */
export const access = (which: Which, who: Access): Alter => operation(which, () => ({ access: who }))

/** Has members of a body validated otherwise. Each stays as optional, and keeps the default, as it was. */
export const body = (which: Which, members: Readonly<Record<string, z.ZodType>>): Alter =>
  operation(which, ({ body: usual }) => {
    if (!usual)
      throw new Error(`An operation without a body can not take ${Object.keys(members).join(', ')}.`)
    const readOnly = usual.readOnly.filter(name => !(name in members))
    return { body: { schema: extended(usual.schema, members), readOnly } }
  })

/** Has parameters of a query validated otherwise; a schema takes a text and gives the value. */
export const query = (which: Which, parameters: Readonly<Record<string, z.ZodType>>): Alter =>
  operation(which, ({ query: usual }) => ({ query: extended(usual, parameters) }))

function extended(schema: z.ZodType, members: Readonly<Record<string, z.ZodType>>): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only the schema of an object has members.')
  const fitted = Object.entries(members).map(([name, member]) => [name, fit(member, schema.shape[name])])
  return schema.extend(Object.fromEntries(fitted))
}

function fit(member: z.ZodType, usual: unknown): z.ZodType {
  if (member instanceof z.ZodOptional || member instanceof z.ZodDefault) return member
  if (usual instanceof z.ZodDefault) return z._default(member, usual.def.defaultValue)
  return usual instanceof z.ZodOptional || usual === undefined ? member.optional() : member
}

/** Replaces what operations do; `usual` does what they did, for the same request or another one. */
export const run = (
  which: Which,
  work: (asked: Asked, usual: (other?: Partial<Asked>) => Promise<Reply>) => Promise<Reply>,
): Alter =>
  operation(which, usual => ({
    run: request => work(request as Asked, other => usual.run({ ...request, ...other })),
  }))

/** Has operations take a request for another one: some of its parts are replaced. */
export const request = (
  which: Which,
  change: (asked: Asked) => Partial<Asked> | Promise<Partial<Asked>>,
): Alter => run(which, async (asked, usual) => usual(await change(asked)))

/** Has operations take the members of a body for others. */
export const taking = (which: Which, change: (body: Members, asked: Asked) => Members): Alter =>
  request(which, asked => ({ body: change(asked.body, asked) }))

/** Has operations take the parameters of a query for others. */
export const asking = (which: Which, change: (query: Members, asked: Asked) => Members): Alter =>
  request(which, asked => ({ query: change(asked.query, asked) }))
