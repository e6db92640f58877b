import * as assert from 'uvu/assert'
import { user as userSchema } from './contract/user.js'
import type { Stored, StoredUser } from './store.js'
import { everything, guest, later, made, read, type Tried, user } from './store-samples.contract.js'

/** Accounts, schedules and memberships. */
export function peopleContract(tried: Tried): void {
  const { furnished, test } = tried
  const ids = (kept: readonly { id: string | number }[]) => kept.map(({ id }) => id)

  test('given an account, it is found by id and by address, complete as JSON text', async () => {
    await tried.store.write(rows => rows.users.insert(user('ada', { timezone: 'Asia/Tokyo' }), made))

    const [byId, byEmail] = await tried.store.read(async ({ users }) => [
      await users.find('ada'),
      await users.findByEmail('ADA@Example.TEST'),
    ])

    const { json, ...values } = byId as StoredUser
    assert.equal(values, {
      id: 'ada',
      email: 'ada@example.test',
      password_hash: 'hash of ada',
      timezone: 'Asia/Tokyo',
      request_rate_limit: 1000,
    })
    const { password_hash, ...members } = user('ada', { timezone: 'Asia/Tokyo' })
    const date = '2023-01-15T11:00:00.007Z'
    assert.equal(JSON.parse(json), { ...members, updated_at: date, created_at: date })
    assert.equal(Object.keys(JSON.parse(json)), Object.keys(userSchema.shape))
    assert.not.ok(json.includes(password_hash))
    assert.equal(byEmail, byId)
  })

  furnished('given no such account, nothing is found, changed or removed', async () => {
    const before = await everything(tried.store)

    const found = await tried.store.write(async ({ users, emailChanges, collaborators }) => {
      await users.change('nobody', { firstname: 'No' }, later)
      await users.remove('nobody')
      await emailChanges.remove('nobody')
      return [
        await users.find('nobody'),
        await users.find('ADA'),
        await users.findByEmail('nobody@example.test'),
        await emailChanges.find('no secret'),
        await collaborators.countOf('nobody'),
      ]
    })

    assert.equal(found, [undefined, undefined, undefined, undefined, 0])
    assert.equal(await everything(tried.store), before)
  })

  furnished('given a new address, the account is found by it, and no longer by the old one', async () => {
    await tried.store.write(({ users }) => users.change('ada', { email: 'Lovelace@Example.test' }, later))

    await tried.store.read(async ({ users }) => {
      assert.is(await users.findByEmail('ada@example.test'), undefined)
      const found = await users.findByEmail('lovelace@example.TEST')
      assert.equal([found?.id, found?.email], ['ada', 'Lovelace@Example.test'])
    })
  })

  furnished('given columns that decisions need, they change with the JSON text', async () => {
    const change = {
      password_hash: 'new',
      timezone: 'UTC',
      request_rate_limit: 7,
      allow_collaboration: false,
    }

    await tried.store.write(({ users }) => users.change('bo', change, later))

    const bo = await tried.store.read(({ users }) => users.find('bo'))
    assert.equal([bo?.password_hash, bo?.timezone, bo?.request_rate_limit], ['new', 'UTC', 7])
    const { allow_collaboration, request_rate_limit } = JSON.parse(bo?.json ?? '')
    assert.equal([allow_collaboration, request_rate_limit], [false, 7])
  })

  test('given accounts and schedules, they are listed in the order of their creation', async () => {
    await tried.store.write(async ({ users, schedules }) => {
      for (const [index, id] of ['zoe', 'ada', 'mia', 'bo'].entries()) {
        await users.insert(user(id), made - index)
        await schedules.insert({ id: `of ${id}`, owner_id: id }, made - index)
      }
      await users.remove('ada')
      await users.insert(user('ada'), made - 10)
    })

    await tried.store.read(async ({ users, schedules }) => {
      assert.equal(ids(await users.list()), ['zoe', 'mia', 'bo', 'ada'])
      assert.equal(await schedules.list(), [
        { id: 'of zoe', owner_id: 'zoe' },
        { id: 'of mia', owner_id: 'mia' },
        { id: 'of bo', owner_id: 'bo' },
      ])
      assert.equal(await schedules.find('of mia'), { id: 'of mia', owner_id: 'mia' })
      assert.is(await schedules.find('of ada'), undefined)
    })
  })

  furnished('given a schedule, each account has the membership that it was given', async () => {
    const parts = await tried.store.write(async ({ schedules, users, collaborators }) => {
      await users.insert(user('cy'), made)
      await collaborators.insert({ ...guest('cy@example.test'), user_id: 'cy' }, made)
      return [
        await schedules.membershipOf('one', 'ada'),
        await schedules.membershipOf('one', 'bo'),
        await schedules.membershipOf('one', 'cy'),
        await schedules.membershipOf('two', 'bo'),
        await schedules.membershipOf('one', 'nobody'),
        await schedules.membershipOf('three', 'ada'),
      ]
    })

    assert.equal(parts, [
      { role: 'owner' },
      { role: 'editor', collaborator_id: 1 },
      { role: 'viewer', collaborator_id: 4 },
      undefined,
      undefined,
      undefined,
    ])
  })

  furnished('given a collaborator with an account, user shows its names as they are now', async () => {
    await tried.store.write(({ users }) =>
      users.change('bo', { email: 'Bo@new.test', firstname: '"B"', lastname: 'O\u0000' }, later),
    )

    const [bo, unregistered] = await tried.store.read(({ collaborators }) =>
      collaborators.list({ schedule_id: 'one' }, { offset: 0, limit: 0 }),
    )

    const { email, user: shown } = read(bo) ?? {}
    assert.is(email, 'bo@example.test')
    assert.equal(shown, { email: 'Bo@new.test', firstname: '"B"', lastname: 'O\u0000' })
    assert.not.ok('user' in (read(unregistered) ?? {}))
    const alone = await tried.store.read(({ collaborators }) => collaborators.find('one', 1))
    assert.equal(alone, bo as Stored)
  })

  furnished('given invitations, those without an account are found by address, oldest first', async () => {
    await tried.store.write(async ({ users, collaborators }) => {
      await users.insert(user('guest'), later)
      assert.equal(await collaborators.invitations('GUEST@example.test'), [
        { id: 2, schedule_id: 'one' },
        { id: 3, schedule_id: 'two' },
      ])
      assert.equal(await collaborators.invitations('bo@example.test'), [])
      assert.is(await collaborators.countOf('guest'), 0)

      await collaborators.link(3, 'guest')

      assert.equal(await collaborators.invitations('guest@example.test'), [{ id: 2, schedule_id: 'one' }])
      assert.is(await collaborators.countOf('guest'), 1)
      assert.equal(read(await collaborators.find('two', 3))?.user, {
        email: 'guest@example.test',
        firstname: '',
        lastname: '',
      })
      assert.is(read(await collaborators.find('one', 2))?.user, undefined)
    })
  })

  furnished(
    'given a change of address, the newest of the user is kept, and found by its secret',
    async () => {
      const older = { user_id: 'ada', email: 'a@example.test', secret: 'older', expires_at: later }
      const newer = { ...older, email: 'B@example.test', secret: 'newer', expires_at: later + 1 }

      await tried.store.write(async ({ emailChanges }) => {
        await emailChanges.put(older)
        assert.equal(await emailChanges.find('older'), older)
        await emailChanges.put(newer)
        assert.is(await emailChanges.find('older'), undefined)
        assert.equal(await emailChanges.find('newer'), newer)
        await emailChanges.remove('ada')
        assert.is(await emailChanges.find('newer'), undefined)
        assert.is((await emailChanges.find('secret of bo'))?.user_id, 'bo')
      })
    },
  )

  furnished('given a removed account, its schedules, collaborations and changes go with it', async () => {
    await tried.store.write(({ users }) => users.remove('bo'))
    await tried.store.read(async ({ collaborators, emailChanges, bookings }) => {
      assert.equal(await collaborators.ids({ schedule_id: 'one' }), [2])
      assert.is(await collaborators.count({ schedule_id: 'one' }), 1)
      assert.is(await emailChanges.find('secret of bo'), undefined)
      assert.is(await bookings.count({ schedule_id: 'one' }), 8)
    })

    await tried.store.write(({ users }) => users.remove('ada'))
    await tried.store.write(async ({ users, schedules }) => {
      assert.equal([await users.list(), await schedules.list()], [[], []])
      await users.insert(user('cy'), made)
      await schedules.insert({ id: 'one', owner_id: 'cy' }, made)
    })
    await tried.store.read(async ({ resources, bookings, collaborators }) => {
      for (const collection of [resources, bookings, collaborators]) {
        assert.equal(await collection.ids({ schedule_id: 'one' }), [])
        assert.is(await collection.count({ schedule_id: 'one' }), 0)
      }
      assert.is(await bookings.count({ schedule_id: 'one', resource_id: 1 }), 0)
    })
  })
}
