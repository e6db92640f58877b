import fc from 'fast-check'
import type { JsonObject } from '../http/json.js'
import { bookingSlot, principalSlot, rarely, resourceSlot, type WrongValue, where, who } from './choices.js'
import { assertOutcome, compare, objectIn } from './comparison.js'
import { type Action, type StepKind, skipped, stepKind } from './step.js'
import { type Aim, aimAt } from './targeting.js'
import {
  type Expectation,
  type ModelCollection,
  type ModelSchedule,
  type Person,
  personOf,
  type World,
} from './world.js'

/** Who acts in which schedule, and with what role. */
export type Scene = ReturnType<typeof sceneOf>

export type Role = 'owner' | 'editor' | 'viewer' | 'none' | 'unsure'

/** The current role of a person in a schedule, based on what the owner granted and revoked. */
export function roleOf(person: Person, schedule: ModelSchedule, { principals }: World): Role {
  if (person.isOwner) return 'owner'
  const slot = principals.findIndex(principal => principal.person === person)
  const membership = schedule.collaborators.objects.get(slot)
  if (!membership) return 'none'
  const role = membership.known.user_role
  return role === 'editor' || role === 'viewer' ? role : 'unsure'
}

/** Reading resources and bookings: allowed to everybody with access, and to nobody else. */
export function mayRead(role: Role, valid: Expectation): Expectation {
  if (role === 'none') return { acceptBreaks: 'PERM-15' }
  if (role === 'unsure') return valid.acceptBreaks ? { acceptBreaks: valid.acceptBreaks } : {}
  return role === 'owner' || !valid.refuseBreaks ? valid : { ...valid, refuseBreaks: 'PERM-14' }
}

/** Writing resources and bookings: what editors and viewers may write is open. */
export function mayWrite(role: Role, valid: Expectation): Expectation {
  if (role === 'owner') return valid
  if (role === 'none') return { acceptBreaks: 'PERM-19' }
  return valid.acceptBreaks ? { acceptBreaks: valid.acceptBreaks } : {}
}

/** Operations on collaborators: only for the owner (section 4.3). */
export const mayAdminister = (role: Role, valid: Expectation, rule: string): Expectation =>
  role === 'owner' ? valid : { acceptBreaks: rule }

export type Choices<Data> = { readonly [Name in keyof Data]: fc.Arbitrary<Data[Name]> }

interface SceneStep<Data, In> {
  readonly name: string
  readonly weight: number
  readonly data: Choices<Data>
  take(scene: In, data: Data): Action
}

/** Declares a step in a schedule: its data determine who acts and where, in addition to the given choices. */
export const sceneStep = <Data>({ name, weight, data, take }: SceneStep<Data, Scene>): StepKind<unknown> =>
  stepKind({
    name,
    weight,
    data: fc.record({ who, at: where, ...data }) as unknown as fc.Arbitrary<
      { who: number; at: number } & Data
    >,
    take: (world, { who, at, ...choices }) => take(sceneOf(world, who, at), choices as unknown as Data),
  })

/** Returns the scene of a person and a schedule, by their numbers. */
export function sceneOf(world: World, who: number, at: number) {
  const schedule = world.schedules[at % world.schedules.length]
  if (!schedule) throw new Error('A world has at least one schedule.')
  const person = personOf(world, who)
  return { world, schedule, person, actor: world.actor(person), role: roleOf(person, schedule, world) }
}

export type Collections = 'resources' | 'bookings' | 'collaborators'
const slots = { resources: resourceSlot, bookings: bookingSlot, collaborators: principalSlot }

/** A scene with one object, which may already be deleted. */
export interface ObjectScene extends Scene, Aim {
  readonly collection: ModelCollection
  readonly path: string
}

/** Declares a step about one object, in the slot that its data choose. */
export const objectStep = <Data>({
  of,
  data,
  take,
  ...kind
}: SceneStep<Data, ObjectScene> & { readonly of: Collections }): StepKind<unknown> =>
  sceneStep<{ slot: number }>({
    ...kind,
    data: { slot: slots[of], ...data },
    async take(scene, { slot, ...choices }) {
      const collection = scene.schedule[of]
      const aim = aimAt(collection, slot)
      if (!aim) return skipped
      return take({ ...scene, collection, ...aim, path: `${collection.list}/${aim.id}` }, choices as Data)
    },
  })

/** Declares a step that reads an object by its id. A deleted object must no longer be readable. */
export const readStep = (
  name: string,
  of: Collections,
  rules: { readonly there: string; readonly gone: string },
  members: readonly string[],
): StepKind<unknown> =>
  objectStep({
    name,
    weight: 4,
    of,
    data: { fields: rarely(fc.subarray([...members], { minLength: 1 }), 4) },
    async take({ world, actor, person, role, object, path }, { fields }) {
      const reply = await actor.get(path, fields ? { fields } : undefined)
      const valid = object ? { refuseBreaks: rules.there } : { acceptBreaks: rules.gone }
      if (!assertOutcome(world, reply, mayRead(role, valid)) || !object) return
      const read = objectIn(world, reply)
      if (read) compare(world, object, read, { reader: person, reply, fields })
    },
  })

/** The members to send. The name contains the token, so that no other walk uses it. */
export const sentMembers = (
  { token }: World,
  { name, ...members }: { name?: string | undefined; [member: string]: unknown },
): JsonObject => ({
  ...(name !== undefined && { name: `${token} ${name}` }),
  ...(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject),
})

/** Returns the same members, one of them with a wrong value. */
export const withWrong = (body: JsonObject, wrong: WrongValue | undefined): JsonObject =>
  wrong ? { ...body, [wrong.member]: wrong.value } : body

/** A body with a wrong value must be refused. */
export const unlessWrong = (wrong: WrongValue | undefined, valid: Expectation): Expectation =>
  wrong ? { acceptBreaks: wrong.rule } : valid
