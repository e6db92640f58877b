import fc from 'fast-check'
import { described } from '../runner/assertions.js'
import type { Reply } from '../runner/exchange.js'
import { isObject, type JsonObject } from '../runner/json.js'
import { mayAdminister } from './access.js'
import { apply, readBack, recordCreated } from './changes.js'
import { page as pageChoice, principalSlot, principalSlots, rarely, someOf, where, who } from './choices.js'
import { assertOutcome, compare, objectIn } from './comparison.js'
import { compareList, followPages, unlessBeyond } from './listing.js'
import { scene } from './resource-steps.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot, severalOf } from './targeting.js'
import { type Expectation, type ModelSchedule, markDeleted, type Principal, type World } from './world.js'

const userRole = fc.constantFrom('editor', 'viewer')
const spot = { who, at: where }

/** Whether an address may be added. Who has no account may need an invitation, and limits may be reached. */
function mayBeAdded(world: World, { person }: Principal): Expectation {
  if (!person) return {}
  if (person.settings.allow_collaboration !== true) return { acceptBreaks: 'PERM-20' }
  const slot = world.principals.findIndex(principal => principal.person === person)
  const elsewhere = world.schedules.some(({ collaborators }) => collaborators.objects.has(slot))
  return elsewhere && (person.limit ?? 0) < 100 ? {} : { refuseBreaks: 'COL-21' }
}

