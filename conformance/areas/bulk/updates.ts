import {
  accepted,
  type Check,
  check,
  described,
  isSame,
  type JsonObject,
  now,
  refused,
  same,
} from '../../runner/index.js'
import { timesAre } from '../bookings/booked.js'
import { allChanged, unaffected } from './outcome.js'
import { afterUpdateByIds, confined, escalated, home, onEachScope, spare, stage } from './scopes.js'

const listedOnly = onEachScope(
  'BULK-01',
  {
    title: objects => `a bulk update of ${objects} with ids changes only the listed ones`,
    place: confined,
    after: escalated('BULK-01'),
    canaryFor: 'PUT',
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 2 })
    const change = scope.change(context)

    const reply = await context.owner.put(path, change, { ids })

    accepted(reply)
    await allChanged(listed, change)
    await unaffected(reply, ...rest)
  },
)

const moved = { start: '2023-06-07T09:00:00Z', end: '2023-06-07T10:30:00Z' }

const times = check(
  'BULK-01.times',
  'a bulk update of start and end changes them in all bookings that are listed, with what else it has',
  { after: 'BULK-01.bookings' },
  async ({ owner, given, schedule, token }) => {
    // Each has a resource of its own: no two bookings of one are ever at the same time.
    const [first, second, rest] = await given.resources(3)
    const listed = [await given.booking(first), await given.booking(second)]
    const other = await given.booking(rest)
    const note = `Moved ${token}`

    const reply = await owner.put(schedule.bookings, { ...moved, note }, { ids: listed.map(({ id }) => id) })

    accepted(reply)
    for (const booking of listed) {
      const read = await now(booking)
      const what = `booking ${booking.id} after a bulk update of start and end`
      timesAre(read, { start_utc: moved.start, end_utc: moved.end }, what, reply)
      same(read.note, note, `note of ${what}`, reply)
    }
    await unaffected(reply, other)
  },
)

const partial = onEachScope(
  'BULK-03',
  {
    title: objects => `a bulk update of ${objects} changes only the members that it has`,
    place: home,
    after: afterUpdateByIds,
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, listed } = await stage(context, scope, schedule, { listed: 2, members: scope.full })
    const change = scope.change(context)
    const { otherChange } = scope

    accepted(await owner.put(path, change, { ids }))
    await allChanged(listed, change)

    accepted(await owner.put(path, otherChange, { ids }))
    await allChanged(listed, { ...change, ...otherChange })
  },
)

const wrongValues = onEachScope(
  'BULK-19',
  {
    title: objects => `a bulk update of ${objects} with a wrong value is refused, and none carries the value`,
    place: home,
    after: afterUpdateByIds,
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, listed } = await stage(context, scope, schedule, { listed: 2 })
    const companion = scope.key === 'collaborators' ? {} : scope.change(context)
    const applied: string[] = []

    for (const { wrong } of scope.values) {
      const reply = await owner.put(path, { ...companion, ...wrong }, { ids })
      refused(reply, `${described(reply)} with ${JSON.stringify(wrong)}`)
    }
    for (const made of listed) {
      const object = await now(made)
      for (const member of scope.values.flatMap(({ wrong }) => Object.keys(wrong))) {
        same(
          object[member],
          made.was[member],
          `${member} of ${made.kind} ${made.id} after refused bulk updates`,
        )
      }
      const taken = Object.keys(companion).filter(member => !isSame(object[member], made.was[member]))
      applied.push(...taken.map(member => `${member} of ${made.kind} ${made.id}`))
    }
    if (applied.length > 0) {
      context.warn(
        `A bulk update was refused for one member, and yet another was applied: ${applied.join(', ')}`,
      )
    }

    const rights = Object.assign({}, ...scope.values.map(({ right }) => right)) as JsonObject
    accepted(await owner.put(path, { ...companion, ...rights }, { ids }), 'a bulk update with right values')
    await allChanged(listed, { ...companion, ...rights })
  },
)

const whole = onEachScope(
  'BULK-02',
  {
    title: objects => `a bulk update without ids changes all ${objects}`,
    place: spare,
    danger: scope => (scope.key === 'resource-bookings' ? 'guard' : 'wipe'),
    after: scope => (scope.key === 'resource-bookings' ? 'BULK-15.update' : `BULK-16.${scope.key}`),
  },
  async (context, scope, schedule) => {
    const { path, all } = await stage(context, scope, schedule, { listed: 3 })
    const change = scope.change(context)

    const reply = await context.owner.put(path, change)

    accepted(reply)
    await allChanged(all, change)
    const others = (await context.owner.all(path)).filter(object =>
      Object.entries(change).some(([member, value]) => !isSame(object[member], value)),
    )
    same(
      others.map(({ id }) => id),
      [],
      `the ids of those in ${path} without ${JSON.stringify(change)} after a bulk update of all`,
      reply,
    )
  },
)

export const bulkUpdateChecks: readonly Check[] = [...listedOnly, times, ...partial, ...wrongValues, ...whole]
