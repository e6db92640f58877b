import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operationIds } from '../../server/core/index.js'
import type { ApiResponse } from '../requests/http.js'
import { createSeed } from '../requests/seed.js'
import { Difference } from './comparison.js'
import { converse, type Tally } from './conversation.js'
import type { Implementation } from './implementation.js'
import { runConversation } from './run.js'

/*
 * The server and the mock behave alike: both receive thousands of requests, valid and invalid, and must answer the same.
 * SCHEDKIT_TRAFFIC=100000 sends that many requests, and SCHEDKIT_TRAFFIC_SEEDS=4,5 runs other conversations.
 */

const seeds = (process.env.SCHEDKIT_TRAFFIC_SEEDS ?? '1,2,3').split(',').map(Number)
const all = Number(process.env.SCHEDKIT_TRAFFIC ?? 2_000)
const whole: Tally = new Map()

for (const seed of seeds) {
  test(`given conversation ${seed}, then server, mock and mock over HTTP answer, mail and store the same, byte by byte`, async () => {
    const tally = await runConversation(seed, Math.ceil(all / seeds.length))

    for (const [what, count] of tally) whole.set(what, (whole.get(what) ?? 0) + count)
    assert.ok((tally.get('200') ?? 0) > all / seeds.length / 10)
  })
}

test('given all conversations, then each operation succeeded and was refused, and nearly every action occurred', () => {
  const done = operationIds.flatMap(id => [`${id} done`, `${id} refused`])
  const statuses = [0, 200, 201, 400, 401, 403, 404, 405, 409, 413, 422, 429].map(String)
  const actions = [
    'reset',
    'take snapshot',
    'restore snapshot',
    'advance clock',
    'plan failure',
    'limit rate',
  ]
  const wanted = [...done, ...statuses, ...actions, 'set variety', 'set latency', 'activateEmail done']

  assert.equal(
    wanted.filter(what => !whole.has(what)),
    [],
  )
})

const response: ApiResponse = {
  status: 200,
  headers: {},
  body: Buffer.from('{"success":true,"data":[{"id":1}]}'),
}

/** An implementation that gives the same response to every request except those with these numbers. */
function scripted(name: string, others: Readonly<Record<number, Partial<ApiResponse>>> = {}): Implementation {
  let number = 0
  return {
    name,
    canReceive: () => true,
    async send() {
      number++
      return { ...response, ...others[number] }
    },
    act: async () => 'done',
    accounts: async () => [],
    schedules: async () => [],
    outbox: async () => [],
    async close() {},
  }
}

for (const [what, change] of [
  ['a byte of the body', { body: Buffer.from('{"success":true,"data":[{"id":1}] }') }],
  ['the status', { status: 201 }],
  ['a header', { headers: { 'retry-after': '5' } }],
] as const) {
  test(`given an implementation that differs in ${what}, then the conversation ends there and shows both responses`, async () => {
    const conversation = { seed: 1, data: createSeed(1), requests: 10 }
    const implementations = [scripted('one'), scripted('other', { 3: change })] as const

    const difference = await converse({ ...conversation, implementations }).catch((error: unknown) => error)

    assert.instance(difference, Difference)
    assert.is((difference as Difference).about.step, 3)
    assert.match(
      (difference as Difference).message,
      /^Conversation 1, step 3: [A-Z]+ \/[\s\S]*--- one\n200[\s\S]*--- other\n20/,
    )
    await converse({ ...conversation, implementations: [scripted('one'), scripted('other')] })
  })
}

test('given an implementation that stores or mails something else, then the conversation ends with that', async () => {
  const conversation = { seed: 1, data: createSeed(1), requests: 2 }
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
    ['the outbox', { ...scripted('other'), outbox: async () => [mail] }],
    ['the accounts', { ...scripted('other'), accounts: async () => accounts }],
    ['the schedules', { ...scripted('other'), schedules: async () => [{ id: 'x', owner: '' }] }],
    ['end failures', { ...scripted('other'), act: async () => 'something else' }],
  ] as const) {
    const ended = converse({ ...conversation, implementations: [scripted('one'), other] })
    const difference = await ended.catch((error: unknown) => error)

    assert.instance(difference, Difference)
    assert.is((difference as Difference).about.what.split(', ')[0], what)
  }
})

test.run()