const add = stepKind({
  name: 'add collaborator',
  weight: 5,
  data: fc.record({
    ...spot,
    slot: principalSlot,
    userRole: fc.constantFrom('editor', 'viewer', undefined),
    isWrong: rarely(fc.constant(true), 16),
  }),
  take(world, { slot, userRole, isWrong, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const free = emptySlot(schedule.collaborators, slot, world.principals.length)
    const principal = free === undefined ? undefined : world.principals[free]
    if (free === undefined || !principal) return undefined
    return async () => {
      const members = { email: principal.email, ...(userRole && { user_role: userRole }) }
      const body: JsonObject = isWrong ? { ...members, user_role: 'admin' } : members
      const valid = isWrong ? { acceptBreaks: 'COL-10' } : mayBeAdded(world, principal)
      const reply = await actor.post(schedule.collaborators.list, body)
      if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-03'))) return
      recordCreated(
        world,
        { collection: schedule.collaborators, slot: free, schedule: schedule.paths.id },
        reply,
        {
          sent: body,
        },
      )
    }
  },
})

/** One collaborator, there or gone. */
function one({ collaborators }: ModelSchedule, slot: number) {
  const aim = aimAt(collaborators, slot)
  return aim && { object: aim.object, path: `${collaborators.list}/${aim.id}` }
}

const update = stepKind({
  name: 'update collaborator',
  weight: 4,
  data: fc.record({ ...spot, slot: principalSlot, userRole, isWrong: rarely(fc.constant(true), 16) }),
  take(world, { slot, userRole, isWrong, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const found = one(schedule, slot)
    if (!found) return undefined
    const { object, path } = found
    return async () => {
      const body = { user_role: isWrong ? 'owner' : userRole }
      const reply = await actor.put(path, body)
      const valid = !object ? {} : isWrong ? { acceptBreaks: 'COL-10' } : { refuseBreaks: 'COL-22' }
      if (assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-04')) && object) {
        apply({ object, members: body }, 'COL-22')
      }
    }
  },
})

const updateSeveral = stepKind({
  name: 'update collaborators',
  weight: 2,
  data: fc.record({ ...spot, slots: someOf(principalSlots), userRole, isAll: rarely(fc.constant(true), 4) }),
  take(world, { slots, userRole, isAll, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const several = some(schedule, slots, isAll)
    if (!several) return undefined
    return async () => {
      const reply = await actor.put(schedule.collaborators.list, { user_role: userRole }, several.query)
      const valid: Expectation = several.objects.length > 0 ? { refuseBreaks: 'BULK-01' } : {}
      if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-05'))) return
      for (const object of several.objects) apply({ object, members: { user_role: userRole } }, 'BULK-03')
    }
  },
})

function some({ collaborators, isExclusive }: ModelSchedule, slots: readonly number[], isAll = false) {
  const all = [...collaborators.objects.values()]
  if (isAll) return isExclusive ? { query: {}, objects: all, isAll } : undefined
  const objects = severalOf(all, slots)
  return objects.length > 0 ? { query: { ids: objects.map(({ id }) => id) }, objects, isAll } : undefined
}

const remove = stepKind({
  name: 'delete collaborator',
  weight: 4,
  data: fc.record({ ...spot, slot: principalSlot, isOwn: fc.boolean() }),
  take(world, { slot, isOwn, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const own = world.principals.findIndex(principal => principal.person === person)
    const found = one(schedule, isOwn && schedule.collaborators.objects.has(own) ? own : slot)
    if (!found) return undefined
    const { object, path } = found
    return async () => {
      const reply = await actor.delete(path)
      const isTheirs = object !== undefined && object.slot === own
      const valid: Expectation = object ? { refuseBreaks: isTheirs ? 'PERM-08' : 'COL-23' } : {}
      const right = isTheirs ? valid : mayAdminister(role, valid, 'PERM-07')
      if (assertOutcome(world, reply, right) && object) markDeleted(schedule.collaborators, object)
    }
  },
})

const removeSeveral = stepKind({
  name: 'delete collaborators',
  weight: 1,
  data: fc.record({ ...spot, slots: someOf(principalSlots), isAll: rarely(fc.constant(true), 4) }),
  take(world, { slots, isAll, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const several = some(schedule, slots, isAll)
    if (!several) return undefined
    return async () => {
      const query = several.isAll ? { all: 1 } : several.query
      const reply = await actor.delete(schedule.collaborators.list, query)
      const valid: Expectation =
        several.objects.length > 0 ? { refuseBreaks: several.isAll ? 'BULK-05' : 'BULK-04' } : {}
      if (assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-06'))) {
        for (const object of several.objects) markDeleted(schedule.collaborators, object)
      } else if (role === 'owner') {
        const changes = several.objects.map(object => ({ object, members: {} }))
        await readBack(world, schedule.collaborators, changes, 'BULK-17')
      }
    }
  },
})

const read = stepKind({
  name: 'read collaborator',
  weight: 2,
  data: fc.record({ ...spot, slot: principalSlot }),
  take(world, { slot, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const found = one(schedule, slot)
    if (!found) return undefined
    const { object, path } = found
    return async () => {
      const reply = await actor.get(path)
      const valid = object ? { refuseBreaks: 'COL-21' } : { acceptBreaks: 'COL-23' }
      if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-02')) || !object) return
      const read = objectIn(world, reply)
      if (!read) return
      compare(world, object, read, { reader: person, reply })
      compareUser(world, read, world.principals[object.slot], reply)
    }
  },
})

const list = stepKind({
  name: 'list collaborators',
  weight: 3,
  data: fc.record({
    ...spot,
    slots: fc.option(someOf(principalSlots), { nil: undefined, freq: 2 }),
    page: pageChoice,
  }),
  take(world, { slots, page, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const collection = schedule.collaborators
    const several = slots && some(schedule, slots)
    if (slots && !several) return undefined
    const isWhole = several !== undefined || schedule.isExclusive
    if (!(isWhole || schedule.isSmall)) return undefined
    return async () => {
      const limit = isWhole ? page.limit : 0
      const offset = limit > 0 ? page.offset : 0
      const reply = await actor.get(collection.list, {
        ...several?.query,
        ...(limit !== 20 && { limit }),
        ...(offset > 0 && { offset }),
      })
      const matching = several?.objects ?? [...collection.objects.values()]
      const valid = unlessBeyond(offset, matching, 'COL-21')
      if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-01'))) return
      const rule = several ? 'LIST-21' : 'COL-21'
      const listed = { reader: person, collection, matching, isWhole, rule, limit, offset }
      const first = compareList(world, reply, listed)
      if (page.isFollowed && first) await followPages(world, { actor, first, ...listed })
    }
  },
})

/** `user` of a collaborator: there for accounts only, with what these are called now. */
export function compareUser(
  world: World,
  read: JsonObject,
  principal: Principal | undefined,
  reply: Reply,
): void {
  const { user } = read
  const problem = (rule: string, message: string, expected: unknown) =>
    world.differ(rule, {
      message: `${message}: ${described(reply)}`,
      expected,
      actual: user ?? 'not there',
      replies: [reply],
    })
  const settings = principal?.person?.settings
  if (!settings) {
    if (user !== undefined)
      problem('COL-15', 'user must be absent where an address has no account', 'no user')
    return
  }
  const expected = { firstname: settings.firstname, lastname: settings.lastname }
  if (!isObject(user)) problem('COL-16', 'user must be there for an account', expected)
  else if (user.firstname !== expected.firstname || user.lastname !== expected.lastname) {
    problem('COL-18', 'user must have the names that the account has', expected)
  }
}

export const collaboratorSteps = [add, update, updateSeveral, remove, removeSeveral, read, list]
