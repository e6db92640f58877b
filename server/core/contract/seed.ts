import * as z from 'zod'
import { bookingDefaults, newBooking } from './booking.js'
import { collaboratorCreate } from './collaborator.js'
import type { NewBookingBody } from './object-types/booking.js'
import type { NewCollaboratorBody } from './object-types/collaborator.js'
import type { NewResourceBody } from './object-types/resource.js'
import type { NewAccount } from './object-types/user.js'
import { resourceCreate } from './resource.js'
import { newAccount } from './user.js'
import { chosenId, expected } from './values.js'

const address = z.string({ error: expected('an e-mail address') })

export const seedUser = newAccount.extend({
  /** The password hash, so that it need not be computed at each start. */
  password_hash: z.string({ error: expected('a string') }).optional(),
})

export const seedBooking = z.strictObject({
  ...newBooking.omit({ resource_id: true }).shape,
  /** The name of a resource in the same schedule. */
  resource: z.string({ error: expected('the name of a resource of this schedule') }),
  /** The user whose time zone applies to times without one. @default the owner */
  by: address.optional(),
})

/** The id of a new schedule. */
export const scheduleId = chosenId

export const seedResource = resourceCreate.schema
export const seedCollaborator = collaboratorCreate.schema.omit({ invite: true })

const seedSchedule = z.strictObject({
  id: scheduleId,
  /** The address of one of the users. */
  owner: address,
  resources: z.array(seedResource, { error: expected('an array') }).default([]),
  bookings: z.array(seedBooking, { error: expected('an array') }).default([]),
  collaborators: z.array(seedCollaborator, { error: expected('an array') }).default([]),
})

/** The initial data of a service: accounts, and schedules with everything in them. */
export const seed = z.strictObject({
  $schema: z.string().optional(),
  users: z.array(seedUser, { error: expected('an array') }).default([]),
  schedules: z.array(seedSchedule, { error: expected('an array') }).default([]),
})

/** An account of a seed. */
export type SeedUserInput = NewAccount & {
  /** The password hash, so that it need not be computed at each start. */
  password_hash?: string | undefined
}

/** A booking of a seed. */
export type SeedBookingInput = Omit<NewBookingBody, 'resource_id'> & {
  /** The name of a resource in the same schedule. */
  resource: string
  /** The address of the user whose time zone applies to times without one. @default the owner */
  by?: string | undefined
}

/** A schedule of a seed, with everything in it. */
export type SeedScheduleInput = {
  /** Identifies the schedule: letters, digits and any of `. _ ~ -`; at most 100. */
  id: string
  /** The address of one of the users. */
  owner: string
  /** The resources, which can be booked. @default none */
  resources?: NewResourceBody[] | undefined
  /** The bookings; each reserves a resource for some time. @default none */
  bookings?: SeedBookingInput[] | undefined
  /** Other users with access. @default none */
  collaborators?: Omit<NewCollaboratorBody, 'invite'>[] | undefined
}

/** A seed as written: fields with a default may be left out. */
export type SeedInput = {
  /** The JSON Schema that editors use for completion. The service ignores it. */
  $schema?: string | undefined
  /** The accounts. @default none */
  users?: SeedUserInput[] | undefined
  /** The schedules and everything in them. @default none */
  schedules?: SeedScheduleInput[] | undefined
}

/** A parsed object has every field except the optional ones. */
type Parsed<Input, Optional extends keyof Input = never> = {
  [Name in keyof Omit<Input, Optional>]-?: Exclude<Input[Name], undefined>
} & Pick<Input, Optional>

/** An account of a parsed seed. */
export type SeedUser = Omit<SeedUserInput, 'profile_completed'> & {
  /** If false, the user is asked to complete the profile after login. */
  profile_completed?: boolean | undefined
}

/** A resource of a parsed seed. */
export type SeedResource = Parsed<NewResourceBody>

/** A booking of a parsed seed. */
export type SeedBooking = Parsed<SeedBookingInput, 'by'>

/** A collaborator of a parsed seed. */
export type SeedCollaborator = Parsed<Omit<NewCollaboratorBody, 'invite'>>

/** A parsed seed, with every field. */
export type Seed = Pick<SeedInput, '$schema'> & {
  /** The accounts. */
  users: SeedUser[]
  /** The schedules and everything in them. */
  schedules: (Pick<SeedScheduleInput, 'id' | 'owner'> & {
    /** The resources, which can be booked. */
    resources: SeedResource[]
    /** The bookings; each reserves a resource for some time. */
    bookings: SeedBooking[]
    /** Other users with access. */
    collaborators: SeedCollaborator[]
  })[]
}

/**
 * Fills in the defaults of a booking that is known to be valid, as `seedBooking` does. `Object.assign` takes a fifth of the
 * time of spreading, because the objects have so many shapes.
 */
export const completeBooking = (valid: object): SeedBooking =>
  Object.assign({}, bookingDefaults, valid) as unknown as SeedBooking

/** The bookings of a schedule; they need not all be in memory, and can be iterated repeatedly. */
export interface BookingList extends Iterable<SeedBooking> {
  readonly length: number
}

/** A valid seed as it is loaded. */
export interface LoadableSeed extends Pick<Seed, 'users'> {
  /** The schedules; their bookings may be read from a file. */
  schedules: readonly (Omit<Seed['schedules'][number], 'bookings'> & {
    /** The bookings: an array, or a list that is read while it is loaded. */
    bookings: BookingList
  })[]
}
