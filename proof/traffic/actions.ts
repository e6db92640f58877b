import { createRandom, type Random } from '../../fixtures/factories/random.js'
import type { Mock, MockSnapshot } from '../../mock/index.js'
import { operationIds, Refusal } from '../../server/core/index.js'
import { collections, findAccount, type KnownState } from '../requests/known-state.js'
import { startTime } from '../requests/seed.js'

/** An action on a service other than an API request. */
export interface ControlAction {
  name: string
  /** The request to the control interface. */
  control: readonly [method: string, path: string, body?: unknown]
  /** Performs the action on a mock. Returns the same data as the control interface. */
  run(target: MockTarget): unknown
  /** Set if the mock's method does not return the same data as the control interface. */
  ignoresData?: boolean
  /** Updates the known state after every implementation has accepted the action. */
  learn?(session: Session): void
}

export interface MockTarget {
  mock: Mock
  snapshots: Map<string, MockSnapshot>
}

/** The known state of a conversation: now, at its start and at each snapshot. */
export interface Session {
  readonly initial: KnownState
  state: KnownState
  readonly snapshots: Map<string, KnownState>
}

const clockAction = (
  name: string,
  control: ControlAction['control'],
  change: (clock: Mock['clock']) => void,
): ControlAction => ({
  name,
  control,
  run({ mock: { clock } }) {
    change(clock)
    return { now: new Date(clock.now()).toISOString(), frozen: clock.frozen }
  },
})

export const freezeClock = clockAction('freeze clock', ['PUT', '/clock', { frozen: true }], clock =>
  clock.freeze(),
)
const runClock = clockAction('run clock', ['PUT', '/clock', { frozen: false }], clock => clock.run())
const resetClock = clockAction('reset clock', ['DELETE', '/clock'], clock => clock.reset())
export const setClock = (now: string) =>
  clockAction('set clock', ['PUT', '/clock', { now }], clock => clock.set(new Date(now)))
const advanceClock = (seconds: number) =>
  clockAction('advance clock', ['POST', '/clock/advance', { seconds }], clock =>
    clock.advance(seconds * 1000),
  )

const reset: ControlAction = {
  name: 'reset',
  control: ['POST', '/reset'],
  run: ({ mock }) => mock.reset(),
  learn(session) {
    session.state = { ...structuredClone(session.initial), resets: session.state.resets + 1 }
  },
}

const takeSnapshot = (id: string): ControlAction => ({
  name: 'take snapshot',
  control: ['POST', '/snapshots', { id }],
  run({ mock, snapshots }) {
    snapshots.set(id, mock.snapshot())
    return { id }
  },
  learn: ({ snapshots, state }) => void snapshots.set(id, structuredClone(state)),
})

const restoreSnapshot = (id: string): ControlAction => ({
  name: 'restore snapshot',
  control: ['POST', `/snapshots/${id}/restore`],
  run({ mock, snapshots }) {
    const snapshot = snapshots.get(id)
    if (!snapshot) throw new Refusal('not_found', `There is no snapshot ${id}`)
    // Half of the snapshots are restored as if they were read from a file.
    mock.restore(/[02468]$/.test(id) ? JSON.parse(JSON.stringify(snapshot)) : snapshot)
  },
  learn(session) {
    const { links, firstLink, resets, hasFailures } = session.state
    const known = structuredClone(session.snapshots.get(id) as KnownState)
    // A reset restarts the mock's secrets, so that a secret from before it may occur again.
    const first = known.resets === resets ? firstLink : links
    session.state = { ...known, links, firstLink: first, resets, hasFailures }
  },
})

export const endFailures: ControlAction = {
  name: 'end failures',
  control: ['DELETE', '/failures'],
  run({ mock }) {
    mock.succeed()
    return []
  },
  learn({ state }) {
    state.hasFailures = false
  },
}

export const limitRate = (requests: number, email?: string): ControlAction => ({
  name: 'limit rate',
  control: ['PUT', '/rate-limit', { requests, email }],
  async run({ mock }) {
    await mock.rateLimit(requests, email)
    return { requests }
  },
})

/** Times at or near clock changes, year ends and leap days, and the start. */
const times = [
  ...['2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2027-03-28T00:59:59Z', '2026-12-31T23:59:59Z'],
  ...['2028-02-29T12:00:00Z', new Date(startTime).toISOString().replace('.000Z', 'Z')],
]
const seconds = [0.5, 1, 59, 60, 90, 298, 299, 300, 301, 3_600, 86_399, 86_400, -1, -400]
const timezones = ['Europe/Berlin', 'Asia/Tehran', 'Antarctica/Troll', 'America/St_Johns', 'UTC']
const headers: Record<string, string>[] = [
  ...[{ 'retry-after': '7' }, { 'Retry-After': '7' }, { 'Content-Type': 'text/plain' }, { 'x-y': 'z' }],
]

