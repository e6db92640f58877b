import fc from 'fast-check'
import {
  bookingSlots,
  type Period,
  page,
  period,
  principalSlots,
  rarely,
  resourceSlot,
  resourceSlots,
  someOf,
} from './choices.js'
import { type ListRequest, readList, unlessBeyond } from './listing.js'
import { type Choices, mayAdminister, mayRead, type Role, sceneStep } from './scene.js'
import { type Action, skipped } from './step.js'
import { scopeOf } from './targeting.js'
import { type Expectation, type Span, zoneOf } from './world.js'
import { formatTime, halfHour, wallDay, wallOf } from './zones.js'

interface ListChoices extends Pick<ListRequest, 'page' | 'fields'> {
  readonly slots: readonly number[] | undefined
}

/** Declares a step that lists everything in a collection, or some objects by their ids. */
const listStep = (
  of: 'resources' | 'collaborators',
  weight: number,
  rule: string,
  allowed: (role: Role, valid: Expectation) => Expectation,
  data: Choices<ListChoices>,
) =>
  sceneStep<ListChoices>({
    name: `list ${of}`,
    weight,
    data,
    async take(scene, { slots, fields, page }): Action {
      const { schedule, role } = scene
      const { [of]: collection, isExclusive, isSmall } = schedule
      const scope = scopeOf(schedule, collection, { slots: slots ?? [], isAll: slots === undefined })
      const isWhole = slots !== undefined || isExclusive
      if (!scope || !(isWhole || isSmall)) return skipped
      await readList(scene, {
        collection,
        query: scope.query,
        page,
        matching: scope.objects,
        isWhole,
        rule: slots === undefined ? rule : 'LIST-21',
        fields,
        expected: offset => allowed(role, unlessBeyond(offset, scope.objects, rule)),
      })
    },
  })

const listResources = listStep('resources', 4, 'RES-38', mayRead, {
  page,
  slots: fc.option(someOf(resourceSlots), { nil: undefined, freq: 2 }),
  fields: rarely(fc.constantFrom(['id', 'name'], ['id', 'updated_at', 'link']), 4),
})

export const listCollaborators = listStep(
  'collaborators',
  3,
  'COL-21',
  (role, valid) => mayAdminister(role, valid, 'PERM-01'),
  { slots: fc.option(someOf(principalSlots), { nil: undefined, freq: 2 }), page },
)

const listBookings = sceneStep({
  name: 'list bookings',
  weight: 6,
  data: {
    page,
    of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    slots: fc.option(someOf(bookingSlots), { nil: undefined, freq: 2 }),
    min: rarely(period, 3),
    max: rarely(period, 3),
    /** Whether the filter times are exactly those of a booking. */
    exact: fc.boolean(),
    fields: rarely(fc.constantFrom(['id', 'title'], ['id', 'start', 'end_utc'], ['id', 'resource_id']), 4),
  },
  async take(scene, { of, slots, min, max, exact, fields, page }): Action {
    const { schedule, person, role } = scene
    const { bookings: collection, isExclusive, isSmall } = schedule
    const scope = scopeOf(schedule, collection, { of, slots: slots ?? [], isAll: slots === undefined })
    if (!scope) return skipped
    const isOfOne = scope.path !== collection.list
    const isWhole = slots !== undefined || isOfOne || isExclusive
    if (!(isWhole || isSmall)) return skipped

    const zone = zoneOf(person)
    const span = exact ? scope.objects[0]?.span : undefined
    const from = min && filterTime(min, zone, span?.start)
    const until = max && filterTime(max, zone, span?.end)
    const matching = scope.objects.filter(({ span }) => span && isWithin(span, from, until))
    // Filters may be refused in the form with a blank, which the document mentions only for bookings.
    const isNamed = ![from, until].some(time => time?.text.includes(' '))
    await readList(scene, {
      collection,
      path: scope.path,
      query: {
        ...scope.query,
        ...(from && { time_min: from.text }),
        ...(until && { time_max: until.text }),
      },
      page,
      matching,
      isWhole,
      rule: from ? 'FILT-01' : until ? 'FILT-03' : slots ? 'LIST-21' : isOfOne ? 'BKG-30' : 'BKG-28',
      fields,
      expected: offset => mayRead(role, isNamed ? unlessBeyond(offset, matching, 'BKG-28') : {}),
    })
  },
})

/** A time for a filter: the chosen one, or an instant written in the chosen form. */
const filterTime = ({ form, day, half }: Period, zone: string, instant: number | undefined) =>
  formatTime(instant === undefined ? wallDay(day) + half * halfHour : wallOf(instant, form, zone), form, zone)

type Bound = { instant: number } | undefined

/** Section 4.2: starts at `time_min` or later, and ends before `time_max`. */
const isWithin = ({ start, end }: Span, from: Bound, until: Bound) =>
  (!from || start >= from.instant) && (!until || end < until.instant)

export const listSteps = [listResources, listBookings]
