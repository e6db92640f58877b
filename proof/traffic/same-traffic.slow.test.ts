import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operationIds } from '../../server/core/index.js'
import { worldOf } from '../requests/seed.js'
import { Difference } from './difference.js'
import { play, type Tally } from './play.js'
import { playStory } from './run.js'
import { scriptedTwin } from './scripted-implementation.js'

/*
 * The server and the mock are the same service: stories of thousands of requests, right and wrong, are played to both.
 * SCHEDKIT_TRAFFIC=100000 plays so many requests, and SCHEDKIT_TRAFFIC_SEEDS=4,5 other stories.
 */

const seeds = (process.env.SCHEDKIT_TRAFFIC_SEEDS ?? '1,2,3').split(',').map(Number)
const all = Number(process.env.SCHEDKIT_TRAFFIC ?? 4_000)
const whole: Tally = new Map()

for (const seed of seeds) {
  test(`given the requests of story ${seed}, then server, mock and mock over HTTP answer, send and keep the same, byte by byte`, async () => {
    const tally = await playStory(seed, Math.ceil(all / seeds.length))

    for (const [what, count] of tally) whole.set(what, (whole.get(what) ?? 0) + count)
    assert.ok((tally.get('200') ?? 0) > all / seeds.length / 10)
  })
}

test('given all stories, then each operation was done and refused, and nearly all that can be done otherwise was', () => {
  const done = operationIds.flatMap(id => [`${id} done`, `${id} refused`])
  const statuses = [0, 200, 201, 400, 401, 403, 404, 405, 409, 413, 422, 429].map(String)
  const steering = [
    'reset',
    'take snapshot',
    'restore snapshot',
    'advance clock',
    'plan failure',
    'limit rate',
  ]
  const wanted = [...done, ...statuses, ...steering, 'set variety', 'set latency', 'activateEmail done']

  assert.equal(
    wanted.filter(what => !whole.has(what)),
    [],
  )
})

for (const [what, change] of [
  ['a byte of the body', { body: Buffer.from('{"success":true,"data":[{"id":1}] }') }],
  ['the status', { status: 201 }],
  ['a header', { headers: { 'retry-after': '5' } }],
] as const) {
  test(`given a twin that answers with another ${what}, then the story ends there, and tells both answers`, async () => {
    const world = worldOf(1)
    const story = { seed: 1, world, requests: 10 }
    const twins = [scriptedTwin('one', {}), scriptedTwin('other', { 3: change })] as const

    const difference = await play({ ...story, twins }).catch((error: unknown) => error)

    assert.instance(difference, Difference)
    assert.is((difference as Difference).about.number, 3)
    assert.match(
      (difference as Difference).message,
      /^Story 1, step 3: [A-Z]+ \/[\s\S]*--- one\n200[\s\S]*--- other\n20/,
    )
    await play({ ...story, twins: [scriptedTwin('one', {}), scriptedTwin('other', {})] })
  })
}

test('given a twin that keeps or sends something else, then the story ends with that', async () => {
  const story = { seed: 1, world: worldOf(1), requests: 2 }
  const mail = {
    id: 1,
    at: '',
    kind: 'invitation',
    to: '',
    subject: '',
    text: '',
    delivery: 'outbox',
  } as const
  const accounts = [{ id: 'x', email: 'x@example.test' }]

  for (const [what, other] of [
    ['the outbox', { ...scriptedTwin('other', {}), outbox: async () => [mail] }],
    ['the accounts', { ...scriptedTwin('other', {}), accounts: async () => accounts }],
    ['the schedules', { ...scriptedTwin('other', {}), schedules: async () => [{ id: 'x', owner: '' }] }],
    ['{"steer":"end failures"}', { ...scriptedTwin('other', {}), steer: async () => 'something else' }],
  ] as const) {
    const played = play({ ...story, twins: [scriptedTwin('one', {}), other] })
    const difference = await played.catch((error: unknown) => error)

    assert.instance(difference, Difference)
    assert.is((difference as Difference).about.what.split(', at')[0], what)
  }
})

test.run()
