import { type Alter, all, remembering } from '../server/parts.js'
import { collection, shownAs } from './rows.js'

/** Takes note of members that a collaborator shows from now on, whatever is kept. */
export type Note = (id: number, members: Readonly<Record<string, unknown>>) => void

/** Has collaborators show other members than are kept: those that what `make` gives takes note of. */
export const notingCollaborators = (make: (note: Note) => Alter): Alter =>
  remembering(() => {
    const noted = new Map<number, object>()
    return all(
      collection('collaborators', usual => ({
        async find(schedule_id, id) {
          const kept = await usual.find(schedule_id, id)
          return kept && shownAs(kept, noted.get(id) ?? {})
        },
        list: async (selection, stretch) =>
          (await usual.list(selection, stretch)).map(kept => shownAs(kept, noted.get(kept.id) ?? {})),
      })),
      make((id, members) => noted.set(id, { ...noted.get(id), ...members })),
    )
  })
