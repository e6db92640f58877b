/*
 * The tests of schedkit/client as a client, for `schedkit client`: what a frontend does with it, at SCHEDKIT_URL. With `retries`
 * and `maxWait`, the client recovers from most failures. In other cases, its error must say what happened, and the user checks
 * the state and retries.
 */
import assert from 'node:assert/strict'
import test from 'node:test'
import { type World, worlds } from '../../mock/serve/index.js'
import { ApiError, type ClientOptions, createClient, type List } from '../../server/client/index.js'

const { SCHEDKIT_URL: baseUrl = '', SCHEDKIT_WORLD: name } = process.env
const world = worlds.find(each => each.name === name)
const scheduleId = 'lisbon-studio'
const as = (person: string, more: Partial<ClientOptions> = {}) =>
  createClient({
    ...{ baseUrl, email: `${person}@ribeira.example`, password: `${person}-demo` },
    ...{ retries: 2, maxWait: 10, timeout: 10, ...more },
  })
const client = as('mira')

interface Trouble {
  /** The statuses of the errors: 0 without a response, and -1 if the service shows something unexpected. */
  statuses: readonly number[]
  /** Whether retrying is useless. */
  lasts?: boolean
}
const passing = (...statuses: number[]): Trouble => ({ statuses })
const lasting = (...statuses: number[]): Trouble => ({ statuses, lasts: true })

/** The worlds with failures from which the client does not recover. */
const troubles: Partial<Record<World['name'], Trouble>> = {
  'unauthorized-while-paging': passing(401),
  'unauthorized-at-times': passing(401),
  'defective-at-times': passing(500),
  'page-of-a-proxy': passing(502),
  'page-of-a-portal': passing(200),
  'empty-answer': passing(200, 201),
  'half-an-answer': passing(200, 201),
  'lost-answer': passing(0),
  'lost-request': passing(0),
  'gateway-timeout': passing(504),
  'taken-meanwhile': passing(409),
  'stale-after-writes': passing(-1),
  'goes-down': lasting(0),
  'access-taken-away': lasting(403),
  'role-taken-away': lasting(403),
  'password-changed-elsewhere': lasting(401),
  'limit-used-up': lasting(429),
  'deleted-elsewhere': lasting(404),
}
const trouble = world && troubles[world.name]
let isTroubleMet = false

/** Returns the status of an error that says what happened. @throws any other error */
function statusOf(error: unknown): number {
  if (error instanceof assert.AssertionError) return -1
  const { message } = error as Error
  const isAnswer = error instanceof ApiError
  if (isAnswer && error.code !== undefined) return error.status
  const [, operation = '', rest = ''] = /^Failed to (\w+): (.*)/s.exec(message) ?? []
  assert.ok(rest.startsWith(`${baseUrl}/v1/`), message)
  assert.match(rest, isAnswer ? new RegExp(` answered ${error.status} with`) : / gave no answer/)
  const status = isAnswer ? error.status : 0
  const isUncertain = !/^(?:read|list)/.test(operation) && (status < 400 || status >= 500)
  assert.equal(/It may have been done/.test(rest), isUncertain, message)
  return status
}

class GivenUp extends Error {}

/** Does something, and retries it after temporary failures. @throws GivenUp if the failure is permanent */
async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    // Not retried if the service asks to wait for minutes.
    if (isTroubleMet && world?.name === 'limit-used-up') throw new GivenUp()
    try {
      return await work()
    } catch (error) {
      if (!trouble?.statuses.includes(statusOf(error)) || attempt === 5) throw error
      isTroubleMet = true
      if (trouble.lasts) throw new GivenUp()
    }
  }
}

/** Checks for a goal, and does the work only if it is not reached: a response may be lost after the write. */
const reach = <Wanted>(
  look: () => Promise<Wanted | undefined>,
  act: () => Promise<unknown>,
): Promise<Wanted> =>
  persist(async () => {
    const there = await look()
    if (there) return there
    await act()
    const made = await look()
    assert.ok(made, 'it was done, and is not shown')
    return made
  })

/** Returns the refusal of a request that a service must refuse; one that the world may cause counts only the second time. */
async function refusal(request: () => Promise<unknown>): Promise<ApiError> {
  let isCertain = false
  return persist(async () => {
    const error = await request().then(
      () => assert.fail('it was not refused'),
      (error: unknown) => error,
    )
    const isRefusal =
      error instanceof ApiError && (world?.kind === 'right' || Math.floor(error.status / 100) === 4)
    if (!isRefusal || (trouble?.statuses.includes(error.status) && !isCertain)) {
      isCertain = isRefusal
      throw error
    }
    assert.notEqual(error.message, '')
    return error
  })
}

/** Registers a test that ends early if a failure is permanent. */
const behaves = (title: string, work: () => Promise<void>) =>
  test(title, () =>
    work().catch(error => {
      if (!(error instanceof GivenUp)) throw error
    }),
  )

const idsOf = async (list: List<{ id: number }>) => (await list).data.map(({ id }) => id)

/** Reads a list page by page: objects that exist throughout are yielded once, whatever others do meanwhile. */
const isReadWhole = (list: (limit: number) => List<{ id: number }>) =>
  persist(async () => {
    const before = await idsOf(list(0))
    const read: number[] = []
    for await (const { id } of list(8)) read.push(id)
    const after = await idsOf(list(0))

    assert.equal(new Set(read).size, read.length)
    for (const id of before.filter(id => after.includes(id)))
      assert.ok(read.includes(id), `${id} was left out`)
  })

behaves('logs in, and is told of a wrong password', async () => {
  const me = await persist(() => client.readMe())
  assert.deepEqual([me.email, me.profile_completed], ['mira@ribeira.example', true])

  const { operation } = await refusal(() => as('mira', { password: 'wrong' }).readMe())
  assert.equal(operation, 'readMe')
})

