import { accepted, type Check, same } from '../../runner/index.js'
import { allGone, emptyOfBookings, unaffected } from './outcome.js'
import { confined, escalated, onEachScope, spare, stage } from './scopes.js'

const listedOnly = onEachScope(
  'BULK-04',
  {
    title: objects => `a bulk delete of ${objects} with ids deletes only the listed ones`,
    place: confined,
    after: escalated('BULK-04'),
    canaryFor: 'DELETE',
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 2 })

    const reply = await context.owner.delete(path, { ids })

    accepted(reply)
    await allGone(context.owner, path, listed)
    await unaffected(reply, ...rest)
  },
)

const zeroWithIds = onEachScope(
  'BULK-08',
  {
    title: objects => `a bulk delete of ${objects} with all=0 and ids deletes the listed ones and no others`,
    place: confined,
    danger: scope => (scope.key === 'resource-bookings' ? 'own' : 'guard'),
    after: escalated('BULK-08', 'BULK-15.delete'),
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 2 })

    const reply = await context.owner.delete(path, { all: 0, ids })

    accepted(reply)
    await allGone(context.owner, path, listed)
    await unaffected(reply, ...rest)
  },
)

const whole = onEachScope(
  'BULK-05',
  {
    title: objects => `a bulk delete of ${objects} with all=1 deletes all of them`,
    place: spare,
    danger: scope => (scope.key === 'resource-bookings' ? 'guard' : 'wipe'),
    after: scope => (scope.key === 'resource-bookings' ? 'BULK-15.delete' : `BULK-16.${scope.key}`),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    if (scope.key === 'resources') await emptyOfBookings(context)
    const { path, all } = await stage(context, scope, schedule, { listed: 3 })

    const reply = await owner.delete(path, { all: 1 })

    accepted(reply)
    await allGone(owner, path, all)
    const left = await owner.all(path)
    same(
      left.map(({ id }) => id),
      [],
      `the ids that are still listed by ${path} after a bulk delete of all`,
      reply,
    )
  },
)

export const bulkDeleteChecks: readonly Check[] = [...listedOnly, ...whole, ...zeroWithIds]
