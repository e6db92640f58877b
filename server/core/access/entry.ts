import type { Entry, EntryQuestion, Repositories } from '../store.js'
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

/** Finds what a request needs first: its account, the role of that, and what it asks for if it has one. */
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
