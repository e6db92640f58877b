import type { Entry, EntryQuestion, Repositories } from '../store.js'
import type { PathIds } from '../wire/router.js'
import type { Access } from './roles.js'

/** What a request will read in addition to its account. */
export type Foreseen = Partial<Pick<EntryQuestion, 'object' | 'page'>>

/** The first query to a store that can answer everything at once. */
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

/** Reads what a request needs first: its account, the account's role and, if it has one, the foreseen data. */
export async function findEntry(rows: Repositories, question: EntryQuestion): Promise<Entry> {
  if (rows.entry) return rows.entry(question)
  const { email, schedule_id, object, page } = question
  const user = await rows.users.findByEmail(email)
  if (!user || schedule_id === undefined) return { user, membership: undefined }
  const membership = await rows.schedules.membershipOf(schedule_id, user.id)
  const entry: Entry = { user, membership }
  if (membership && object) entry.object = (await rows[object.kind].find(schedule_id, object.id)) ?? null
  if (membership && page) {
    const { kind, selection, slice } = page
    entry.page = {
      total: await rows[kind].count(selection),
      objects: await rows[kind].list(selection, slice),
    }
  }
  return entry
}

/** Returns the object that the last id of a path identifies. */
function objectOf({ resourceId, bookingId, collaboratorId }: PathIds): EntryQuestion['object'] {
  const named = [
    { kind: 'bookings', id: bookingId },
    { kind: 'collaborators', id: collaboratorId },
    { kind: 'resources', id: resourceId },
  ] as const
  const object = named.find(({ id }) => id !== undefined)
  // No object has any other id, and a database would reject it.
  return Number.isSafeInteger(object?.id) ? (object as EntryQuestion['object']) : undefined
}