type Draw = (random: Random, state: KnownState) => ControlAction

const anyFailure: Draw = random => {
  const failure = {
    with: random.pick([400, 401, 404, 429, 500, 503, 599, 'network error'] as const),
    ...(random.chance(0.7) && { operation: random.pick(operationIds) }),
    ...(random.chance(0.4) && { times: random.pick([1, 2, 5, 'always'] as const) }),
    ...(random.chance(0.4) && { when: random.pick(['before', 'after'] as const) }),
    ...(random.chance(0.2) && { code: 'planned', message: 'On purpose "ü" 😀' }),
    ...(random.chance(0.2) && { headers: random.pick(headers) }),
  }
  return {
    name: 'plan failure',
    control: ['POST', '/failures', failure],
    run: ({ mock }) => mock.fail(failure),
    learn({ state }) {
      state.hasFailures = true
    },
  }
}

const anyRateLimit: Draw = (random, { accounts }) =>
  limitRate(
    random.pick([3, 10, 40, 100_000]),
    random.chance(0.8) ? random.pick(accounts).email : 'nobody@elsewhere.example',
  )

const addUser: Draw = (random, { accounts }) => {
  const existing = random.pick(accounts)
  const newEmail = () => `new-${random.whole(1, 9)}@elsewhere.example`
  const account = {
    id: random.chance(0.9) ? `new-${random.whole(1, 9)}` : existing.id,
    email: random.pick([newEmail(), 'ADA@new.example', 'straße@x', existing.email.toUpperCase()]),
    password: 'a new one',
    timezone: random.pick(timezones),
    ...(random.chance(0.3) && { collaboration_limit: random.whole(0, 2) }),
    ...(random.chance(0.3) && { request_rate_limit: random.pick([5, 50]) }),
    ...(random.chance(0.2) && { allow_collaboration: false }),
  }
  const { id, email, password } = account
  return {
    name: 'add user',
    control: ['POST', '/users', account],
    run: ({ mock }) => mock.addUser(account),
    learn: ({ state }) => void state.accounts.push({ id, email, passwords: [password] }),
  }
}

const addSchedule: Draw = (random, { accounts }) => {
  const id = random.pick([`new-${random.whole(1, 9)}`, 'hasOwnProperty', '~', '...', 'X'])
  const owner = random.chance(0.9) ? random.pick(accounts).email : 'nobody@elsewhere.example'
  return {
    name: 'add schedule',
    control: ['POST', '/schedules', { id, owner }],
    run: ({ mock }) => mock.addSchedule({ id, owner }),
    learn({ state }) {
      state.schedules.push({ id, owner: findAccount(state.accounts, owner)?.id ?? owner, collaborators: [] })
      state.ids.push(...collections.map(collection => ({ schedule: id, collection, ids: [] })))
    },
  }
}

const setVariety: Draw = random => {
  const variety = {
    ...(random.chance(0.7) && { collaborator_id: random.pick(['integer', 'string'] as const) }),
    ...(random.chance(0.7) && { profile_completed: random.pick(['boolean', 'integer'] as const) }),
  }
  return {
    name: 'set variety',
    control: ['PUT', '/variety', variety],
    run: ({ mock }) => mock.variety(variety),
    ignoresData: true,
  }
}

const setLatency: Draw = random => {
  const ms = random.pick([0, 0, 1, [0, 1]] as const)
  return {
    name: 'set latency',
    control: ['PUT', '/latency', { ms }],
    run({ mock }) {
      mock.latency(ms)
      return { ms }
    },
  }
}

const weighted: readonly (readonly [weight: number, draw: Draw])[] = [
  [14, random => advanceClock(random.pick(seconds))],
  [5, anyFailure],
  [2, anyRateLimit],
  [2, () => endFailures],
  [3, random => takeSnapshot(`kept-${random.whole(1, 4)}`)],
  [3, random => restoreSnapshot(`kept-${random.whole(1, 5)}`)],
  [1, addUser],
  [2, addSchedule],
  [1, () => reset],
  [2, setVariety],
  [1, setLatency],
  [2, random => setClock(random.pick(times))],
  [1, () => freezeClock],
  [1, () => runClock],
  [1, () => resetClock],
]
const draws = weighted.flatMap(([weight, draw]) => Array<Draw>(weight).fill(draw))

/** Generates the action before the next request: mostly none. */
export function createActionGenerator(seed: number): (state: KnownState) => ControlAction | undefined {
  const random = createRandom(seed, 'traffic steering')
  return state => {
    if (state.hasFailures && random.chance(0.05)) return endFailures
    return random.chance(0.035) ? random.pick(draws)(random, state) : undefined
  }
}
