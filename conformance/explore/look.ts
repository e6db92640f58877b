import fc from 'fast-check'
import { me } from '../http/paths.js'
import { compareSettings, mayTry, tryPassword } from './account-steps.js'
import { compareUser } from './collaborator-steps.js'
import { assertOutcome, kindRules, objectIn } from './comparison.js'
import { compareList, type Listed } from './listing.js'
import { mayRead, roleOf } from './scene.js'
import { stepKind } from './step.js'
import { bookingsOf, type ModelCollection, type ModelSchedule, type World } from './world.js'

/** Verifies the whole state: all lists, all accounts, and whether those with access can read. */
export async function lookAtAll(world: World): Promise<void> {
  for (const schedule of world.schedules) {
    if (![schedule.resources, schedule.bookings, schedule.collaborators].some(isUsed)) continue
    await lookAtCollection(world, schedule, schedule.resources)
    await lookAtCollection(world, schedule, schedule.bookings)
    await lookAtResources(world, schedule)
    await lookAtCollection(world, schedule, schedule.collaborators)
    // One person who never had access is enough.
    const people = world.people.slice(1)
    const hadPart = people.filter((_, slot) => isSlotUsed(schedule.collaborators, slot))
    const stranger = people.findLast(person => !hadPart.includes(person))
    for (const person of stranger ? [...hadPart, stranger] : hadPart) {
      const role = roleOf(person, schedule, world)
      const reply = await world.observer(person).get(schedule.resources.list, { limit: 1 })
      assertOutcome(world, reply, mayRead(role, { refuseBreaks: 'RES-38' }))
    }
  }
  for (const person of world.people) {
    if (person.current > 0 && mayTry(person, 0)) await tryPassword(world, person, 0)
    const reply = await world.observer(person).get(me)
    if (!assertOutcome(world, reply, { refuseBreaks: person.current > 0 ? 'USER-36' : 'AUTH-01' })) continue
    const read = objectIn(world, reply)
    if (read) compareSettings(world, person, read, reply)
  }
}

const isUsed = ({ objects, dead }: ModelCollection) => objects.size + dead.size > 0
const isSlotUsed = ({ objects, dead }: ModelCollection, slot: number) => objects.has(slot) || dead.has(slot)

/** Reads a whole list as the owner and compares it. */
async function lookAtList(
  world: World,
  listed: Pick<Listed, 'collection' | 'matching' | 'isWhole' | 'rule'>,
  { path = listed.collection.list, query = {} }: { path?: string; query?: { ids?: number[] } } = {},
) {
  const { owner } = world
  const reply = await world.observer(owner).get(path, { limit: 0, ...query })
  if (!assertOutcome(world, reply, { refuseBreaks: listed.rule })) return undefined
  const page = compareList(world, reply, { ...listed, reader: owner, limit: 0, offset: 0 })
  return page && { items: page.items, reply }
}

/** Verifies the bookings of each resource that has or had any. */
async function lookAtResources(world: World, schedule: ModelSchedule): Promise<void> {
  const { bookings: collection, resources } = schedule
  if (!isUsed(collection)) return
  for (const resource of resources.objects.values()) {
    const matching = bookingsOf(schedule, resource)
    const path = `${resources.list}/${resource.id}/bookings`
    await lookAtList(world, { collection, matching, isWhole: true, rule: 'BKG-30' }, { path })
  }
}

async function lookAtCollection(
  world: World,
  { isExclusive, isSmall }: ModelSchedule,
  collection: ModelCollection,
): Promise<void> {
  const matching = [...collection.objects.values()]
  const isListed = isExclusive || isSmall
  if (!isListed && matching.length === 0) return
  const rule = kindRules[collection.kind].read
  const query = isListed ? {} : { ids: matching.map(({ id }) => id) }
  const isWhole = isExclusive || !isListed
  const list = await lookAtList(world, { collection, matching, isWhole, rule }, { query })
  if (!list || collection.kind !== 'collaborator') return
  for (const item of list.items) {
    const object = matching.find(({ id }) => id === item.id)
    if (object) compareUser(world, item, world.principals[object.slot], list.reply)
  }
}

export const lookSteps = [stepKind({ name: 'look at all', weight: 1, data: fc.record({}), take: lookAtAll })]
