import { unreadable } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import { rows } from '../check/ids.js'
import { affordable, atOnce } from './at-once.js'

/** A deletion and updates of the same object at the same time: whichever comes last, the object is not there again. */
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

    const deletions = new Set<string>()
    await atOnce(
      objects.flatMap(({ path }) => [
        update(path),
        async () => {
          const reply = await owner.delete(path)
          if (reply.ok) deletions.add(path)
          return reply
        },
        update(path),
      ]),
    )

    if (deletions.size === 0)
      observe(`a deletion of a ${kind} that others change at the same time is refused`)
    for (const path of deletions)
      unreadable(await owner.get(path), `reading a ${kind} that was deleted while others changed it`)
  }),
)
