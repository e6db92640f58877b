import fc from 'fast-check'
import { described } from '../runner/assertions.js'
import { isObject, type JsonObject } from '../runner/json.js'
import type { Reply } from '../runner/reply.js'
import { mayAdminister } from './access.js'
import { page as pageChoice, partySlot, partySlots, rarely, someOf, where, who } from './choices.js'
import { compare, objectIn } from './comparison.js'
import { compareList, unlessBeyond } from './listing.js'
import { followPages } from './pages.js'
import { scene } from './resource-steps.js'
import { settle } from './settle.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot, severalOf } from './targeting.js'
import { apply, lookAgain, shelve } from './things.js'
import { bury, type Expectation, type Party, type Place, type World } from './world.js'

const role = fc.constantFrom('editor', 'viewer')
const spot = { who, at: where }

/** Whether an address may be added. Who has no account may need an invitation, and limits may be reached. */
function mayBeAdded(world: World, { person }: Party): Expectation {
  if (!person) return {}
  if (person.settings.allow_collaboration !== true) return { acceptBreaks: 'PERM-20' }
  const slot = world.parties.findIndex(party => party.person === person)
  const elsewhere = world.places.some(({ collaborators }) => collaborators.things.has(slot))
  return elsewhere && (person.limit ?? 0) < 100 ? {} : { refuseBreaks: 'COL-21' }
}

