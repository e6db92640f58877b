import {
  accepted,
  type Check,
  type Context,
  isSame,
  type JsonObject,
  type Made,
  now,
  type Reply,
} from '../../runner/index.js'
import { allChanged, allGone, unaffected, unknownId } from './outcome.js'
import {
  afterDeleteByIds,
  afterUpdateByIds,
  confined,
  escalated,
  home,
  onEachScope,
  type Scope,
  stage,
} from './scopes.js'

const isWithin = (scope: Scope) => (scope.key === 'resource-bookings' ? 'own' : 'guard')

const mixedUpdate = onEachScope(
  'BULK-17.update',
  {
    title: objects => `a bulk update of ${objects} with a known and an unknown id leaves the unlisted ones`,
    place: home,
    level: 'must',
    after: escalated('BULK-17.update', 'BULK-01.resource-bookings'),
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })
    const unknown = await unknownId(context, listed[0] as Made)
    const change = scope.change(context)

    const reply = await context.owner.put(path, change, { ids: [...ids, unknown] })

    await unaffected(reply, ...rest)
    const affected = []
    for (const made of listed) if (hasAll(await now(made), change)) affected.push(made)
    report(context, `update of ${scope.objects}`, reply, affected.length, listed.length)
  },
)

const hasAll = (object: JsonObject, members: JsonObject) =>
  Object.entries(members).every(([name, value]) => isSame(object[name], value))

const mixedDelete = onEachScope(
  'BULK-17.delete',
  {
    title: objects => `a bulk delete of ${objects} with a known and an unknown id leaves the unlisted ones`,
    place: home,
    level: 'must',
    after: escalated('BULK-17.delete', 'BULK-04.resource-bookings'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })
    const unknown = await unknownId(context, listed[0] as Made)

    const reply = await owner.delete(path, { ids: [...ids, unknown] })

    await unaffected(reply, ...rest)
    const affected = []
    for (const made of listed) if (!(await owner.get(made.path)).ok) affected.push(made)
    report(context, `delete of ${scope.objects}`, reply, affected.length, listed.length)
  },
)

/** All of the known ones and an answer of success, or none and a refusal; anything else is a warning. */
function report(context: Context, request: string, reply: Reply, affected: number, known: number): void {
  if (reply.ok && affected === known) {
    context.observe(`A bulk ${request} ignores an unknown id among known ones.`, reply)
  } else if (!reply.ok && affected === 0) {
    context.observe(`A bulk ${request} is refused as a whole for an unknown id among known ones.`, reply)
  } else {
    const answer = reply.ok ? 'accepted' : 'refused'
    context.warn(
      `A bulk ${request} with an unknown id was ${answer}, and ${affected} of the ${known} known ones were affected: ` +
        'it should be all of them where it is accepted and none where it is refused',
      reply,
    )
  }
}

const twiceUpdated = onEachScope(
  'BULK-18.update',
  {
    title: objects => `an id that is listed twice in a bulk update of ${objects} counts once`,
    place: home,
    after: afterUpdateByIds,
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })
    const change = scope.change(context)

    const reply = await context.owner.put(path, change, { ids: [...ids, ...ids] })

    accepted(reply)
    await allChanged(listed, change)
    await unaffected(reply, ...rest)
  },
)

const twiceDeleted = onEachScope(
  'BULK-18.delete',
  {
    title: objects => `an id that is listed twice in a bulk delete of ${objects} counts once`,
    place: home,
    after: afterDeleteByIds,
  },
  async (context, scope, schedule) => {
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })

    const reply = await context.owner.delete(path, { ids: [...ids, ...ids] })

    accepted(reply)
    await allGone(context.owner, path, listed)
    await unaffected(reply, ...rest)
  },
)

/** Texts that begin with ids and are none. */
const malformed = ([one, other]: readonly Made[]) => [
  `${one?.id}abc`,
  `${one?.id}.5`,
  `${one?.id}abc,${other?.id}abc`,
  `${one?.id};${other?.id}`,
  `${one?.id}-${other?.id}`,
]

const malformedUpdate = onEachScope(
  'BULK-20.update',
  {
    title: objects => `a bulk update of ${objects} never takes the beginning of a malformed id for an id`,
    place: confined,
    danger: isWithin,
    after: escalated('BULK-20.update', 'BULK-15.update'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })
    const change = scope.change(context)

    for (const text of malformed(listed)) {
      const reply = await owner.put(path, change, { ids: text })
      await unaffected(reply, ...listed, ...rest)
    }

    accepted(await owner.put(path, change, { ids }), 'the same with well-formed ids')
    await allChanged(listed, change)
  },
)

const malformedDelete = onEachScope(
  'BULK-20.delete',
  {
    title: objects => `a bulk delete of ${objects} never takes the beginning of a malformed id for an id`,
    place: confined,
    danger: isWithin,
    after: escalated('BULK-20.delete', 'BULK-15.delete'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, listed, rest } = await stage(context, scope, schedule, { listed: 2, rest: 1 })

    for (const text of malformed(listed)) {
      const reply = await owner.delete(path, { ids: text })
      await unaffected(reply, ...listed, ...rest)
    }

    accepted(await owner.delete(path, { ids }), 'the same with well-formed ids')
    await allGone(owner, path, listed)
  },
)

export const bulkIdsChecks: readonly Check[] = [
  ...mixedUpdate,
  ...mixedDelete,
  ...twiceUpdated,
  ...twiceDeleted,
  ...malformedUpdate,
  ...malformedDelete,
]
