import { createRandom, type Random } from '../../fixtures/factories/random.js'
import { operationIds } from '../../server/core/index.js'
import type { Memory } from '../requests/known-state.js'
import type { Steering } from '../requests/request.js'
import { beginning } from '../requests/seed.js'

/** Draws what is done to the service between the requests of a story; nothing, mostly. */
export function createSteering(seed: number): (memory: Memory) => Steering | undefined {
  const random = createRandom(seed, 'traffic steering')
  return memory => {
    if (memory.troubled && random.chance(0.05)) return { steer: 'end failures' }
    if (!random.chance(0.035)) return undefined
    return random.pick(acts)(random, memory)
  }
}

type Act = (random: Random, memory: Memory) => Steering

const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')
const changes = [
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2027-03-28T00:59:59Z',
  '2026-12-31T23:59:59Z',
  '2028-02-29T12:00:00Z',
]

const advance: Act = random => ({
  steer: 'advance clock',
  seconds: random.pick([0.5, 1, 59, 60, 90, 298, 299, 300, 301, 3_600, 86_399, 86_400, -1, -400]),
})

const fail: Act = random => ({
  steer: 'plan failure',
  failure: {
    with: random.pick([400, 401, 404, 429, 500, 503, 599, 'network error'] as const),
    ...(random.chance(0.7) && { operation: random.pick(operationIds) }),
    ...(random.chance(0.4) && { times: random.pick([1, 2, 5, 'always'] as const) }),
    ...(random.chance(0.4) && { when: random.pick(['before', 'after'] as const) }),
    ...(random.chance(0.2) && { code: 'planned', message: 'On purpose "ü" 😀' }),
    ...(random.chance(0.2) && {
      headers: random.pick([
        { 'retry-after': '7' },
        { 'Retry-After': '7' },
        { 'Content-Type': 'text/plain' },
        { 'x-y': 'z' },
      ]),
    }),
  },
})

const limitRate: Act = (random, { accounts }) => ({
  steer: 'limit rate',
  requests: random.pick([3, 10, 40, 100_000]),
  email: random.chance(0.8) ? random.pick(accounts).email : 'nobody@elsewhere.example',
})

const addUser: Act = (random, { accounts }) => {
  const taken = random.pick(accounts)
  return {
    steer: 'add user',
    account: {
      id: random.chance(0.9) ? `new-${random.whole(1, 9)}` : taken.id,
      email: random.pick([
        `new-${random.whole(1, 9)}@elsewhere.example`,
        'ADA@new.example',
        'straße@x',
        taken.email.toUpperCase(),
      ]),
      password: 'a new one',
      timezone: random.pick(['Europe/Berlin', 'Asia/Tehran', 'Antarctica/Troll', 'America/St_Johns', 'UTC']),
      ...(random.chance(0.3) && { collaboration_limit: random.whole(0, 2) }),
      ...(random.chance(0.3) && { request_rate_limit: random.pick([5, 50]) }),
      ...(random.chance(0.2) && { allow_collaboration: false }),
    },
  }
}

const addSchedule: Act = (random, { accounts }) => ({
  steer: 'add schedule',
  schedule: {
    id: random.pick([`new-${random.whole(1, 9)}`, 'hasOwnProperty', '~', '...', 'X']),
    owner: random.chance(0.9) ? random.pick(accounts).email : 'nobody@elsewhere.example',
  },
})

const acts: readonly Act[] = [
  ...Array<Act>(14).fill(advance),
  ...Array<Act>(5).fill(fail),
  ...Array<Act>(2).fill(limitRate),
  ...Array<Act>(2).fill(() => ({ steer: 'end failures' })),
  ...Array<Act>(3).fill(random => ({ steer: 'take snapshot', id: `kept-${random.whole(1, 4)}` })),
  ...Array<Act>(3).fill(random => ({ steer: 'restore snapshot', id: `kept-${random.whole(1, 5)}` })),
  addUser,
  ...Array<Act>(2).fill(addSchedule),
  () => ({ steer: 'reset' }),
  ...Array<Act>(2).fill(random => ({
    steer: 'set variety',
    variety: {
      ...(random.chance(0.7) && { collaborator_id: random.pick(['integer', 'string'] as const) }),
      ...(random.chance(0.7) && { profile_completed: random.pick(['boolean', 'integer'] as const) }),
    },
  })),
  random => ({ steer: 'set latency', ms: random.pick([0, 0, 1, [0, 1]] as const) }),
  ...Array<Act>(2).fill(random => ({ steer: 'set clock', now: random.pick([...changes, iso(beginning)]) })),
  () => ({ steer: 'freeze clock' }),
  () => ({ steer: 'run clock' }),
  () => ({ steer: 'reset clock' }),
]
