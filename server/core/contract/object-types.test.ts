import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { z } from 'zod'
import type { booking, bookingChange, bookingCreate } from './booking.js'
import type { collaborator, collaboratorChange, collaboratorCreate } from './collaborator.js'
import type { Booking, BookingBody, NewBookingBody } from './object-types/booking.js'
import type { Collaborator, CollaboratorBody, NewCollaboratorBody } from './object-types/collaborator.js'
import type { NewResourceBody, Resource, ResourceBody } from './object-types/resource.js'
import type { NewAccount, User, UserBody } from './object-types/user.js'
import type { resource, resourceChange, resourceCreate } from './resource.js'
import type { Seed, SeedInput, seed } from './seed.js'
import type { newAccount, user, userChange } from './user.js'

/** Whether two types are identical: the same fields, equally optional. */
type Alike<One, Other> =
  (<T>() => T extends { [Name in keyof One]: One[Name] } ? 1 : 2) extends <T>() => T extends {
    [Name in keyof Other]: Other[Name]
  }
    ? 1
    : 2
    ? true
    : false

/** Whether two types are mutually assignable. */
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false

test('the types of objects and bodies match the contract', () => {
  const alike: true[] = [
    true satisfies Alike<Resource, z.infer<typeof resource>>,
    true satisfies Alike<NewResourceBody, z.input<typeof resourceCreate.schema>>,
    true satisfies Alike<ResourceBody, z.input<typeof resourceChange.schema>>,
    true satisfies Alike<Booking, z.infer<typeof booking>>,
    true satisfies Alike<NewBookingBody, z.input<typeof bookingCreate.schema>>,
    true satisfies Alike<BookingBody, z.input<typeof bookingChange.schema>>,
    true satisfies Alike<Collaborator, z.infer<typeof collaborator>>,
    true satisfies Alike<NewCollaboratorBody, z.input<typeof collaboratorCreate.schema>>,
    true satisfies Alike<CollaboratorBody, z.input<typeof collaboratorChange.schema>>,
    true satisfies Alike<User, z.infer<typeof user>>,
    true satisfies Alike<UserBody, z.input<typeof userChange.schema>>,
    true satisfies Alike<NewAccount, z.input<typeof newAccount>>,
    true satisfies Same<SeedInput, z.input<typeof seed>>,
    true satisfies Same<Seed, z.output<typeof seed>>,
  ]

  assert.is(alike.length, 14)
})

test.run()
