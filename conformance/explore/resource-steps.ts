import fc from 'fast-check'
import type { JsonObject } from '../runner/json.js'
import { mayRead, mayWrite, standingOf } from './access.js'
import { rarely, resourceMembers, resourceName, resourceSlot, resourceSlots, where, who } from './choices.js'
import { compare, objectIn } from './comparison.js'
import type { Person } from './person.js'
import { fullName, nameIsFree, nameIsLeft, nameWasSent } from './resource-names.js'
import { settle } from './settle.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot } from './targeting.js'
import { apply, lookAgain, shelve } from './things.js'
import { bookingsOf, bury, type Place, type Thing, type World } from './world.js'
import { type WrongValue, wrongOfResource } from './wrong-values.js'

/** Who does something where, and how that stands there. */
export function scene(world: World, { who, at }: { who: number; at: number }) {
  const place = world.places[at % world.places.length]
  const person = world.people[who % world.people.length]
  if (!place || !person) throw new Error('A world has at least a place and a person.')
  return { place, person, actor: world.actor(person), standing: standingOf(person, place, world.parties) }
}

/** Members as they are sent, the name with the token. */
export const sentMembers = (
  world: World,
  { name, ...members }: { name?: string | undefined; [member: string]: unknown },
): JsonObject => ({
  ...(name !== undefined && { name: fullName(world, name) }),
  ...(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject),
})

export const withWrong = (body: JsonObject, wrong: WrongValue | undefined): JsonObject =>
  wrong ? { ...body, [wrong.member]: wrong.value } : body

const spot = { who, at: where, slot: resourceSlot }

