import {
  accepted,
  type Check,
  type Context,
  check,
  type Made,
  type Reply,
  type Schedule,
  unchanged,
  Violation,
} from '../../runner/index.js'
import { allChanged, allGone, emptyOfBookings, unaffected, worked } from './outcome.js'
import { onEachScope, type Scope, scheduleScopes, spare, stage } from './scopes.js'

const updateOfResource = check(
  'BULK-12',
  'a bulk update of the bookings of a resource without ids leaves those of other resources',
  { needs: ['spare schedule'] },
  async context => {
    const { owner, given, spare, token } = context
    const [one, other] = await given.resources(2, undefined, { in: spare })
    const mine = await given.bookings(one, 2)
    const theirs = await given.bookings(other, 2)
    const change = { title: `Changed ${token}` }

    const reply = await owner.put(one.bookings, change)

    accepted(reply)
    await unaffected(reply, ...theirs, one, other)
    await allChanged(mine, change)
  },
)

const deleteOfResource = check(
  'BULK-13',
  'a bulk delete of the bookings of a resource with all=1 leaves other bookings and the resource',
  { needs: ['spare schedule'] },
  async context => {
    const { owner, given, spare } = context
    const [one, other] = await given.resources(2, undefined, { in: spare })
    const mine = await given.bookings(one, 2)
    const theirs = await given.bookings(other, 2)

    const reply = await owner.delete(one.bookings, { all: 1 })

    accepted(reply)
    await unaffected(reply, ...theirs, one, other)
    await allGone(owner, one.bookings, mine)
  },
)

/** Two resources with bookings, and what was named through the wrong one of them. */
async function crossed({ given }: Context) {
  const [one, other] = await given.resources(2)
  const mine = await given.bookings(one, 2)
  const theirs = await given.bookings(other, 2)
  return { path: one.bookings, others: other.bookings, mine, theirs, ids: theirs.map(({ id }) => id) }
}

const updateAcrossResources = check(
  'BULK-15.update',
  'a bulk update of the bookings of a resource does not affect a listed booking of another resource',
  {},
  async context => {
    const { owner, token } = context
    const { path, others, mine, theirs, ids } = await crossed(context)
    const change = { title: `Changed ${token}` }

    const reply = await owner.put(path, change, { ids })

    await unaffected(reply, ...theirs, ...mine)
    accepted(await owner.put(others, change, { ids }), 'the same through the resource that has the bookings')
    await allChanged(theirs, change)
  },
)

const deleteAcrossResources = check(
  'BULK-15.delete',
  'a bulk delete of the bookings of a resource does not affect a listed booking of another resource',
  {},
  async context => {
    const { owner } = context
    const { path, others, mine, theirs, ids } = await crossed(context)

    const reply = await owner.delete(path, { ids })

    await unaffected(reply, ...theirs, ...mine)
    accepted(await owner.delete(others, { ids }), 'the same through the resource that has the bookings')
    await allGone(owner, others, theirs)
  },
)

