import fc from 'fast-check'
import { mayRead, standingOf } from './access.js'
import { compareSettings, mayTry, tryPassword } from './account-steps.js'
import { compareUser } from './collaborator-steps.js'
import { objectIn } from './comparison.js'
import { compareList } from './listing.js'
import { settle } from './settle.js'
import { stepKind } from './step.js'
import { bookingsOf, type Place, type Shelf, type World } from './world.js'

/** Looks at everything there is: all lists, all accounts, and whether those who may read can. */
export async function lookAtAll(world: World): Promise<void> {
  for (const place of world.places) {
    if (![place.resources, place.bookings, place.collaborators].some(isUsed)) continue
    await lookAtShelf(world, place, place.resources)
    await lookAtShelf(world, place, place.bookings)
    await lookAtResources(world, place)
    await lookAtShelf(world, place, place.collaborators)
    // Of those who never had a part in it one is enough.
    const people = world.people.slice(1)
    const hadPart = people.filter((_, slot) => isSlotUsed(place.collaborators, slot))
    const stranger = people.findLast(person => !hadPart.includes(person))
    for (const person of stranger ? [...hadPart, stranger] : hadPart) {
      const standing = standingOf(person, place, world.parties)
      const reply = await world.looker(person).get(place.resources.list, { limit: 1 })
      settle(world, reply, mayRead(standing, { refuseBreaks: 'RES-38' }))
    }
  }
  for (const person of world.people) {
    if (person.current > 0 && mayTry(person, 0)) await tryPassword(world, person, 0)
    const reply = await world.looker(person).get('/v1/users/me')
    if (!settle(world, reply, { refuseBreaks: person.current > 0 ? 'USER-36' : 'AUTH-01' })) continue
    const object = objectIn(world, reply)
    if (object) compareSettings(world, person, object, reply)
  }
}

const isUsed = ({ things, dead }: Shelf) => things.size + dead.size > 0
const isSlotUsed = ({ things, dead }: Shelf, slot: number) => things.has(slot) || dead.has(slot)

/** The bookings of each resource, where it has or had any. */
async function lookAtResources(world: World, place: Place): Promise<void> {
  const [owner] = world.people
  if (!owner || !isUsed(place.bookings)) return
  for (const resource of place.resources.things.values()) {
    const path = `${place.resources.list}/${resource.id}/bookings`
    const reply = await world.looker(owner).get(path, { limit: 0 })
    if (!settle(world, reply, { refuseBreaks: 'BKG-30' })) continue
    compareList(world, reply, {
      reader: owner,
      shelf: place.bookings,
      matching: bookingsOf(place, resource),
      isWhole: true,
      rule: 'BKG-30',
      limit: 0,
      offset: 0,
    })
  }
}

const there = { resource: 'RES-38', booking: 'BKG-28', collaborator: 'COL-21' } as const

async function lookAtShelf(world: World, place: Place, shelf: Shelf): Promise<void> {
  const [owner] = world.people
  const matching = [...shelf.things.values()]
  const isListed = place.isOurs || place.isSmall
  if (!owner || (!isListed && matching.length === 0)) return
  const query = { limit: 0, ...(!isListed && { ids: matching.map(({ id }) => id) }) }
  const reply = await world.looker(owner).get(shelf.list, query)
  const rule = there[shelf.kind]
  if (!settle(world, reply, { refuseBreaks: rule })) return
  const isWhole = place.isOurs || !isListed
  const page = compareList(world, reply, {
    reader: owner,
    shelf,
    matching,
    isWhole,
    rule,
    limit: 0,
    offset: 0,
  })
  if (!page || shelf.kind !== 'collaborator') return
  for (const item of page.items) {
    const thing = matching.find(({ id }) => id === item.id)
    if (thing) compareUser(world, item, world.parties[thing.slot], reply)
  }
}

export const lookSteps = [
  stepKind({ name: 'look at all', weight: 1, data: fc.record({}), take: world => () => lookAtAll(world) }),
]
