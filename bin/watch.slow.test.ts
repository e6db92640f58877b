import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient } from '../server/client/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'
import { schedkit } from './testing/schedkit-process.js'

const test = suite('watch', { folder: '', file: '', running: [] as { stop(): Promise<void> }[] })

test.before.each(async context => {
  context.folder = newFolder()
  context.file = join(context.folder, 'seed.json')
  context.running = []
  await writeFile(context.file, seedText('Red'))
})

test.after.each(async ({ running }) => {
  for (const each of running) await each.stop()
})

const ada = { email: 'ada@example.test', password: 'analytical' }
const seedText = (...names: string[]) =>
  JSON.stringify(
    { users: [ada], schedules: [{ id: 'lab', owner: ada.email, resources: names.map(name => ({ name })) }] },
    undefined,
    2,
  )

/** Writes a file atomically, as most editors do. */
async function save(file: string, text: string): Promise<void> {
  await writeFile(`${file}~`, text)
  await rename(`${file}~`, file)
}

/** Starts a service that watches the file. Returns its URL, and functions to read its resources and events. */
async function follow(service: string, file: string, running: { stop(): Promise<void> }[]) {
  const started = schedkit([
    service,
    '--port',
    '0',
    '--log',
    'json',
    '--seed',
    file,
    '--watch',
    '--control-token',
    't',
  ])
  running.push({
    async stop() {
      started.child.kill()
      await started.ended
    },
  })
  const { url } = JSON.parse(await started.wrote(/"ready":true.*\n/)) as { url: string }
  const client = createClient({ baseUrl: url, ...ada })
  return {
    url,
    client,
    names: async () =>
      (await client.listResources({ scheduleId: 'lab' })).data.map(({ id, name }) => `${id} ${name}`),
    /** Returns the message of the event with this number. */
    async event(number: number): Promise<{ event: string; message: string }> {
      const text = await started.wrote(new RegExp(`(?:"event":"seed[^]*){${number}}\\n$`))
      return JSON.parse(text.split('\n').filter(line => line.includes('"event":"seed'))[number - 1] ?? '')
    },
  }
}

for (const service of ['serve', 'mock']) {
  test(`given ${service} --watch, then each change of the file replaces the data, and a reset restores it`, async ({
    file,
    running,
  }) => {
    const { url, client, names, event } = await follow(service, file, running)
    await client.createResource({ scheduleId: 'lab', body: { name: 'Made by hand' } })
    const before = await names()

    await save(file, seedText('Blue', 'Green'))
    const { event: first, message } = await event(1)
    const after = await names()
    await client.deleteResources({ scheduleId: 'lab', all: 1 })
    await fetch(`${url}/_control/reset`, { method: 'POST', headers: { authorization: 'Bearer t' } })
    const again = await names()

    assert.equal(before, ['1 Red', '2 Made by hand'])
    assert.equal(
      [first, message],
      ['seed', `Loaded ${file} again: 1 account, 1 schedule, 2 resources, 0 bookings.`],
    )
    assert.equal(after, ['1 Blue', '2 Green'])
    assert.equal(again, after)
  })

  test(`given ${service} --watch and a file with errors, then they are logged with their lines, and the data is kept`, async ({
    file,
    running,
  }) => {
    const { client, names, event } = await follow(service, file, running)
    await client.createResource({ scheduleId: 'lab', body: { name: 'Made by hand' } })

    await save(file, seedText('Blue', 'Blue'))
    const twice = await event(1)
    await save(file, '{"users": [}')
    const noJson = await event(2)
    await rm(file)
    const gone = await event(3)
    const kept = await names()
    await save(file, seedText('Green'))
    await event(4)

    assert.equal(
      [twice, noJson, gone].map(({ event }) => event),
      ['seed_error', 'seed_error', 'seed_error'],
    )
    assert.match(twice.message, /line \d+: schedules\.0\.resources\.1\.name must be unique/)
    assert.match(noJson.message, 'it is not JSON at line 1, column 12')
    assert.match(gone.message, 'the file does not exist')
    assert.match(gone.message, 'The service keeps the data that it has.')
    assert.equal(kept, ['1 Red', '2 Made by hand'])
    assert.equal(await names(), ['1 Green'])
  })
}

test('given mock --auth, then its account is looked up in the new data, and must exist', async ({
  file,
  running,
}) => {
  const started = schedkit([
    'mock',
    '--port',
    '0',
    '--log',
    'json',
    '--seed',
    file,
    '--watch',
    '--auth',
    `as:${ada.email}`,
  ])
  running.push({
    async stop() {
      started.child.kill()
      await started.ended
    },
  })
  const { url } = JSON.parse(await started.wrote(/"ready":true.*\n/)) as { url: string }
  const me = async () =>
    ((await (await fetch(`${url}/v1/users/me`)).json()) as { data: { email: string } }).data.email
  const bob = { email: 'bob@example.test', password: 'secret' }

  await save(file, JSON.stringify({ users: [bob, ada] }))
  await started.wrote(/"event":"seed"/)
  const found = await me()
  await save(file, JSON.stringify({ users: [bob] }))
  const text = await started.wrote(/"event":"seed_error"/)

  assert.is(found, ada.email)
  assert.match(text, ada.email)
  assert.is(await me(), ada.email)
})

const misuses: [args: string[], message: string][] = [
  [
    ['serve', '--watch'],
    '--watch follows a seed file while it is edited. Name one: --seed my-company.json --watch.',
  ],
  [['mock', '--watch', '--seed', 'none'], '--watch follows a seed file'],
  [
    ['serve', '--watch', '--seed', 'x.json', '--data', 'y'],
    '--watch replaces all data whenever the seed file changes, and --data keeps it.',
  ],
  [['serve', '--watch', '--seed', 'x.json', '--database', 'postgres://a@b/c'], 'and --database keeps it.'],
]
for (const [args, message] of misuses) {
  test(`given "${args.join(' ')}", then the usage is refused with 2`, async () => {
    const { code, err } = await command(args)

    assert.is(code, 2)
    assert.match(err, message)
  })
}

test('given a file that does not exist at the start, then the start fails', async ({ file }) => {
  const { code, err } = await command(['serve', '--watch', '--seed', `${file}.missing`])

  assert.is(code, 1)
  assert.match(err, 'the file does not exist')
})

test.run()