const idsOfAnother = onEachScope(
  'BULK-16',
  {
    title: objects => `a bulk request for ${objects} does not affect listed ones of another schedule`,
    place: spare,
    needs: ['second schedule'],
    after: scope => (scope.key === 'resource-bookings' ? 'BULK-15.delete' : 'BULK-16.resource-bookings'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const own = await stage(context, scope, schedule, { listed: 2 })
    const elsewhere = await stage(context, scope, context[scope.home], { listed: 3 })
    const foreign = await unknownIn(context, schedule, elsewhere.all)
    const ids = foreign.map(({ id }) => id)
    const change = scope.change(context)

    const update = await owner.put(own.path, change, { ids })
    await unaffected(update, ...foreign, ...own.all)

    const deletion = await owner.delete(own.path, { ids })
    await unaffected(deletion, ...foreign, ...own.all)

    accepted(await owner.put(elsewhere.path, change, { ids }), 'the same update through the right schedule')
    await allChanged(foreign, change)
  },
)

/** The objects whose numbers no object of a schedule has: those of bookings are unique in their schedule only. */
async function unknownIn(context: Context, schedule: Schedule, objects: readonly Made[]): Promise<Made[]> {
  const foreign: Made[] = []
  for (const made of objects) {
    const path = made.path.replace(made.schedule.path, schedule.path)
    if (!(await context.owner.get(path)).ok) foreign.push(made)
  }
  if (foreign.length === 0) context.skip('Every id of one schedule can be read in the other one too.')
  return foreign
}

const wholeStaysInside = onEachScope(
  'BULK-14',
  {
    title: objects => `a bulk request for all ${objects} leaves those of other schedules`,
    place: spare,
    needs: ['second schedule'],
    scopes: scheduleScopes,
    after: scope => `BULK-16.${scope.key}`,
  },
  async (context, scope, schedule) => {
    const { owner } = context
    if (scope.key === 'resources') await emptyOfBookings(context)
    const own = await stage(context, scope, schedule, { listed: 1 })
    const others: Made[] = []
    for (const other of [context.schedule, context.second]) {
      others.push(...(await stage(context, scope, other, { listed: 2 })).all)
    }

    const update = await owner.put(own.path, scope.change(context))
    worked(update, 'BULK-02')
    await unaffected(update, ...others)

    const deletion = await owner.delete(own.path, { all: 1 })
    worked(deletion, 'BULK-05')
    await unaffected(deletion, ...others)
  },
)

const answered = (reply: Reply) => (reply.ok ? 'accepted' : 'refused')

const emptyScope = onEachScope(
  'BULK-21',
  {
    title: objects => `what a bulk request does where there are no ${objects} is told`,
    place: spare,
    danger: scope => (scope.key === 'resource-bookings' ? 'guard' : 'wipe'),
    after: scope => `BULK-05.${scope.key}`,
  },
  async (context, scope, schedule) => {
    const { owner } = context
    if (scope.key === 'resources') await emptyOfBookings(context)
    const { path } = await stage(context, scope, schedule, { listed: 1 })
    worked(await owner.delete(path, { all: 1 }), 'BULK-05')

    const update = await owner.put(path, scope.change(context))
    const deletion = await owner.delete(path, { all: 1 })

    context.observe(
      `Where there are no ${scope.objects}, a bulk update without ids is ${answered(update)}, ` +
        `and a bulk delete with all=1 is ${answered(deletion)}.`,
      update,
      deletion,
    )
  },
)

const emptyIds = onEachScope(
  'BULK-22',
  {
    title: objects => `what a bulk update of ${objects} with an empty ids does is told`,
    place: spare,
    // A right target may take an empty ids for none, and change all in scope.
    danger: scope => (scope.key === 'resource-bookings' ? 'guard' : 'wipe'),
    after: scope => (scope.key === 'resource-bookings' ? 'BULK-15.update' : `BULK-16.${scope.key}`),
  },
  async (context, scope, schedule) => {
    const { all, path } = await stage(context, scope, schedule, { listed: 2 })
    const change = scope.change(context)

    const reply = await context.owner.put(path, change, { ids: '' })

    context.observe(
      `A bulk update of ${scope.objects} with an empty ids is ${answered(reply)} and ${await effect(all, change)}.`,
      reply,
    )
  },
)

async function effect(all: readonly Made[], change: ReturnType<Scope['change']>): Promise<string> {
  try {
    await unchanged(...all)
    return 'changes nothing'
  } catch (error) {
    if (!(error instanceof Violation)) throw error
  }
  try {
    await allChanged(all, change)
    return 'changes all in scope'
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    return 'changes some of those in scope'
  }
}

export const bulkScopeChecks: readonly Check[] = [
  updateAcrossResources,
  deleteAcrossResources,
  updateOfResource,
  deleteOfResource,
  ...idsOfAnother,
  ...wholeStaysInside,
  ...emptyScope,
  ...emptyIds,
]
