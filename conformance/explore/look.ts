import fc from 'fast-check'
import { me } from '../runner/paths.js'
import { mayRead, roleOf } from './access.js'
import { compareSettings, mayTry, tryPassword } from './account-steps.js'
import { compareUser } from './collaborator-steps.js'
import { assertOutcome, kindRules, objectIn } from './comparison.js'
import { compareList } from './listing.js'
import { stepKind } from './step.js'
import { bookingsOf, type ModelCollection, type ModelSchedule, type World } from './world.js'

/** Verifies the whole state: all lists, all accounts, and whether those who may read can. */
export async function lookAtAll(world: World): Promise<void> {
  for (const schedule of world.schedules) {
    if (![schedule.resources, schedule.bookings, schedule.collaborators].some(isUsed)) continue
    await lookAtCollection(world, schedule, schedule.resources)
    await lookAtCollection(world, schedule, schedule.bookings)
    await lookAtResources(world, schedule)
    await lookAtCollection(world, schedule, schedule.collaborators)
    // One of those who never had access is enough.
    const people = world.people.slice(1)
    const hadPart = people.filter((_, slot) => isSlotUsed(schedule.collaborators, slot))
    const stranger = people.findLast(person => !hadPart.includes(person))
    for (const person of stranger ? [...hadPart, stranger] : hadPart) {
      const role = roleOf(person, schedule, world.principals)
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

/** The bookings of each resource, where it has or had any. */
async function lookAtResources(world: World, schedule: ModelSchedule): Promise<void> {
  const { owner } = world
  if (!isUsed(schedule.bookings)) return
  for (const resource of schedule.resources.objects.values()) {
    const path = `${schedule.resources.list}/${resource.id}/bookings`
    const reply = await world.observer(owner).get(path, { limit: 0 })
    if (!assertOutcome(world, reply, { refuseBreaks: 'BKG-30' })) continue
    compareList(world, reply, {
      reader: owner,
      collection: schedule.bookings,
      matching: bookingsOf(schedule, resource),
      isWhole: true,
      rule: 'BKG-30',
      limit: 0,
      offset: 0,
    })
  }
}

async function lookAtCollection(
  world: World,
  schedule: ModelSchedule,
  collection: ModelCollection,
): Promise<void> {
  const { owner } = world
  const matching = [...collection.objects.values()]
  const isListed = schedule.isExclusive || schedule.isSmall
  if (!isListed && matching.length === 0) return
  const query = { limit: 0, ...(!isListed && { ids: matching.map(({ id }) => id) }) }
  const reply = await world.observer(owner).get(collection.list, query)
  const rule = kindRules[collection.kind].read
  if (!assertOutcome(world, reply, { refuseBreaks: rule })) return
  const isWhole = schedule.isExclusive || !isListed
  const page = compareList(world, reply, {
    reader: owner,
    collection,
    matching,
    isWhole,
    rule,
    limit: 0,
    offset: 0,
  })
  if (!page || collection.kind !== 'collaborator') return
  for (const item of page.items) {
    const object = matching.find(({ id }) => id === item.id)
    if (object) compareUser(world, item, world.principals[object.slot], reply)
  }
}

export const lookSteps = [stepKind({ name: 'look at all', weight: 1, data: fc.record({}), take: lookAtAll })]
