import fc from 'fast-check'
import { mayRead } from './access.js'
import {
  bookingSlots,
  page,
  period,
  rarely,
  resourceSlot,
  resourceSlots,
  someOf,
  where,
  who,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import { compareList, followPages, unlessBeyond } from './listing.js'
import { scene } from './resource-steps.js'
import { stepKind } from './step.js'
import { scopeOf } from './targeting.js'
import { type ModelObject, zoneOf } from './world.js'
import { wallDay, wallOf, written } from './zones.js'

const spot = { who, at: where, page }

/** `limit` and `offset` as they are sent: 20 is what holds without a limit, and an offset needs one. */
const paging = ({ limit, offset }: { limit: number; offset: number }) => ({
  ...(limit !== 20 && { limit }),
  ...(limit > 0 && offset > 0 && { offset }),
})

const listResources = stepKind({
  name: 'list resources',
  weight: 4,
  data: fc.record({
    ...spot,
    slots: fc.option(someOf(resourceSlots), { nil: undefined, freq: 2 }),
    fields: rarely(fc.constantFrom(['id', 'name'], ['id', 'updated_at', 'link']), 4),
  }),
  take(world, { slots, fields, page, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const collection = schedule.resources
    const scope = scopeOf(schedule, collection, { slots: slots ?? [], isAll: slots === undefined })
    const isWhole = slots !== undefined || schedule.isExclusive
    if (!scope || !(isWhole || schedule.isSmall)) return undefined
    return async () => {
      const asked = isWhole ? page : { ...page, limit: 0 }
      const query = { ...scope.query, ...paging(asked), ...(fields && { fields }) }
      const reply = await actor.get(scope.path, query)
      const { limit } = asked
      const offset = limit > 0 ? asked.offset : 0
      const valid = unlessBeyond(offset, scope.objects, 'RES-38')
      if (!assertOutcome(world, reply, mayRead(role, valid))) return
      const rule = slots === undefined ? 'RES-38' : 'LIST-21'
      const listed = {
        reader: person,
        collection,
        matching: scope.objects,
        isWhole,
        rule,
        limit,
        offset,
        fields,
      }
      const first = compareList(world, reply, listed)
      if (page.isFollowed && first) await followPages(world, { actor, first, ...listed })
    }
  },
})

const listBookings = stepKind({
  name: 'list bookings',
  weight: 6,
  data: fc.record({
    ...spot,
    of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    slots: fc.option(someOf(bookingSlots), { nil: undefined, freq: 2 }),
    min: rarely(period, 3),
    max: rarely(period, 3),
    /** A limit of the filter is that of a booking, to the minute. */
    exact: fc.boolean(),
    fields: rarely(fc.constantFrom(['id', 'title'], ['id', 'start', 'end_utc'], ['id', 'resource_id']), 4),
  }),
  take(world, { of, slots, min, max, exact, fields, page, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const collection = schedule.bookings
    const scope = scopeOf(schedule, collection, { of, slots: slots ?? [], isAll: slots === undefined })
    if (!scope) return undefined
    const isOfOne = scope.path !== collection.list
    const isWhole = slots !== undefined || isOfOne || schedule.isExclusive
    if (!(isWhole || schedule.isSmall)) return undefined
    return async () => {
      const zone = zoneOf(person)
      const [some] = scope.objects
      const bound = (period: typeof min, of: 'start' | 'end') => {
        if (!period) return undefined
        const { form, day, half } = period
        if (!exact || !some?.span) return written(wallDay(day) + half * 1_800_000, form, zone)
        return written(wallOf(some.span[of], form, zone), form, zone)
      }
      const from = bound(min, 'start')
      const until = bound(max, 'end')
      const matching = scope.objects.filter(({ span }) => span && isWithin(span, from, until))
      const asked = isWhole ? page : { ...page, limit: 0 }
      const { limit } = asked
      const offset = limit > 0 ? asked.offset : 0
      const reply = await actor.get(scope.path, {
        ...scope.query,
        ...(from && { time_min: from.text }),
        ...(until && { time_max: until.text }),
        ...paging(asked),
        ...(fields && { fields }),
      })
      // Filters may be refused in the form with a blank, which is named for bookings only.
      const isNamed = ![from, until].some(time => time?.text.includes(' '))
      const valid = isNamed ? unlessBeyond(offset, matching, 'BKG-28') : {}
      if (!assertOutcome(world, reply, mayRead(role, valid))) return
      const rule = from ? 'FILT-01' : until ? 'FILT-03' : slots ? 'LIST-21' : isOfOne ? 'BKG-30' : 'BKG-28'
      const listed = { reader: person, collection, matching, isWhole, rule, limit, offset, fields }
      const first = compareList(world, reply, listed)
      if (page.isFollowed && first) await followPages(world, { actor, first, ...listed })
    }
  },
})

type Bound = { instant: number } | undefined

/** Section 4.2: starts at `time_min` or later, and ends before `time_max`. */
const isWithin = ({ start, end }: NonNullable<ModelObject['span']>, from: Bound, until: Bound) =>
  (!from || start >= from.instant) && (!until || end < until.instant)

export const listSteps = [listResources, listBookings]
