import { retry } from '../http/client.js'
import type { Exchange } from '../http/exchange.js'
import { pick } from '../http/json.js'
import { me } from '../http/paths.js'
import { settingsOf } from '../session/accounts.js'
import { type Actor, createActor } from '../session/actor.js'
import { cleanUp, deleteUnanswered, sweep } from '../session/cleanup.js'
import { Blocked, Violation } from '../session/outcomes.js'
import type { Session } from '../session/session.js'
import { actorOf, choosePasswords } from './accounts.js'
import { lookAtAll } from './look.js'
import { type Step, skipped } from './step.js'
import { kindOf } from './steps.js'
import {
  baseSettings,
  Difference,
  type ModelCollection,
  type ModelSchedule,
  type Person,
  type Principal,
  type World,
} from './world.js'

/** What all walks of an exploration share. */
export interface WalkContext {
  readonly session: Session
  readonly people: Person[]
  /** Spare accounts to replace those that a walk has lost. */
  readonly spares: Person[]
  readonly guests: readonly Principal[]
  readonly mayLock: boolean
  /** Returns new, empty schedules. */
  schedules(): readonly ModelSchedule[]
  /** Notes a broken rule; throws a `Difference` if that ends the walk. */
  differ: World['differ']
  /** Whether the last walk ended well, so that the model still knows everything that exists. */
  isKnown: boolean
  walks: number
}

/** One step that was taken, with its own exchanges. */
export interface Taken {
  readonly step: Step
  readonly exchanges: readonly Exchange[]
}

export interface WalkResult {
  readonly taken: readonly Taken[]
  readonly trail: readonly Exchange[]
  readonly difference?: Difference
  /** Whether the difference showed before the first step. */
  readonly isBefore?: boolean
}

/** Takes steps up to the first difference, then deletes everything that the walk created. */
export async function walk(context: WalkContext, steps: readonly Step[]): Promise<WalkResult> {
  const { session } = context
  const taken: Taken[] = []
  try {
    for (const index of context.people.keys()) await prepare(context, index)
  } catch (error) {
    return { taken, trail: [], difference: differenceOf(error), isBefore: true }
  }
  const world = createWorld(context)
  const { trail } = world
  try {
    context.isKnown = false
    for (const step of steps) {
      if (session.ending.signal.aborted) break
      const from = trail.length
      let isTaken = true
      try {
        isTaken = (await kindOf(step).take(world, step.data)) !== skipped
      } finally {
        if (isTaken) taken.push({ step, exchanges: trail.slice(from) })
      }
    }
    await lookAtAll(world)
    context.isKnown = !world.schedules.some(({ bookings }) => bookings.isPartial)
    return { taken, trail }
  } catch (error) {
    const difference = differenceOf(error)
    const told = difference.finding.replies.map(({ exchange }) => exchange)
    trail.push(...told.filter(exchange => !trail.includes(exchange)))
    return { taken, trail, difference }
  } finally {
    await leave(context, world)
  }
}

/** Returns the difference that an error stands for. Rethrows other errors, of the kit or of the connection. */
function differenceOf(error: unknown): Difference {
  if (error instanceof Difference) return error
  if (error instanceof Blocked) return new Difference(error.rule, error.finding)
  if (error instanceof Violation) return new Difference('LIST-14', error.finding)
  throw error
}

function createWorld(context: WalkContext): World {
  const { session, people, guests, mayLock, differ } = context
  const [owner] = people
  if (!owner) throw new Error('An exploration has at least the owner.')
  const trail: Exchange[] = []
  const actorWith = (person: Person, index: number, trail: Exchange[]): Actor => {
    const { name, email, passwords } = person
    const as = index === 0 ? name : `${name} with password ${index + 1}`
    return createActor(session, { email, password: passwords[index] ?? '' }, as, { check: 'explore', trail })
  }
  return {
    token: `${session.nonce}${(context.walks++).toString(36)}`,
    schedules: context.schedules(),
    people,
    owner,
    principals: [...people.slice(1).map(person => ({ email: person.email, person })), ...guests],
    mayLock,
    names: new Map(),
    actor: (person, password = person.current) => actorWith(person, password, trail),
    observer: person => actorWith(person, person.current, []),
    trail,
    differ,
  }
}

/** Gives an account the settings and the password with which every walk begins. */
async function prepare(context: WalkContext, index: number): Promise<void> {
  const { session } = context
  const person = context.isKnown ? context.people[index] : await whoIsThere(context, index)
  if (!person) return
  const actor = actorOf(session, person)
  if (!context.isKnown) person.settings = await settingsOf(actor)
  const { settings } = person
  const names = Object.keys(baseSettings).filter(name => settings[name] !== baseSettings[name])
  if (names.length > 0) {
    const different = pick(baseSettings, names)
    await retry(() => actor.change(me, different))
    person.settings = { ...settings, ...different }
  }
  person.misses = 0
  if (person.current > 0) {
    const reply = await actor.put(me, { new_password: person.passwords[0] ?? '' })
    if (reply.ok) person.current = 0
  }
  choosePasswords(session, person, context.walks)
}

/** Returns a person who can log in, with the password that works: a walk may have deleted the account or lost its password. */
async function whoIsThere(
  { session, people, spares }: WalkContext,
  index: number,
): Promise<Person | undefined> {
  for (let person = people[index]; person; person = spares.shift()) {
    people[index] = person
    if (!person.isDisposable) return person
    for (const number of [person.current, ...person.passwords.keys()]) {
      person.current = number
      if ((await actorOf(session, person).get(me)).ok) return person
    }
  }
  throw new Error('All disposable accounts are used up.')
}

/** Deletes what the walk created. After a difference the model can't be trusted, so the schedules are searched too. */
async function leave({ session, isKnown }: WalkContext, world: World): Promise<void> {
  const { registry, target } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'explore' })
  if (isKnown) {
    const alive = new Set(world.schedules.flatMap(collectionsOf).flatMap(pathsOf))
    for (const schedule of world.schedules) {
      if (!schedule.isExclusive && !schedule.isSmall) continue
      for (const { list, id } of registry.list()) {
        const path = `${list}/${id}`
        if (list.startsWith(`${schedule.paths.path}/`) && !alive.has(path)) registry.removed(path)
      }
    }
  }
  // No member is a collaborator when a walk begins.
  await deleteUnanswered(session, registry.unanswered, owner, [])
  await cleanUp(registry, owner)
  if (isKnown) return
  const paths = world.schedules.flatMap(({ isSmall, paths }) => (isSmall ? paths : []))
  await sweep(owner, paths, session)
  for (const schedule of world.schedules) if (schedule.isExclusive) await empty(owner, schedule)
}

const collectionsOf = ({ bookings, resources, collaborators }: ModelSchedule) => [
  bookings,
  resources,
  collaborators,
]
const pathsOf = ({ list, objects }: ModelCollection) => [...objects.values()].map(({ id }) => `${list}/${id}`)

/** Deletes everything in a schedule. */
export async function empty(owner: Actor, schedule: ModelSchedule) {
  for (const { list } of collectionsOf(schedule)) {
    for (const { id } of await owner.all(list)) await owner.delete(`${list}/${id}`)
  }
}