const add = stepKind({
  name: 'add collaborator',
  weight: 5,
  data: fc.record({
    ...spot,
    slot: partySlot,
    role: fc.constantFrom('editor', 'viewer', undefined),
    isWrong: rarely(fc.constant(true), 16),
  }),
  take(world, { slot, role, isWrong, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const free = emptySlot(place.collaborators, slot, world.parties.length)
    const party = free === undefined ? undefined : world.parties[free]
    if (free === undefined || !party) return undefined
    return async () => {
      const members = { email: party.email, ...(role && { user_role: role }) }
      const body: JsonObject = isWrong ? { ...members, user_role: 'admin' } : members
      const valid = isWrong ? { acceptBreaks: 'COL-10' } : mayBeAdded(world, party)
      const reply = await actor.post(place.collaborators.list, body)
      if (!settle(world, reply, mayAdminister(standing, valid, 'PERM-03'))) return
      shelve(world, { shelf: place.collaborators, slot: free, schedule: place.schedule.id }, reply, {
        sent: body,
      })
    }
  },
})

/** One collaborator, there or gone. */
function one({ collaborators }: Place, slot: number) {
  const aim = aimAt(collaborators, slot)
  return aim && { thing: aim.thing, path: `${collaborators.list}/${aim.id}` }
}

const update = stepKind({
  name: 'update collaborator',
  weight: 4,
  data: fc.record({ ...spot, slot: partySlot, role, isWrong: rarely(fc.constant(true), 16) }),
  take(world, { slot, role, isWrong, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const found = one(place, slot)
    if (!found) return undefined
    const { thing, path } = found
    return async () => {
      const body = { user_role: isWrong ? 'owner' : role }
      const reply = await actor.put(path, body)
      const valid = !thing ? {} : isWrong ? { acceptBreaks: 'COL-10' } : { refuseBreaks: 'COL-22' }
      if (settle(world, reply, mayAdminister(standing, valid, 'PERM-04')) && thing) {
        apply({ thing, members: body }, 'COL-22')
      }
    }
  },
})

const updateSeveral = stepKind({
  name: 'update collaborators',
  weight: 2,
  data: fc.record({ ...spot, slots: someOf(partySlots), role, isAll: rarely(fc.constant(true), 4) }),
  take(world, { slots, role, isAll, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const several = some(place, slots, isAll)
    if (!several) return undefined
    return async () => {
      const reply = await actor.put(place.collaborators.list, { user_role: role }, several.query)
      const valid: Expectation = several.things.length > 0 ? { refuseBreaks: 'BULK-01' } : {}
      if (!settle(world, reply, mayAdminister(standing, valid, 'PERM-05'))) return
      for (const thing of several.things) apply({ thing, members: { user_role: role } }, 'BULK-03')
    }
  },
})

function some({ collaborators, isOurs }: Place, slots: readonly number[], isAll = false) {
  const all = [...collaborators.things.values()]
  if (isAll) return isOurs ? { query: {}, things: all, isAll } : undefined
  const things = severalOf(all, slots)
  return things.length > 0 ? { query: { ids: things.map(({ id }) => id) }, things, isAll } : undefined
}

const remove = stepKind({
  name: 'delete collaborator',
  weight: 4,
  data: fc.record({ ...spot, slot: partySlot, isOwn: fc.boolean() }),
  take(world, { slot, isOwn, ...at }) {
    const { place, person, actor, standing } = scene(world, at)
    const own = world.parties.findIndex(party => party.person === person)
    const found = one(place, isOwn && place.collaborators.things.has(own) ? own : slot)
    if (!found) return undefined
    const { thing, path } = found
    return async () => {
      const reply = await actor.delete(path)
      const isTheirs = thing !== undefined && thing.slot === own
      const valid: Expectation = thing ? { refuseBreaks: isTheirs ? 'PERM-08' : 'COL-23' } : {}
      const right = isTheirs ? valid : mayAdminister(standing, valid, 'PERM-07')
      if (settle(world, reply, right) && thing) bury(place.collaborators, thing)
    }
  },
})

const removeSeveral = stepKind({
  name: 'delete collaborators',
  weight: 1,
  data: fc.record({ ...spot, slots: someOf(partySlots), isAll: rarely(fc.constant(true), 4) }),
  take(world, { slots, isAll, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const several = some(place, slots, isAll)
    if (!several) return undefined
    return async () => {
      const query = several.isAll ? { all: 1 } : several.query
      const reply = await actor.delete(place.collaborators.list, query)
      const valid: Expectation =
        several.things.length > 0 ? { refuseBreaks: several.isAll ? 'BULK-05' : 'BULK-04' } : {}
      if (settle(world, reply, mayAdminister(standing, valid, 'PERM-06'))) {
        for (const thing of several.things) bury(place.collaborators, thing)
      } else if (standing === 'owner') {
        const changes = several.things.map(thing => ({ thing, members: {} }))
        await lookAgain(world, place.collaborators, changes, 'BULK-17')
      }
    }
  },
})

const read = stepKind({
  name: 'read collaborator',
  weight: 2,
  data: fc.record({ ...spot, slot: partySlot }),
  take(world, { slot, ...at }) {
    const { place, person, actor, standing } = scene(world, at)
    const found = one(place, slot)
    if (!found) return undefined
    const { thing, path } = found
    return async () => {
      const reply = await actor.get(path)
      const valid = thing ? { refuseBreaks: 'COL-21' } : { acceptBreaks: 'COL-23' }
      if (!settle(world, reply, mayAdminister(standing, valid, 'PERM-02')) || !thing) return
      const object = objectIn(world, reply)
      if (!object) return
      compare(world, thing, object, { reader: person, reply })
      compareUser(world, object, world.parties[thing.slot], reply)
    }
  },
})

const list = stepKind({
  name: 'list collaborators',
  weight: 3,
  data: fc.record({
    ...spot,
    slots: fc.option(someOf(partySlots), { nil: undefined, freq: 2 }),
    page: pageChoice,
  }),
  take(world, { slots, page, ...at }) {
    const { place, person, actor, standing } = scene(world, at)
    const shelf = place.collaborators
    const several = slots && some(place, slots)
    if (slots && !several) return undefined
    const isWhole = several !== undefined || place.isOurs
    if (!(isWhole || place.isSmall)) return undefined
    return async () => {
      const limit = isWhole ? page.limit : 0
      const offset = limit > 0 ? page.offset : 0
      const reply = await actor.get(shelf.list, {
        ...several?.query,
        ...(limit !== 20 && { limit }),
        ...(offset > 0 && { offset }),
      })
      const matching = several?.things ?? [...shelf.things.values()]
      const valid = unlessBeyond(offset, matching, 'COL-21')
      if (!settle(world, reply, mayAdminister(standing, valid, 'PERM-01'))) return
      const rule = several ? 'LIST-21' : 'COL-21'
      const listed = { reader: person, shelf, matching, isWhole, rule, limit, offset }
      const first = compareList(world, reply, listed)
      if (page.isFollowed && first) await followPages(world, { actor, first, ...listed })
    }
  },
})

/** `user` of a collaborator: there for accounts only, with what these are called now. */
export function compareUser(world: World, read: JsonObject, party: Party | undefined, reply: Reply): void {
  const { user } = read
  const problem = (rule: string, message: string, expected: unknown) =>
    world.differ(rule, {
      message: `${message}: ${described(reply)}`,
      expected,
      actual: user ?? 'not there',
      replies: [reply],
    })
  const settings = party?.person?.settings
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
