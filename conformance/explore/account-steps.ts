import fc from 'fast-check'
import { described } from '../runner/assertions.js'
import type { Reply } from '../runner/exchange.js'
import { isSame, type JsonObject } from '../runner/json.js'
import { me } from '../runner/paths.js'
import { rarely, who, wrongOfUser } from './choices.js'
import { assertOutcome, objectIn } from './comparison.js'
import { sentMembers, withWrong } from './resource-steps.js'
import { stepKind } from './step.js'
import type { Person, World } from './world.js'
import { zones } from './zones.js'

const personOf = ({ people }: World, who: number): Person => {
  const person = people[who % people.length]
  if (!person) throw new Error('A world has at least one person.')
  return person
}

/** An account that may lose its password; nothing where there is none. */
function disposableOf({ people, mayLock }: World, number: number): Person | undefined {
  const all = mayLock ? people.filter(({ isDisposable }) => isDisposable) : []
  return all[number % Math.max(1, all.length)]
}

/** Holds the settings of an account against what it was given; truth may be read as 1 or 0 (section 2.4). */
export function compareSettings(world: World, person: Person, read: JsonObject, reply: Reply): void {
  const isTruth = (value: unknown) => value === 1 || value === true
  const wrong = Object.entries(person.settings).filter(([name, value]) =>
    name === 'profile_completed' ? isTruth(read[name]) !== isTruth(value) : !isSame(read[name], value),
  )
  if (wrong.length === 0) return
  const names = wrong.map(([name]) => name)
  world.differ('USER-28', {
    message: `${names.join(', ')} of ${person.name} must be as written: ${described(reply)}`,
    expected: Object.fromEntries(wrong),
    actual: Object.fromEntries(names.map(name => [name, read[name] ?? 'not there'])),
    replies: [reply],
  })
}

const read = stepKind({
  name: 'read settings',
  weight: 1,
  data: fc.record({ who }),
  take(world, { who }) {
    const person = personOf(world, who)
    return async () => {
      const reply = await world.actor(person).get(me)
      if (!assertOutcome(world, reply, { refuseBreaks: 'AUTH-01' })) return
      const read = objectIn(world, reply)
      if (read) compareSettings(world, person, read, reply)
    }
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
  take(world, { who, members, wrong }) {
    const person = personOf(world, who)
    return async () => {
      const sent = sentMembers(world, members)
      const body = withWrong(sent, wrong)
      const actor = world.actor(person)
      const reply = await actor.put(me, body)
      const valid = wrong ? { acceptBreaks: wrong.rule } : { refuseBreaks: 'USER-28' }
      if (assertOutcome(world, reply, valid)) {
        person.settings = { ...person.settings, ...sent }
        return
      }
      const now = await world.observer(person).get(me)
      const read = now.ok ? objectIn(world, now) : undefined
      if (!read) return
      // A refused request should change nothing at all; the wrong value itself must not be there.
      const done = Object.keys(sent).filter(
        name =>
          name !== wrong?.member &&
          !isSame(person.settings[name], sent[name]) &&
          isSame(read[name], sent[name]),
      )
      if (done.length > 0) {
        world.differ('USER-47', {
          message: `a request was refused, and yet ${done.join(', ')} of ${person.name} was changed`,
          replies: [reply, now],
        })
        for (const name of done) person.settings = { ...person.settings, [name]: sent[name] ?? null }
      }
      compareSettings(world, person, read, now)
    }
  },
})

const changePassword = stepKind({
  name: 'change password',
  weight: 1,
  data: fc.record({
    number: fc.nat({ max: 1 }),
    to: fc.nat({ max: 3 }),
    isShort: rarely(fc.constant(true), 8),
  }),
  take(world, { number, to, isShort }) {
    const person = disposableOf(world, number)
    const password = person?.passwords[to]
    if (!person || password === undefined) return undefined
    return async () => {
      const reply = await world.actor(person).put(me, { new_password: isShort ? 'short' : password })
      // One that was used before may be refused: of that nothing is said.
      const isFresh = !person.used.has(to)
      const valid = isShort ? { acceptBreaks: 'USER-34' } : isFresh ? { refuseBreaks: 'USER-33' } : {}
      if (!assertOutcome(world, reply, valid)) return
      person.used.add(to)
      person.current = to
      person.misses = 0
    }
  },
})

/** A target may lock out whoever is wrong too often in a row. */
export const mayTry = ({ current, misses }: Person, by: number) => by === current || misses < 2

/** Logs in with one of the passwords: the one that was set last works, and no other one. */
export async function tryPassword(world: World, person: Person, by: number): Promise<void> {
  const isRight = by === person.current
  const reply = await world.actor(person, by).get(me)
  person.misses = isRight ? 0 : person.misses + 1
  assertOutcome(world, reply, isRight ? { refuseBreaks: 'USER-36' } : { acceptBreaks: 'USER-36' })
}

const logIn = stepKind({
  name: 'log in',
  weight: 1,
  data: fc.record({ number: fc.nat({ max: 1 }), by: fc.nat({ max: 3 }) }),
  take(world, { number, by }) {
    const person = disposableOf(world, number)
    if (!person || !mayTry(person, by)) return undefined
    return () => tryPassword(world, person, by)
  },
})

const deleteUnguarded = stepKind({
  name: 'delete account without me=1',
  weight: 1,
  data: fc.record({ number: fc.nat({ max: 1 }), me: fc.constantFrom(undefined, '0', '2', 'true') }),
  take(world, { number, me: value }) {
    const person = disposableOf(world, number)
    if (!person) return undefined
    return async () => {
      const reply = await world.actor(person).delete(me, value === undefined ? undefined : { me: value })
      assertOutcome(world, reply, { acceptBreaks: value === undefined ? 'USER-42' : 'USER-43' })
    }
  },
})

export const accountSteps = [read, update, changePassword, logIn, deleteUnguarded]
