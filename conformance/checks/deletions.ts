import { unreadable } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { Made } from '../check/created.js'
import { rows } from '../check/ids.js'
import { isObject } from '../http/json.js'
import { affordable, atOnce } from './at-once.js'

/** Concurrent deletions and updates of the same objects: in whatever order they are carried out, what was deleted is gone. */
export const deletionChecks: readonly Check[] = rows(
  ['RES-43.together', 'resource'],
  ['BKG-37.together', 'booking'],
).map(([id, kind]) =>
  check(id, `a ${kind} that is deleted while others change it is gone`, async ({ owner, given, observe }) => {
    const count = Math.max(1, Math.floor((await affordable([owner], 12)) / 3))
    const objects =
      kind === 'resource'
        ? await given.resources<number>(count)
        : await given.bookings<number>(await given.bookable(), count)
    const update = (path: string) => () => owner.put(path, { note: 'changed' })

    const deleted = new Set<Made>()
    await atOnce(
      objects.flatMap((made: Made) => [
        update(made.path),
        async () => {
          const reply = await owner.delete(made.path)
          if (reply.ok) deleted.add(made)
          return reply
        },
        update(made.path),
      ]),
    )

    if (deleted.size === 0) observe(`a deletion of a ${kind} that others change at the same time is refused`)
    for (const { path, was } of deleted) {
      const reply = await owner.get(path)
      const mark = kind === 'resource' ? 'name' : 'title'
      // The id may belong to another object by now.
      const isAnother = isObject(reply.data) && reply.data[mark] !== was[mark]
      if (!isAnother) unreadable(reply, `reading a ${kind} that was deleted while others changed it`)
    }
  }),
)
