import type { Entry, EntryQuestion } from '../../core/index.js'
import { storable } from './texts.js'
import type { Value } from './transaction.js'

/*
 * A write that is one insert takes what its login has found for granted, and inserts its object only if that still holds. So it needs
 * one round trip.
 */

/** What is presumed, and what sends the commit once the only statement of the write is sent. */
export interface Presumption {
  found: Entry
  commit(): void
}

/** Answers what was found before. Whether the object is there is up to the foreign key of what refers to it. */
export const presume =
  ({ found: { user, membership } }: Presumption) =>
  ({ object }: EntryQuestion): Entry => ({
    user,
    membership,
    ...(object && { object: { id: object.id, json: '' } }),
  })

/** Whether the account $6 still has the password hash $7, the text $8, and the role $9 in the schedule $2. */
export const stillHolds = `EXISTS (
  SELECT FROM users WHERE id = $6 AND password_hash = $7 AND object = $8 AND $9 = coalesce(
    (SELECT 'owner' FROM schedules WHERE id = $2 AND owner_id = users.id),
    (SELECT user_role FROM collaborators WHERE schedule_id = $2 AND user_id = users.id)))`

/** The parameters of that. */
export const presumedValues = ({ user, membership }: Entry): Value[] => [
  user ? storable(user.id) : null,
  user?.password_hash ?? null,
  user?.json ?? null,
  membership?.role ?? null,
]
