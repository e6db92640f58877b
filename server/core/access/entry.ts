import type { Entry, EntryQuestion, Repositories, StoredUser } from '../store.js'
import type { PathIds } from '../wire/router.js'
import type { Access } from './roles.js'

/** What a request asks for beside its account. */
export type Foreseen = Partial<Pick<EntryQuestion, 'object' | 'page'>>

/** What a store that answers it at once is asked first. */
export const entryQuestion = (
  email: string,
  access: Access,
  ids: PathIds,
  foreseen: Foreseen = {},
): EntryQuestion => ({
  email,
  schedule_id: access === 'account' ? undefined : ids.scheduleId,
  object: objectOf(ids),
  ...foreseen,
})

/** Finds what a request needs first: its account again, the role of that, and what it asks for. */
export async function findEntry(
  rows: Repositories,
  { email, id }: StoredUser,
  access: Access,
  ids: PathIds,
  foreseen: Foreseen | undefined,
): Promise<Entry> {
  if (rows.entry) return rows.entry(entryQuestion(email, access, ids, foreseen))
  const user = await rows.users.findByEmail(email)
  return {
    user,
    membership: access === 'account' ? undefined : await rows.schedules.membershipOf(ids.scheduleId, id),
  }
}

/** The object that a path names with its last id. */
function objectOf({ resourceId, bookingId, collaboratorId }: PathIds): EntryQuestion['object'] {
  const named = [
    { kind: 'bookings', id: bookingId },
    { kind: 'collaborators', id: collaboratorId },
    { kind: 'resources', id: resourceId },
  ] as const
  const object = named.find(({ id }) => id !== undefined)
  // Nothing has another id, and a database would refuse it.
  return Number.isSafeInteger(object?.id) ? (object as EntryQuestion['object']) : undefined
}
