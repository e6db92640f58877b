import * as z from 'zod'
import { bookingCreate } from './booking.js'
import { collaboratorCreate } from './collaborator.js'
import { resourceCreate } from './resource.js'
import { newAccount } from './user.js'
import { chosenId, expected } from './values.js'

const address = z.string({ error: expected('an e-mail address') })

const seedUser = newAccount.extend({
  /** The hash of the password, so that no start has to compute it. */
  password_hash: z.string({ error: expected('a string') }).optional(),
})

const seedBooking = z.strictObject({
  ...bookingCreate.schema.omit({ resource_id: true }).shape,
  /** The name of a resource of the same schedule. */
  resource: z.string({ error: expected('the name of a resource of this schedule') }),
  /** The user whose time zone applies to times without one. @default the owner */
  by: address.optional(),
})

/** The id of a new schedule. */
export const scheduleId = chosenId

const seedSchedule = z.strictObject({
  id: scheduleId,
  /** An address among the users. */
  owner: address,
  resources: z.array(resourceCreate.schema, { error: expected('an array') }).default([]),
  bookings: z.array(seedBooking, { error: expected('an array') }).default([]),
  collaborators: z
    .array(collaboratorCreate.schema.omit({ invite: true }), { error: expected('an array') })
    .default([]),
})

/** The data that a service starts with: accounts, and schedules with everything in them. */
export const seed = z.strictObject({
  $schema: z.string().optional(),
  users: z.array(seedUser, { error: expected('an array') }).default([]),
  schedules: z.array(seedSchedule, { error: expected('an array') }).default([]),
})

/** A seed as written: fields with a default may be left out. */
export type SeedInput = z.input<typeof seed>
/** A parsed seed, with every field. */
export type Seed = z.output<typeof seed>