const create = stepKind({
  name: 'create resource',
  weight: 5,
  data: fc.record({
    ...spot,
    name: resourceName,
    members: resourceMembers,
    wrong: rarely(wrongOfResource, 16),
  }),
  take(world, { slot, name: called, members, wrong, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const free = emptySlot(place.resources, slot, resourceSlots)
    if (free === undefined) return undefined
    return async () => {
      const sent = sentMembers(world, { ...members, name: called })
      const full = String(sent.name)
      const name = nameIsFree(world, place, full, { taken: 'UNIQ-01', free: 'RES-38' })
      const valid = wrong ? { acceptBreaks: wrong.rule } : name
      const reply = await actor.post(place.resources.list, withWrong(sent, wrong))
      const isAccepted = settle(world, reply, mayWrite(standing, valid))
      nameWasSent(world, full, name, isAccepted)
      if (!isAccepted) return
      shelve(world, { shelf: place.resources, slot: free, schedule: place.schedule.id }, reply, {
        sent: withWrong(sent, wrong),
      })
    }
  },
})

const fieldNames = fc.subarray(['name', 'note', 'color_bk', 'updated_at'], { minLength: 1 })

/** Reads an object by its id, or what was deleted: that must not be readable any more. */
export async function readOne(
  world: World,
  { path, thing, gone, person, place }: Reading,
  fields: readonly string[] | undefined,
): Promise<void> {
  const standing = standingOf(person, place, world.parties)
  const valid = thing ? { refuseBreaks: gone.read } : { acceptBreaks: gone.gone }
  const reply = await world.actor(person).get(path, fields ? { fields } : undefined)
  if (!settle(world, reply, mayRead(standing, valid)) || !thing) return
  const read = objectIn(world, reply)
  if (read) compare(world, thing, read, { reader: person, reply, fields })
}

interface Reading {
  readonly path: string
  readonly thing: Thing | undefined
  readonly gone: { readonly read: string; readonly gone: string }
  readonly person: Person
  readonly place: Place
}

const read = stepKind({
  name: 'read resource',
  weight: 4,
  data: fc.record({ ...spot, fields: rarely(fieldNames, 4) }),
  take(world, { slot, fields, ...at }) {
    const { place, person } = scene(world, at)
    const aim = aimAt(place.resources, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.resources
    const gone = { read: 'RES-38', gone: 'RES-43' }
    return () => readOne(world, { path: `${list}/${id}`, thing, gone, person, place }, fields)
  },
})

const update = stepKind({
  name: 'update resource',
  weight: 6,
  data: fc.record({ ...spot, members: resourceMembers, wrong: rarely(wrongOfResource, 12) }),
  take(world, { slot, members, wrong, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const aim = aimAt(place.resources, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.resources
    return async () => {
      const sent = sentMembers(world, members)
      const name = sent.name === undefined ? undefined : String(sent.name)
      const free =
        name === undefined || !thing
          ? { refuseBreaks: 'RES-40' }
          : nameIsFree(world, place, name, { self: thing, taken: 'UNIQ-02', free: 'RES-06' })
      const valid = wrong ? { acceptBreaks: wrong.rule } : free
      const body = withWrong(sent, wrong)
      const reply = await actor.put(`${list}/${id}`, body)
      if (!thing) {
        settle(world, reply, mayWrite(standing, { acceptBreaks: 'RES-45' }))
        return
      }
      const isAccepted = settle(world, reply, mayWrite(standing, valid))
      if (name !== undefined) {
        if (isAccepted && name !== thing.known.name) nameIsLeft(world, [thing], 'renamed')
        nameWasSent(world, name, free, isAccepted)
      }
      if (isAccepted) {
        apply({ thing, members: body }, 'RES-40')
      } else if (standing === 'owner' && Object.keys(body).length > 1) {
        const { name: _, ...others } = sent
        await lookAgain(world, place.resources, [{ thing, members: others }], 'RES-37')
      }
    }
  },
})

const remove = stepKind({
  name: 'delete resource',
  weight: 2,
  data: fc.record(spot),
  take(world, { slot, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const aim = aimAt(place.resources, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.resources
    return async () => {
      const booked = thing ? bookingsOf(place, thing) : []
      const valid = !thing ? { acceptBreaks: 'RES-45' } : booked.length > 0 ? {} : { refuseBreaks: 'RES-42' }
      const reply = await actor.delete(`${list}/${id}`)
      if (!settle(world, reply, mayWrite(standing, valid)) || !thing) return
      bury(place.resources, thing)
      nameIsLeft(world, [thing], 'deleted')
      await lookAfterBookings(world, place, booked)
    }
  },
})

/** Bookings of resources that were deleted: they may have gone with them, or not (section 3 is silent). */
export async function lookAfterBookings(world: World, place: Place, booked: readonly Thing[]): Promise<void> {
  const [owner] = world.people
  if (booked.length === 0 || !owner) return
  const query = { ids: booked.map(({ id }) => id), limit: 0 }
  const reply = await world.looker(owner).get(place.bookings.list, query)
  const left = reply.ok && Array.isArray(reply.data) ? reply.data.length : 0
  for (const thing of booked) bury(place.bookings, thing)
  // They are nobody's now: the model does not follow them.
  if (left > 0) {
    place.bookings.isLoose = true
    for (const thing of booked) place.bookings.dead.delete(thing.slot)
  }
}

const race = stepKind({
  name: 'create two resources at once',
  weight: 1,
  data: fc.record({ at: where, slot: resourceSlot, name: resourceName }),
  take(world, { slot, name, at }) {
    const { place, actor } = scene(world, { who: 0, at })
    const free = emptySlot(place.resources, slot, resourceSlots)
    if (free === undefined) return undefined
    return async () => {
      const sent = sentMembers(world, { name })
      const full = String(sent.name)
      const right = nameIsFree(world, place, full, { taken: 'UNIQ-01', free: 'RES-38' })
      const create = () => actor.post(place.resources.list, sent)
      const [one, two] = await Promise.all([create(), create()])
      const reply = one.ok ? one : two
      if (one.ok && two.ok) {
        world.differ('UNIQ-13', {
          message: 'two resources with one name, created at the same time, were both accepted',
          expected: 'at most one',
          actual: [one.body, two.body],
          replies: [one, two],
        })
      }
      // That one of them must be accepted is said nowhere.
      const isAccepted = settle(world, reply, right.acceptBreaks ? right : {})
      nameWasSent(world, full, right, isAccepted)
      if (isAccepted) {
        shelve(world, { shelf: place.resources, slot: free, schedule: place.schedule.id }, reply, { sent })
      }
    }
  },
})

export const resourceSteps = [create, read, update, remove, race]
