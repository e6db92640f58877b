import fc from 'fast-check'
import type { JsonObject } from '../runner/json.js'
import { mayRead, mayWrite, roleOf } from './access.js'
import { apply, readBack, recordCreated } from './changes.js'
import {
  rarely,
  resourceMembers,
  resourceName,
  resourceSlot,
  resourceSlots,
  type WrongValue,
  where,
  who,
  wrongOfResource,
} from './choices.js'
import { assertOutcome, compare, objectIn } from './comparison.js'
import { fullName, nameIsFree, nameIsLeft, nameWasSent } from './resource-names.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot } from './targeting.js'
import {
  bookingsOf,
  type ModelObject,
  type ModelSchedule,
  markDeleted,
  type Person,
  type World,
} from './world.js'

/** Who does something where, and how that stands there. */
export function scene(world: World, { who, at }: { who: number; at: number }) {
  const schedule = world.schedules[at % world.schedules.length]
  const person = world.people[who % world.people.length]
  if (!schedule || !person) throw new Error('A world has at least a schedule and a person.')
  return { schedule, person, actor: world.actor(person), role: roleOf(person, schedule, world.principals) }
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
    const { schedule, actor, role } = scene(world, at)
    const free = emptySlot(schedule.resources, slot, resourceSlots)
    if (free === undefined) return undefined
    return async () => {
      const sent = sentMembers(world, { ...members, name: called })
      const full = String(sent.name)
      const name = nameIsFree(world, schedule, full, { taken: 'UNIQ-01', free: 'RES-38' })
      const valid = wrong ? { acceptBreaks: wrong.rule } : name
      const reply = await actor.post(schedule.resources.list, withWrong(sent, wrong))
      const isAccepted = assertOutcome(world, reply, mayWrite(role, valid))
      nameWasSent(world, full, name, isAccepted)
      if (!isAccepted) return
      recordCreated(
        world,
        { collection: schedule.resources, slot: free, schedule: schedule.paths.id },
        reply,
        {
          sent: withWrong(sent, wrong),
        },
      )
    }
  },
})

const fieldNames = fc.subarray(['name', 'note', 'color_bk', 'updated_at'], { minLength: 1 })

/** Reads an object by its id, or what was deleted: that must not be readable any more. */
export async function readOne(
  world: World,
  { path, object, gone, person, schedule }: Reading,
  fields: readonly string[] | undefined,
): Promise<void> {
  const role = roleOf(person, schedule, world.principals)
  const valid = object ? { refuseBreaks: gone.read } : { acceptBreaks: gone.gone }
  const reply = await world.actor(person).get(path, fields ? { fields } : undefined)
  if (!assertOutcome(world, reply, mayRead(role, valid)) || !object) return
  const read = objectIn(world, reply)
  if (read) compare(world, object, read, { reader: person, reply, fields })
}

interface Reading {
  readonly path: string
  readonly object: ModelObject | undefined
  readonly gone: { readonly read: string; readonly gone: string }
  readonly person: Person
  readonly schedule: ModelSchedule
}

const read = stepKind({
  name: 'read resource',
  weight: 4,
  data: fc.record({ ...spot, fields: rarely(fieldNames, 4) }),
  take(world, { slot, fields, ...at }) {
    const { schedule, person } = scene(world, at)
    const aim = aimAt(schedule.resources, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.resources
    const gone = { read: 'RES-38', gone: 'RES-43' }
    return () => readOne(world, { path: `${list}/${id}`, object, gone, person, schedule }, fields)
  },
})

const update = stepKind({
  name: 'update resource',
  weight: 6,
  data: fc.record({ ...spot, members: resourceMembers, wrong: rarely(wrongOfResource, 12) }),
  take(world, { slot, members, wrong, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const aim = aimAt(schedule.resources, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.resources
    return async () => {
      const sent = sentMembers(world, members)
      const name = sent.name === undefined ? undefined : String(sent.name)
      const free =
        name === undefined || !object
          ? { refuseBreaks: 'RES-40' }
          : nameIsFree(world, schedule, name, { self: object, taken: 'UNIQ-02', free: 'RES-06' })
      const valid = wrong ? { acceptBreaks: wrong.rule } : free
      const body = withWrong(sent, wrong)
      const reply = await actor.put(`${list}/${id}`, body)
      if (!object) {
        assertOutcome(world, reply, mayWrite(role, { acceptBreaks: 'RES-45' }))
        return
      }
      const isAccepted = assertOutcome(world, reply, mayWrite(role, valid))
      if (name !== undefined) {
        if (isAccepted && name !== object.known.name) nameIsLeft(world, [object], 'renamed')
        nameWasSent(world, name, free, isAccepted)
      }
      if (isAccepted) {
        apply({ object, members: body }, 'RES-40')
      } else if (role === 'owner' && Object.keys(body).length > 1) {
        const { name: _, ...others } = sent
        await readBack(world, schedule.resources, [{ object, members: others }], 'RES-37')
      }
    }
  },
})

const remove = stepKind({
  name: 'delete resource',
  weight: 2,
  data: fc.record(spot),
  take(world, { slot, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const aim = aimAt(schedule.resources, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.resources
    return async () => {
      const booked = object ? bookingsOf(schedule, object) : []
      const valid = !object ? { acceptBreaks: 'RES-45' } : booked.length > 0 ? {} : { refuseBreaks: 'RES-42' }
      const reply = await actor.delete(`${list}/${id}`)
      if (!assertOutcome(world, reply, mayWrite(role, valid)) || !object) return
      markDeleted(schedule.resources, object)
      nameIsLeft(world, [object], 'deleted')
      await lookAfterBookings(world, schedule, booked)
    }
  },
})

/** Bookings of resources that were deleted: they may have gone with them, or not (section 3 is silent). */
export async function lookAfterBookings(
  world: World,
  schedule: ModelSchedule,
  booked: readonly ModelObject[],
): Promise<void> {
  const [owner] = world.people
  if (booked.length === 0 || !owner) return
  const query = { ids: booked.map(({ id }) => id), limit: 0 }
  const reply = await world.observer(owner).get(schedule.bookings.list, query)
  const left = reply.ok && Array.isArray(reply.data) ? reply.data.length : 0
  for (const object of booked) markDeleted(schedule.bookings, object)
  // They are nobody's now: the model does not follow them.
  if (left > 0) {
    schedule.bookings.isPartial = true
    for (const object of booked) schedule.bookings.dead.delete(object.slot)
  }
}

const race = stepKind({
  name: 'create two resources at once',
  weight: 1,
  data: fc.record({ at: where, slot: resourceSlot, name: resourceName }),
  take(world, { slot, name, at }) {
    const { schedule, actor } = scene(world, { who: 0, at })
    const free = emptySlot(schedule.resources, slot, resourceSlots)
    if (free === undefined) return undefined
    return async () => {
      const sent = sentMembers(world, { name })
      const full = String(sent.name)
      const right = nameIsFree(world, schedule, full, { taken: 'UNIQ-01', free: 'RES-38' })
      const create = () => actor.post(schedule.resources.list, sent)
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
      const isAccepted = assertOutcome(world, reply, right.acceptBreaks ? right : {})
      nameWasSent(world, full, right, isAccepted)
      if (isAccepted) {
        recordCreated(
          world,
          { collection: schedule.resources, slot: free, schedule: schedule.paths.id },
          reply,
          { sent },
        )
      }
    }
  },
})

export const resourceSteps = [create, read, update, remove, race]
