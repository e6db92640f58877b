import type { Reply } from '../../server/core/index.js'
import { bulkDeletes, bulkPuts, collectionOf, singleDeletes } from '../alter/operation-groups.js'
import { onlyFirst, queryAs, requestAs, run } from '../alter/requests.js'
import { answered } from '../alter/responses.js'
import type { Alter } from '../server/parts.js'
import { across, along, type Mistake } from './mistake.js'

/*
 * Mistakes in selecting the objects that an operation changes or deletes.
 */

const bulk = [...bulkPuts, ...bulkDeletes] as const
const deletes = [...bulkDeletes, ...singleDeletes, 'deleteMe'] as const

/** The ids that an operation uses instead of those that were sent. */
const takes: Readonly<Record<string, (ids: number[]) => number[] | undefined>> = {
  'all, whatever ids says': () => undefined,
  'the first': ids => ids.slice(0, 1),
  'the last': ids => ids.slice(-1),
  'the first 20': ids => ids.slice(0, 20),
  'the first 100': ids => ids.slice(0, 100),
  none: () => [],
}

/** Changes or deletes the objects with these ids in all schedules. */
const everywhere = (operation: (typeof bulk)[number]): Alter =>
  run(operation, async (asked, usual) => {
    const { rows, path, query } = asked
    if (!query.ids) return usual()
    let answer: Reply | undefined
    for (const { id: scheduleId } of await rows.schedules.list()) {
      const ids = await rows[collectionOf(operation)].ids({ schedule_id: scheduleId, ids: query.ids })
      if (ids.length === 0) continue
      // The resource in the path belongs to one schedule only.
      const { resourceId: _, ...elsewhere } = path
      const at = scheduleId === path.scheduleId ? path : { ...elsewhere, scheduleId }
      answer = await usual({ path: at, query: { ...query, ids }, object: undefined })
    }
    return answer ?? usual()
  })

const ofResource = ['listResourceBookings', 'changeResourceBookings', 'deleteResourceBookings'] as const

export const bulkMistakes: readonly Mistake[] = [
  {
    name: 'ids-taken',
    title: 'affects other objects than those in ids',
    along: ['operation', 'objects'],
    cells: across(bulk, Object.keys(takes), (operation, which) =>
      requestAs(operation, ({ query }) =>
        query.ids ? { query: { ...query, ids: takes[which]?.(query.ids) } } : {},
      ),
    ),
  },
  {
    name: 'all-limited',
    title: 'affects only so many objects of a request without ids',
    along: ['operation', 'objects'],
    cells: across(bulk, ['1', '20', '100'], (operation, most) => onlyFirst(operation, Number(most))),
  },
  {
    name: 'of-all-resources',
    title: 'affects or lists the bookings of all resources of the schedule',
    along: ['operation'],
    cells: along(ofResource, operation =>
      requestAs(operation, ({ path: { resourceId: _, ...path } }) => ({
        path: path as { scheduleId: string },
      })),
    ),
  },
  {
    name: 'everywhere',
    title: 'affects objects of other schedules if their ids are listed',
    along: ['operation'],
    cells: along(bulk, everywhere),
  },
  {
    name: 'not-deleted',
    title: 'reports success but deletes nothing',
    along: ['operation'],
    cells: along(deletes, operation => run(operation, async () => answered)),
  },
  {
    name: 'unguarded',
    title: 'deletes everything without all=1 or ids, and the account without me=1',
    along: ['operation'],
    cells: along([...bulkDeletes, 'deleteMe'], operation =>
      queryAs(operation, query => (query.ids ? query : { ...query, all: '1', me: '1' })),
    ),
  },
]
