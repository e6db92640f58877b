import fc from 'fast-check'
import { describeRequest } from '../check/assertions.js'
import type { Reply } from '../http/exchange.js'
import { isSame, type JsonObject, pick } from '../http/json.js'
import { me } from '../http/paths.js'
import { isSameSetting } from '../http/zone-names.js'
import { rarely, who, wrongOfUser } from './choices.js'
import { assertOutcome, objectIn } from './comparison.js'
import { sentMembers, unlessWrong, withWrong } from './scene.js'
import { type Action, type StepKind, skipped, stepKind } from './step.js'
import { type Person, personOf, type World } from './world.js'
import { zones } from './zones.js'

/** Compares the settings of an account with the model. Booleans may read as 1 or 0 (section 2.4). */
export function compareSettings(world: World, person: Person, read: JsonObject, reply: Reply): void {
  const isTruth = (value: unknown) => value === 1 || value === true
  const wrong = Object.entries(person.settings).filter(([name, value]) =>
    name === 'profile_completed'
      ? isTruth(read[name]) !== isTruth(value)
      : !isSameSetting(name, read[name], value),
  )
  if (wrong.length === 0) return
  const names = wrong.map(([name]) => name)
  world.differ('USER-28', {
    message: `${names.join(', ')} of ${person.name} must be as written: ${describeRequest(reply)}`,
    expected: Object.fromEntries(wrong),
    actual: Object.fromEntries(names.map(name => [name, read[name] ?? 'missing'])),
    replies: [reply],
  })
}

const read = stepKind({
  name: 'read settings',
  weight: 1,
  data: fc.record({ who }),
  async take(world, { who }) {
    const person = personOf(world, who)
    const reply = await world.actor(person).get(me)
    if (!assertOutcome(world, reply, { refuseBreaks: 'AUTH-01' })) return
    const object = objectIn(world, reply)
    if (object) compareSettings(world, person, object, reply)
  },
})

const settings = fc.record(
  {
    timezone: fc.constantFrom(...zones),
    firstname: fc.constantFrom('Ada', 'Zoë'),
    lastname: fc.constantFrom('King', 'Hopper'),
    language_tag: fc.constantFrom('en', 'de'),
    date_format: fc.constantFrom('Y-m-d', 'd.m.Y', 'm/d/Y'),
    time_format: fc.constantFrom('H:i', 'h:i A', 'h:i a'),
    first_day_of_week: fc.constantFrom('monday', 'saturday', 'sunday'),
    allow_collaboration: fc.constantFrom(true, true, false),
    profile_completed: fc.boolean(),
  },
  { requiredKeys: [] },
)
const zoneAlone = fc.record({ timezone: fc.constantFrom(...zones) })

const update = stepKind({
  name: 'update settings',
  weight: 4,
  data: fc.record({ who, members: fc.oneof(zoneAlone, settings), wrong: rarely(wrongOfUser, 10) }),
  async take(world, { who, members, wrong }) {
    const person = personOf(world, who)
    const all = sentMembers(world, members)
    const { allow_collaboration: allowed, ...others } = all
    // A target may end the collaborations of an account that forbids them.
    const sent: JsonObject = allowed === false && isCollaborator(world, person) ? others : all
    const reply = await world.actor(person).put(me, withWrong(sent, wrong))
    if (assertOutcome(world, reply, unlessWrong(wrong, { refuseBreaks: 'USER-28' })))
      person.settings = { ...person.settings, ...sent }
    else {
      const { [wrong?.member ?? '']: _, ...right } = sent
      await readSettingsBack(world, person, reply, right)
    }
  },
})

const isCollaborator = ({ schedules, principals }: World, person: Person) =>
  schedules.some(({ collaborators }) =>
    [...collaborators.objects.keys()].some(slot => principals[slot]?.person === person),
  )

/** A refused request should change nothing; anything it changed nevertheless goes into the model. */
async function readSettingsBack(
  world: World,
  person: Person,
  refusal: Reply,
  sent: JsonObject,
): Promise<void> {
  const reply = await world.observer(person).get(me)
  const read = reply.ok ? objectIn(world, reply) : undefined
  if (!read) return
  const done = Object.keys(sent).filter(
    name => !isSame(person.settings[name], sent[name]) && isSame(read[name], sent[name]),
  )
  if (done.length > 0) {
    world.differ('USER-47', {
      message: `a request was refused, and yet ${done.join(', ')} of ${person.name} was changed`,
      replies: [refusal, reply],
    })
    person.settings = { ...person.settings, ...pick(sent, done) }
  }
  compareSettings(world, person, read, reply)
}

/** Declares a step about an account that may lose its password; it is left out if there is none. */
const disposableStep = <Data>(kind: {
  readonly name: string
  readonly data: { readonly [Name in keyof Data]: fc.Arbitrary<Data[Name]> }
  take(world: World, person: Person, data: Data): Action
}): StepKind<unknown> =>
  stepKind({
    name: kind.name,
    weight: 1,
    data: fc.record({ number: fc.nat({ max: 1 }), ...kind.data }),
    async take(world, { number, ...data }): Action {
      const all = world.mayLock ? world.people.filter(({ isDisposable }) => isDisposable) : []
      const person = all[number % Math.max(1, all.length)]
      return person ? kind.take(world, person, data as unknown as Data) : skipped
    },
  })

const changePassword = disposableStep({
  name: 'change password',
  data: { to: fc.nat({ max: 3 }), isShort: rarely(fc.constant(true), 8) },
  async take(world, person, { to, isShort }): Action {
    const password = person.passwords[to]
    if (password === undefined) return skipped
    const reply = await world.actor(person).put(me, { new_password: isShort ? 'short' : password })
    // The document does not say whether a password may be reused.
    const fresh = person.used.has(to) ? {} : { refuseBreaks: 'USER-33' }
    if (!assertOutcome(world, reply, isShort ? { acceptBreaks: 'USER-34' } : fresh)) return
    person.used.add(to)
    person.current = to
    person.misses = 0
  },
})

/** A target may lock out an account after several wrong passwords in a row. */
export const mayTry = ({ current, misses }: Person, by: number) => by === current || misses < 2

/** Logs in with one of the passwords: only the latest one may work. */
export async function tryPassword(world: World, person: Person, by: number): Promise<void> {
  const isRight = by === person.current
  const reply = await world.actor(person, by).get(me)
  person.misses = isRight ? 0 : person.misses + 1
  assertOutcome(world, reply, isRight ? { refuseBreaks: 'USER-36' } : { acceptBreaks: 'USER-36' })
}

const logIn = disposableStep({
  name: 'log in',
  data: { by: fc.nat({ max: 3 }) },
  async take(world, person, { by }): Action {
    if (!mayTry(person, by)) return skipped
    await tryPassword(world, person, by)
  },
})

const deleteUnguarded = disposableStep({
  name: 'delete account without me=1',
  data: { me: fc.constantFrom(undefined, '0', '2', 'true') },
  async take(world, person, { me: value }) {
    const reply = await world.actor(person).delete(me, value === undefined ? undefined : { me: value })
    assertOutcome(world, reply, { acceptBreaks: value === undefined ? 'USER-42' : 'USER-43' })
  },
})

export const accountSteps = [read, update, changePassword, logIn, deleteUnguarded]