behaves('pages through the bookings of a schedule, and of some ids', async () => {
  await isReadWhole(limit => client.listBookings({ scheduleId, limit }))
  const ids = (
    await persist(() => idsOf(client.listBookings({ scheduleId, limit: 0, fields: ['id'] })))
  ).slice(0, 20)
  await isReadWhole(limit => client.listBookings({ scheduleId, ids, limit, collect: true }))
})

behaves('adds a room, changes it, and is told that a name is taken', async () => {
  let wanted = 'Lima'
  const room = async (find: (name: string) => boolean) =>
    (await client.listResources({ scheduleId, limit: 0 })).data.find(each => find(each.name))
  const { id } = await reach(
    () => room(each => each === wanted),
    async () => {
      try {
        await client.createResource({ scheduleId, body: { name: wanted, color_bk: '#1d4e89' } })
      } catch (error) {
        const isTaken =
          error instanceof ApiError && error.operation === 'createResource' && error.code === 'name_taken'
        if (isTaken) wanted = 'Lima 2'
        throw error
      }
    },
  )
  const at = { scheduleId, resourceId: id }
  await persist(() => client.changeResource({ ...at, body: { name: 'Minho', note: 'Mind your head' } }))
  await persist(async () => {
    const { name, color_bk } = await client.readResource({ ...at, fields: ['name', 'color_bk'] })
    assert.deepEqual([name, color_bk.toLowerCase()], ['Minho', '#1d4e89'])
  })
  await refusal(() => client.changeResource({ ...at, body: { name: 'Tejo' } }))
  await reach(
    async () => (await room(each => each === 'Minho')) === undefined,
    () => client.deleteResource(at),
  )
})

behaves('books a room, moves the booking and cancels it', async () => {
  const day = '2031-05-05'
  const period = { time_min: `${day} 00:00`, time_max: '2031-05-06 00:00' }
  const [tejo = 0, douro = 0] = await persist(() => idsOf(client.listResources({ scheduleId })))
  const bookings = async () => (await client.listBookings({ scheduleId, ...period, limit: 0 })).data
  const booking = await reach(
    async () => (await bookings())[0],
    () =>
      client.createBooking({
        scheduleId,
        body: { resource_id: tejo, title: 'Tuning', start: `${day} 09:00`, end: `${day} 10:30` },
      }),
  )
  assert.deepEqual([booking.start, booking.end, booking.resource_id], [`${day} 09:00`, `${day} 10:30`, tejo])
  const at = { scheduleId, bookingId: booking.id }
  await persist(() => client.changeBooking({ ...at, body: { start: `${day} 08:15` } }))
  const ids = (await persist(bookings)).map(({ id }) => id)
  await reach(
    async () => (await client.readBooking(at)).resource_id === douro,
    () => client.changeResourceBookings({ scheduleId, resourceId: tejo, ids, body: { resource_id: douro } }),
  )
  await persist(async () => {
    const { title, start, start_utc } = await client.readBooking(at)
    assert.deepEqual(
      [title, start, Date.parse(start_utc)],
      ['Tuning', `${day} 08:15`, Date.parse(`${day}T07:15Z`)],
    )
  })
  await reach(
    async () => (await bookings()).length === 0,
    () => client.deleteBookings({ scheduleId, ids }),
  )
  await refusal(() => client.readBooking(at))
})

behaves('cancels the bookings of a room while it lists them', async () => {
  const [resourceId = 0] = await persist(() => idsOf(client.listResources({ scheduleId })))
  await persist(async () => {
    for await (const { id } of client.listResourceBookings({ scheduleId, resourceId, limit: 8 }))
      await client.deleteBooking({ scheduleId, bookingId: id })
    assert.deepEqual(await idsOf(client.listResourceBookings({ scheduleId, resourceId, limit: 0 })), [])
  })
})

behaves('shares the schedule, and takes it back', async () => {
  const email = 'guest@example.test'
  const guest = async () =>
    (await client.listCollaborators({ scheduleId, limit: 0 })).data.find(each => each.email === email)
  const { id } = await reach(guest, () => client.createCollaborator({ scheduleId, body: { email } }))
  const at = { scheduleId, collaboratorId: id }
  await reach(
    async () => (await client.readCollaborator(at)).user_role === 'editor',
    () => client.changeCollaborator({ ...at, body: { user_role: 'editor' } }),
  )
  await reach(
    async () => (await guest()) === undefined,
    () => client.deleteCollaborator(at),
  )
  await refusal(() => as('jonas').listCollaborators({ scheduleId }))
})

behaves('changes settings and the password, and is told of a wrong value', async () => {
  await reach(
    async () => (await client.readMe()).firstname === 'Mirabel',
    () => client.changeMe({ body: { firstname: 'Mirabel' } }),
  )
  const { operation } = await refusal(() => client.changeMe({ body: { language_tag: 'xx' as 'en' } }))
  assert.equal(operation, 'changeMe')
  const [before, after] = [as('grace'), as('grace', { password: 'grace-changed' })]
  const isChanged = () =>
    after.readMe().then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.response.status < 500) return false
        throw error
      },
    )
  await reach(isChanged, () => before.changeMe({ body: { new_password: 'grace-changed' } }))
})

behaves('sends several requests at once', async () => {
  const rooms = (await persist(() => client.listResources({ scheduleId }))).data
  const read = await Promise.all(
    rooms.map(({ id }) => persist(() => client.readResource({ scheduleId, resourceId: id }))),
  )
  assert.deepEqual(
    read.map(({ name }) => name),
    rooms.map(({ name }) => name),
  )
})

test('meets the failure of the world', () => assert.equal(isTroubleMet, trouble !== undefined))
