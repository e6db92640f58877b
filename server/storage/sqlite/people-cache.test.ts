import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { furnish, later, made, user } from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { cachePeople } from './people-cache.js'
import { createRepositories } from './repositories.js'
import { migrate } from './schema.js'
import { openSqlStore } from './sql-store.js'
import { createStatements } from './statements.js'

/** Repositories with a cache that count how often the database is asked. */
async function counted(most: number) {
  const database = await openDatabase()
  migrate(database)
  const rows = createRepositories(createStatements(database))
  const asked: string[] = []
  const { findByEmail } = rows.users
  rows.users.findByEmail = email => {
    asked.push(email)
    return findByEmail(email)
  }
  return { people: cachePeople(rows, most), asked }
}

test('given an account that was found, it is found again without the database, in any letter case', async () => {
  const { people, asked } = await counted(10)
  const { users } = people.rows
  await users.insert(user('ada'), made)

  const found = [users.findByEmail('ada@example.test'), users.findByEmail('ADA@example.test')]

  assert.is(found[0], found[1])
  assert.equal(asked, ['ada@example.test'])
  assert.throws(() => Object.assign(found[0] as object, { email: '' }), /read only property/)
})

test('given an address without an account, it takes no room', async () => {
  const { people, asked } = await counted(10)

  for (const _ of [1, 2]) assert.is(people.rows.users.findByEmail('nobody@example.test'), undefined)

  assert.equal(asked, ['nobody@example.test', 'nobody@example.test'])
})

test('given more accounts than fit, the oldest gives way', async () => {
  const { people, asked } = await counted(2)
  const { users } = people.rows
  for (const id of ['a', 'b', 'c']) await users.insert(user(id), made)
  for (const id of ['a', 'b', 'c', 'c', 'b', 'a']) users.findByEmail(`${id}@example.test`)

  assert.equal(
    asked.map(email => email[0]),
    ['a', 'b', 'c', 'a'],
  )
})

test('given a removal that pauses, what is found meanwhile is not found after it', async () => {
  const database = await openDatabase()
  migrate(database)
  const rows = createRepositories(createStatements(database))
  const { remove } = rows.users
  let resume = () => {}
  rows.users.remove = async id => {
    await new Promise<void>(resolve => {
      resume = resolve
    })
    await remove(id)
  }
  const { users } = cachePeople(rows, 10).rows
  await users.insert(user('ada'), made)

  const removed = users.remove('ada')
  const meanwhile = await users.findByEmail('ada@example.test')
  resume()
  await removed

  assert.is(meanwhile?.id, 'ada')
  assert.is(await users.findByEmail('ada@example.test'), undefined)
})

test('given a restored snapshot, accounts and roles that were read before are read anew', async () => {
  const store = await openSqlStore()
  const seen = () =>
    store.read(async ({ users, schedules }) => [
      await users.findByEmail('ada@example.test'),
      await schedules.membershipOf('one', 'bo'),
    ])
  await furnish(store)
  const snapshot = await store.snapshot()
  const before = await seen()
  await store.write(async ({ users, collaborators }) => {
    await users.change('ada', { firstname: 'Ada' }, later)
    await collaborators.change({ schedule_id: 'one' }, { user_role: 'viewer' }, later)
  })
  const between = await seen()

  await store.restore(snapshot)

  assert.not.equal(between, before)
  assert.equal(await seen(), before)
})

test.run()
