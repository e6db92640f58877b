import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { startMock } from '../../mock/node.js'
import { operationIds } from '../core/index.js'
import { startServer } from '../index.js'
import { type Client, createClient } from './index.js'

/*
 * Calls every operation once on a server with a real port and once through the mock.
 */

const seed = demo({ now: Date.UTC(2026, 10, 21) })
const account = { email: 'mira@ribeira.example', password: 'mira-demo' }
const scheduleId = 'lisbon-studio'

/** A target for requests. */
interface Host {
  url: string
  requests(): Promise<readonly { operation?: string | undefined }[]>
  close(): Promise<void> | void
}

const hosts: Record<string, () => Promise<Host>> = {
  async server() {
    const controlToken = 'token-of-the-client-tests'
    const { url, close } = await startServer({ seed, controlToken })
    const headers = { authorization: `Bearer ${controlToken}` }
    return {
      url,
      close,
      async requests() {
        const answer = await fetch(`${url}/_control/requests`, { headers })
        return ((await answer.json()) as { data: { operation?: string }[] }).data
      },
    }
  },
  async mock() {
    const mock = startMock({ baseUrl: 'https://api.example.com/prefix', seed, onUnhandledRequest: 'bypass' })
    return { url: mock.baseUrl, requests: async () => mock.requests, close: mock.close }
  },
}

for (const [name, open] of Object.entries(hosts)) {
  let host: Host
  let client: Client
  const given = `given the ${name}, then`

  test(`${given} the client has a method for each operation`, async () => {
    host = await open()
    client = createClient({ baseUrl: host.url, ...account })

    assert.equal(Object.keys(client), operationIds)
    assert.is(operationIds.length, 27)
  })

  test(`${given} resources are created, read, listed, changed and deleted`, async () => {
    const { id } = await client.createResource({ scheduleId, body: { name: 'Attic' } })
    const other = await client.createResource({ scheduleId, body: { name: 'Cellar' } })
    const room = { scheduleId, resourceId: id }

    await client.changeResource({ ...room, body: { note: 'cold' } })
    await client.changeResources({ scheduleId, ids: [id, other.id], body: { color_bk: '#ABCDEF' } })

    const read = await client.readResource(room)
    assert.equal([read.name, read.note, read.color_bk], ['Attic', 'cold', '#ABCDEF'])
    const { data, pagination } = await client.listResources({
      scheduleId,
      ids: [id, other.id],
      fields: ['name'],
    })
    assert.equal(data, [{ name: 'Attic' }, { name: 'Cellar' }])
    assert.is(pagination.total_count, 2)

    assert.is(await client.deleteResource(room), undefined)
    assert.is(await client.deleteResources({ scheduleId, ids: [other.id] }), undefined)
    assert.equal((await client.listResources({ scheduleId, ids: [id, other.id] })).data, [])
  })

  test(`${given} bookings are created, read, listed, changed and deleted, by schedule and by resource`, async () => {
    const room = await client.createResource({ scheduleId, body: { name: 'Attic' } })
    const resourceId = room.id
    const body = { resource_id: resourceId, start: '2031-03-03 09:00', end: '2031-03-03 10:00' }
    const { id } = await client.createBooking({ scheduleId, body })
    const later = await client.createBooking({ scheduleId, body: { ...body, end: '2031-03-03 11:00' } })

    await client.changeBooking({ scheduleId, bookingId: id, body: { title: 'Fitting' } })
    await client.changeBookings({ scheduleId, ids: [id], body: { note: 'by schedule' } })
    await client.changeResourceBookings({ scheduleId, resourceId, body: { link_title: 'by room' } })

    const read = await client.readBooking({ scheduleId, bookingId: id })
    assert.equal([read.title, read.note, read.link_title], ['Fitting', 'by schedule', 'by room'])
    assert.equal(await client.readBooking({ scheduleId, bookingId: id, fields: ['start'] }), {
      start: body.start,
    })
    const filter = { scheduleId, time_min: '2031-03-03 09:00', time_max: '2031-03-03T10:30+00:00' }
    assert.equal(
      (await client.listBookings(filter)).data.map(booking => booking.id),
      [id],
    )
    const ofRoom = await client.listResourceBookings({ scheduleId, resourceId, fields: ['id'] })
    assert.equal(ofRoom.data, [{ id }, { id: later.id }])

    await client.deleteBooking({ scheduleId, bookingId: id })
    await client.deleteResourceBookings({ scheduleId, resourceId, all: 1 })
    assert.equal((await client.listResourceBookings({ scheduleId, resourceId })).data, [])
    const [one] = (await client.listBookings({ scheduleId, limit: 1 })).data
    await client.deleteBookings({ scheduleId, ids: [one?.id ?? 0] })
    await client.deleteResource({ scheduleId, resourceId })
  })

  test(`${given} collaborators are added, read, listed, changed and removed`, async () => {
    const { id } = await client.createCollaborator({ scheduleId, body: { email: 'ada@example.com' } })
    const other = await client.createCollaborator({ scheduleId, body: { email: 'bob@example.com' } })
    const ada = { scheduleId, collaboratorId: id }

    await client.changeCollaborators({ scheduleId, ids: [id, other.id], body: { user_role: 'editor' } })
    await client.changeCollaborator({ ...ada, body: { user_role: 'viewer' } })

    assert.is((await client.readCollaborator(ada)).user_role, 'viewer')
    const { data } = await client.listCollaborators({
      scheduleId,
      ids: [id, other.id],
      fields: ['user_role'],
    })
    assert.equal(data, [{ user_role: 'viewer' }, { user_role: 'editor' }])

    await client.deleteCollaborator(ada)
    await client.deleteCollaborators({ scheduleId, ids: [other.id] })
    assert.equal((await client.listCollaborators({ scheduleId, ids: [id, other.id] })).data, [])
  })

  test(`${given} settings are read and changed, and an account is deleted`, async () => {
    const password = 'ÄÖÜ 🗝 :colons:'
    await client.changeMe({ body: { lastname: 'Duarte', new_password: password } })
    const changed = createClient({ baseUrl: host.url, ...account, password })

    assert.equal(await changed.readMe({ fields: ['lastname'] }), { lastname: 'Duarte' })
    assert.is((await changed.readMe()).email, account.email)

    await changed.deleteMe({ me: 1 })
    assert.is(await changed.readMe().catch(error => error.status), 401)
  })

  test(`${given} every operation has been called`, async () => {
    const called = new Set((await host.requests()).map(({ operation }) => operation))

    assert.equal(
      operationIds.filter(id => !called.has(id)),
      [],
    )
    await host.close()
  })
}

test.run()
