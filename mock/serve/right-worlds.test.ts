import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/demo.js'
import { createControl } from '../../server/client/index.js'
import { type WorldName, worldOf } from '../../server/control/worlds/index.js'
import { serveMock } from './index.js'

/*
 * Some right worlds send requests of their own. What a test has planned, and the rate limit, apply only to those of the client.
 */

const authorization = `Basic ${btoa('mira@ribeira.example:mira-demo')}`
const schedule = '/v1/schedules/lisbon-studio'

type Control = ReturnType<typeof createControl>
type Ask = (method: string, path: string, body?: object) => Promise<Response>

/** Plays a world in which requests can be planned to fail. */
async function inWorld(world: WorldName, work: (ask: Ask, control: Control) => Promise<void>): Promise<void> {
  const mock = await serveMock({ seed: demo({ now: Date.now() }), world, controlToken: 'token' })
  try {
    await work(
      (method, path, body) =>
        fetch(mock.url + schedule + path, {
          ...{ method, headers: { authorization } },
          ...(body && { body: JSON.stringify(body) }),
        }),
      createControl({ url: mock.url, token: 'token' }),
    )
  } finally {
    await mock.close()
  }
}

const idsIn = async (response: Response) => {
  const { data } = (await response.json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

for (const world of ['newest-first', 'ordered-by-content', 'last-changed-first'] as const)
  test(`given ${world} and a limit of one request, then it allows one, and the list has its order`, () =>
    inWorld(world, async (ask, control) => {
      const before = await idsIn(await ask('GET', '/resources'))
      await control.setRateLimit({ requests: 1 })

      const first = await ask('GET', '/resources')
      const second = await ask('GET', '/resources')

      assert.equal([first.status, second.status], [200, 429])
      assert.equal(await idsIn(first), before)
    }))

test('given newest-first and a held list, when it is released once, then it is answered', () =>
  inWorld('newest-first', async (ask, control) => {
    const { id } = await control.hold({ operation: 'listResources' })
    const asked = ask('GET', '/resources')
    while ((await control.holds())[0]?.waiting !== 1) await new Promise(resolve => setTimeout(resolve, 5))

    await control.releaseHold(id)

    const [newest = 0, next = 0] = await idsIn(await asked)
    assert.ok(newest > next)
  }))

test('given resource-with-bookings-stays and a planned failure, when a resource is deleted, then that fails', () =>
  inWorld('resource-with-bookings-stays', async (ask, control) => {
    await control.fail({ with: 503 })

    const planned = await ask('DELETE', '/resources/1')
    const refused = await ask('DELETE', '/resources/1')

    assert.equal([planned.status, refused.status], [503, 409])
  }))

test('given overlaps-refused and failing reads, when a booking is created, then only an overlap is refused', () =>
  inWorld('overlaps-refused', async (ask, control) => {
    const booking = { resource_id: 1, start: '2030-01-01 10:00', end: '2030-01-01 11:00' }
    await control.fail({ operation: ['readBooking', 'listResourceBookings'], with: 500, times: 'always' })

    const first = await ask('POST', '/bookings', booking)
    const second = await ask('POST', '/bookings', booking)

    assert.equal([first.status, second.status], [201, 422])
  }))

test('given "none", then no world is played, whatever the environment says', async () => {
  process.env.SCHEDKIT_WORLD = 'newest-first'
  try {
    for (const [world, isFirst] of [
      [undefined, false],
      ['none', true],
    ] as const) {
      const mock = await serveMock({ seed: demo({ now: Date.now() }), world })
      const [id] = await idsIn(
        await fetch(`${mock.url}${schedule}/resources`, { headers: { authorization } }),
      )
      await mock.close()
      assert.is(id === 1, isFirst)
    }
  } finally {
    delete process.env.SCHEDKIT_WORLD
  }
})

test('given no world and nobody who records, then nothing wraps the service, and long lists are sent in parts', () => {
  for (const world of [undefined, '', 'none']) assert.equal(worldOf({ world }), {})
})

test('a record has no password, and tells two passwords apart', async () => {
  const records: { text: string; checksum: number | undefined }[] = []
  const mock = await serveMock({
    seed: demo({ now: Date.now() }),
    onExchange: exchange => records.push({ text: JSON.stringify(exchange), checksum: exchange.checksum }),
  })
  const change = (password: string, body: object) =>
    fetch(`${mock.url}/v1/users/me`, {
      method: 'PUT',
      headers: { authorization: `Basic ${btoa(`mira@ribeira.example:${password}`)}` },
      body: JSON.stringify(body),
    })

  await change('wrong-one', { firstname: 'Mira' })
  await change('wrong-two', { firstname: 'Mira' })
  await change('mira-demo', { new_password: 'quite-new' })
  await mock.close()

  const [one, two, three] = records
  assert.is.not(one?.checksum, two?.checksum)
  assert.match(three?.text ?? '', 'new_password')
  assert.not.match(records.map(({ text }) => text).join(), /quite-new|mira-demo|wrong-/)
})

test.run()
