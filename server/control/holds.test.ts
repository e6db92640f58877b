import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../../mock/serve/index.js'
import { type Client, createClient, createControl } from '../client/index.js'
import { startServer } from '../index.js'
import { people, sceneSeed, controlToken as token } from '../testing/scene.js'

const hosts = { server: startServer, mock: serveMock }
const scheduleId = 'first'

/** Runs a test on a host, as the owner of its schedule. */
async function at(
  start: (typeof hosts)[keyof typeof hosts],
  work: (client: Client, control: ReturnType<typeof createControl>) => Promise<void>,
): Promise<void> {
  const { url, close } = await start({ seed: sceneSeed, controlToken: token })
  const { email, password } = people.owner
  try {
    await work(createClient({ baseUrl: url, email, password }), createControl({ url, token }))
  } finally {
    await close()
  }
}

for (const [name, start] of Object.entries(hosts)) {
  test(`given the ${name} and a held request whose client gives up, then it stops waiting, has no effect, and the release is for the next`, () =>
    at(start, async (client, control) => {
      const { id } = await control.hold({ operation: ['createResource', 'listResources'] })
      const waiting = async () => (await control.holds())[0]?.waiting
      const leaving = new AbortController()
      const { signal } = leaving
      const left = client.createResource({ scheduleId, body: { name: 'Room' }, signal }).catch(error => error)
      while ((await waiting()) !== 1) await pause(5)
      const stays = client.listResources({ scheduleId })
      while ((await waiting()) !== 2) await pause(5)

      leaving.abort()
      assert.is((await left).name, 'AbortError')
      while ((await waiting()) !== 1) await pause(5)
      await control.releaseHold(id)

      assert.equal((await stays).data, [])
      assert.equal(
        (await control.requests()).map(({ operation, status, aborted }) => [operation, status, aborted]),
        [
          ['createResource', 0, true],
          ['listResources', 200, undefined],
        ],
      )
    }))

  test(`given the ${name} and a planned failure for a held request whose client gives up, then the next one fails`, () =>
    at(start, async (client, control) => {
      await control.fail({ operation: 'listResources', with: 500 })
      const { id } = await control.hold({ operation: 'listResources' })
      const waiting = async () => (await control.holds())[0]?.waiting
      const leaving = new AbortController()
      const left = client.listResources({ scheduleId, signal: leaving.signal }).catch(error => error)
      while ((await waiting()) !== 1) await pause(5)

      leaving.abort()
      await left
      while ((await waiting()) !== 0) await pause(5)
      const next = client.listResources({ scheduleId }).catch(error => error.status)
      while ((await waiting()) !== 1) await pause(5)
      await control.releaseHold(id)

      assert.is(await next, 500)
    }))

  test(`given the ${name} and a hold that a reset has ended, then its id is not that of another one`, () =>
    at(start, async (_client, control) => {
      const before = await control.hold()
      await control.reset()
      const after = await control.hold()

      assert.not.equal(after.id, before.id)
    }))

  test(`given the ${name} and a held request, when it closes, then the request is answered`, async () => {
    const { url, close } = await start({ seed: sceneSeed, controlToken: token })
    const { email, password } = people.owner
    const control = createControl({ url, token })
    await control.hold()
    const held = createClient({ baseUrl: url, email, password }).listResources({ scheduleId })
    while ((await control.holds())[0]?.waiting !== 1) await pause(5)

    await close()

    assert.equal((await held).data, [])
  })

  test(`given the ${name} and many held requests on one connection, then none leaves a listener behind`, () =>
    at(start, async (client, control) => {
      const warnings: Error[] = []
      const listen = (warning: Error) => void warnings.push(warning)
      process.on('warning', listen)
      const { id } = await control.hold({ operation: 'listResources' })
      for (let count = 0; count < 30; count++) {
        const sent = client.listResources({ scheduleId })
        while ((await control.holds())[0]?.waiting !== 1) await pause(1)
        await control.releaseHold(id)
        await sent
      }
      process.off('warning', listen)

      assert.equal(warnings, [])
    }))
}

test.run()
