import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UniqueNames } from './contract/seed-references.js'
import { type Repositories, type Store, type Unique, UniqueViolation } from './store.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  guest,
  later,
  resource,
  type Tried,
  user,
} from './store-samples.contract.js'

const one = { schedule_id: 'one' }

/** Writes that violate a uniqueness constraint, and the same writes with a free value. */
const taking: readonly [
  Unique,
  string,
  again: (rows: Repositories) => unknown,
  free: (rows: Repositories) => unknown,
][] = [
  [
    'resource name',
    'a new resource',
    ({ resources }) => resources.insert(resource('Red'), later),
    ({ resources }) => resources.insert(resource('red'), later),
  ],
  [
    'resource name',
    'a renamed resource',
    ({ resources }) => resources.change({ ...one, ids: [2] }, { name: 'Red' }, later),
    ({ resources }) => resources.change({ ...one, ids: [1] }, { name: 'Red' }, later),
  ],
  [
    'resource name',
    'one name for two resources',
    ({ resources }) => resources.change(one, { name: 'Same' }, later),
    ({ resources }) => resources.change({ ...one, ids: [2] }, { name: 'Same' }, later),
  ],
  [
    'collaborator email',
    'a new collaborator',
    ({ collaborators }) => collaborators.insert(guest('GUEST@example.test'), later),
    ({ collaborators }) => collaborators.insert(guest('bo@example.test', 'two'), later),
  ],
  [
    'collaborator account',
    'a new collaborator with the account of another',
    ({ collaborators }) => collaborators.insert({ ...guest('b@example.test'), user_id: 'bo' }, later),
    ({ collaborators }) => collaborators.insert({ ...guest('b@example.test', 'two'), user_id: 'bo' }, later),
  ],
  [
    'collaborator account',
    'a linked invitation',
    ({ collaborators }) => collaborators.link(2, 'bo'),
    ({ collaborators }) => collaborators.link(3, 'bo'),
  ],
  [
    'user email',
    'a new account',
    ({ users }) => users.insert(user('cy', { email: 'ADA@example.test' }), later),
    ({ users }) => users.insert(user('cy'), later),
  ],
  [
    'user email',
    'a changed address',
    ({ users }) => users.change('bo', { email: 'Ada@example.test' }, later),
    ({ users }) => users.change('bo', { email: 'BO@example.test' }, later),
  ],
  [
    'user id',
    'an account with the id of another',
    ({ users }) => users.insert(user('ada', { email: 'cy@example.test' }), later),
    ({ users }) => users.insert(user('Ada', { email: 'cy@example.test' }), later),
  ],
  [
    'schedule id',
    'a new schedule',
    ({ schedules }) => schedules.insert({ id: 'one', owner_id: 'bo' }, later),
    ({ schedules }) => schedules.insert({ id: 'One', owner_id: 'bo' }, later),
  ],
]

/** Unique values: a violation names the constraint. */
export function uniquenessContract(tried: Tried): void {
  const { furnished } = tried

  for (const [what, name, again, free] of taking) {
    furnished(`given a ${what} that is taken, ${name} is refused, and nothing is stored`, async () => {
      const before = await everything(tried.store)

      const error = await errorOf(() =>
        tried.store.write(async rows => {
          await rows.bookings.insert(booking(), later)
          await again(rows)
        }),
      )

      assert.instance(error, UniqueViolation)
      assert.is((error as UniqueViolation).what, what)
      assert.equal(await everything(tried.store), before)
      assert.is(await errorOf(() => tried.store.write(free)), undefined)
    })
  }
}

/** The scope in which resource names are unique. Each opened store is empty. */
export function uniqueNamesContract(
  name: string,
  openStore: (options?: { uniqueNames: UniqueNames }) => Promise<Store>,
): void {
  test(`${name}: given names unique in the service, the name of another schedule is taken`, async () => {
    const store = await openStore()
    await furnish(store)

    const twice = () =>
      store.write(rows => rows.resources.insert(resource('Red', { schedule_id: 'two' }), later))

    assert.is(((await errorOf(twice)) as UniqueViolation).what, 'resource name')
    assert.equal(await store.read(rows => rows.resources.ids({ schedule_id: 'two' })), [3])
  })

  test(`${name}: given names unique in each schedule, the name is free in another one, and taken in its own`, async () => {
    const store = await openStore({ uniqueNames: 'schedule' })
    await furnish(store)
    const insert = (schedule_id: string) =>
      store.write(rows => rows.resources.insert(resource('Red', { schedule_id }), later))

    assert.is(await insert('two'), 4)
    for (const schedule_id of ['one', 'two']) {
      const error = await errorOf(() => insert(schedule_id))
      assert.instance(error, UniqueViolation)
      assert.is((error as UniqueViolation).what, 'resource name')
    }
    assert.equal(await store.read(rows => rows.resources.ids({ schedule_id: 'two' })), [3, 4])
  })

  test(`${name}: given two stores, each has rows of its own`, async () => {
    const [first, second] = [await openStore(), await openStore()]

    await furnish(first)

    assert.is(await first.read(rows => rows.bookings.count({ schedule_id: 'one' })), 8)
    assert.is(await second.read(rows => rows.bookings.count({ schedule_id: 'one' })), 0)
  })
}
