import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../mock/serve/index.js'
import { createClient, createControl } from './client/index.js'
import { startServer } from './index.js'
import { newFolder } from './testing/folder.js'

const ada = { email: 'ada@example.test', password: 'analytical' }
const seedOf = (...names: string[]) => ({
  users: [ada],
  schedules: [{ id: 'lab', owner: ada.email, resources: names.map(name => ({ name })) }],
})

for (const [host, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`given another seed, then data, outbox and clock of a ${host} are those of a new start, also after a reset`, async () => {
    const service = await start({ seed: seedOf('Red') })
    const client = createClient({ baseUrl: service.url, ...ada })
    const names = async () => (await client.listResources({ scheduleId: 'lab' })).data.map(({ name }) => name)
    await client.createCollaborator({ scheduleId: 'lab', body: { email: 'kim@example.test', invite: true } })
    service.clock.advance(86_400_000)

    await service.replaceSeed(seedOf('Blue', 'Green'))
    const first = await names()
    const mails = (await service.outbox()).length
    await client.deleteResources({ scheduleId: 'lab', all: 1 })
    await service.reset()
    const again = await names()
    const ahead = service.clock.now() - Date.now()

    await service.close()
    assert.equal([first, again, mails], [['Blue', 'Green'], ['Blue', 'Green'], 0])
    assert.ok(ahead < 60_000)
  })

  test(`given another seed, then sessions of a ${host} end, and new ones start with it`, async () => {
    const service = await start({ seed: seedOf('Red'), controlToken: 't' })
    const client = createClient({ baseUrl: `${service.url}/_session/one`, ...ada })
    const names = async () => (await client.listResources({ scheduleId: 'lab' })).data.map(({ name }) => name)
    const before = await names()

    await service.replaceSeed(seedOf('Blue'))
    const after = await names()

    await service.close()
    assert.equal([before, after], [['Red'], ['Blue']])
  })

  test(`given an invalid seed, then a ${host} keeps its data`, async () => {
    const service = await start({ seed: seedOf('Red') })

    const error = await service.replaceSeed(seedOf('Blue', 'Blue')).catch(error => error)
    const client = createClient({ baseUrl: service.url, ...ada })
    await service.reset()
    const { data } = await client.listResources({ scheduleId: 'lab' })

    await service.close()
    assert.is(error.name, 'SeedError')
    assert.is(data[0]?.name, 'Red')
  })
}

test('given a data directory, then its data is not replaced', async () => {
  const data = newFolder()
  const server = await startServer({ data, seed: seedOf('Red') })

  const error = await server.replaceSeed(seedOf('Blue')).catch(error => error)
  const { data: resources } = await createClient({ baseUrl: server.url, ...ada }).listResources({
    scheduleId: 'lab',
  })

  await server.close()
  assert.is(error.message, 'Failed to replace the seed: data and database keep what they hold.')
  assert.is(resources[0]?.name, 'Red')
})

test('given another seed or a reset in the program, then those who follow the events of a server are told', async () => {
  const server = await startServer({ seed: seedOf('Red'), controlToken: 't' })
  const events = createControl({ url: server.url, token: 't' }).events()[Symbol.asyncIterator]()
  await events.next()

  await server.replaceSeed(seedOf('Blue'))
  await server.reset()
  const read: string[] = []
  while (read.length < 4) {
    const { value } = await events.next()
    read.push('what' in value.data ? `${value.type} ${value.data.what}` : value.type)
  }

  await server.close()
  assert.equal(read, ['clock', 'change everything', 'clock', 'change everything'])
})

test.run()
