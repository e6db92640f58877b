import {
  type Controlled,
  createFaults,
  createRecords,
  createSnapshots,
  isNetworkError,
  type Mails,
  networkError,
  type OutboxEntry,
  requestRecordOf,
} from '../server/control/index.js'
import {
  bodyLimit,
  bodyTooLarge,
  createClock,
  createService,
  defaultRequestRateLimit,
  type Handler,
  parseSeed,
  refused,
  type Seed,
} from '../server/core/index.js'
import { createAuthentication, hideChallenge } from './authentication.js'
import { report } from './console.js'
import { createEras } from './eras.js'
import { createSequence } from './ids.js'
import { createMistakes } from './mistakes.js'
import type { MockOptions } from './options.js'
import { createOutbox } from './outbox.js'
import { createRandom } from './random.js'
import { sleep } from './sleep.js'
import { createMockSnapshots, type MockSnapshot, type MockSnapshotData } from './snapshot.js'
import { createMockStore, Restored } from './store/index.js'

/** What moves a mock, whatever it is reached by. */
export interface Engine extends Omit<Controlled, 'version' | 'outbox'> {
  outbox: Mails & { kept(): readonly OutboxEntry[] }
  /** What answers a call that arrives at this moment. */
  receive(): Handler
  answer: Handler
  ready: Promise<void>
  isReady(): boolean
  /** Resolves when the seed is planted, and no call is under way that was cut off. */
  settled(): Promise<void>
  store: ReturnType<typeof createMockStore>
  snapshot(): MockSnapshot
  restore(snapshot: MockSnapshot | MockSnapshotData): void
  resetAtOnce(): void
  defect(error: unknown): void
}

/** The service over rows in memory, with everything around it that a test steers. */
export function startEngine(options: Omit<MockOptions, 'baseUrl'>): Engine {
  const {
    uniqueNames = 'service',
    requestRateLimit = defaultRequestRateLimit,
    now,
    challenge = 'basic',
  } = options
  const seed = withoutHashes(parseSeed(options.seed ?? {}, uniqueNames))
  const clock = createClock(() => Date.now())
  const ids = createSequence()
  const outbox = createOutbox(clock)
  const records = createRecords(1_000)
  const store = createMockStore({ uniqueNames, requestRateLimit, now: clock.now })
  const eras = createEras({ store, mailer: outbox.mailer })
  const authentication = createAuthentication(options.auth, seed)
  const { passwords } = authentication
  const service = createService(
    { store: eras.store, mailer: eras.mailer, clock, ids, passwords, log: { defect } },
    { requestRateLimit, ...(options.variety && { variety: options.variety }) },
  )
  const faults = createFaults({ sleep, random: createRandom() })
  const { snapshot, restore, rewind } = createMockSnapshots(store, ids)
  const noteMistake = createMistakes(options.onMistake)

  let start: MockSnapshot | undefined

  function defect(error: unknown, about = 'a request'): void {
    if (!(error instanceof Restored)) report(`schedkit failed to answer ${about}:`, error)
  }

  function setClock(): void {
    clock.reset()
    if (now === undefined) return
    clock.freeze()
    clock.set(now)
  }

  function receive(): Handler {
    const era = eras.now()
    const answer = faults.around(call => eras.run(era, () => service.answer(call)))
    return async sent => {
      await ready
      if (era.isOver) return networkError
      const begin = performance.now()
      const call = await authentication.apply(sent, store)
      const reply = call.body.length > bodyLimit ? refused(bodyTooLarge(bodyLimit)) : await answer(call)
      if (era.isOver) return networkError
      records.add(requestRecordOf({ call, reply, took: performance.now() - begin }, clock))
      noteMistake(call, reply)
      return challenge === 'hidden' && !isNetworkError(reply) ? hideChallenge(reply) : reply
    }
  }

  function resetAtOnce(): void {
    if (start) rewind(start)
    const given = ids.given()
    setClock()
    outbox.empty()
    records.empty()
    faults.clear()
    service.settings.variety = { ...options.variety }
    eras.end(() => {
      ids.continueFrom(given)
      service.clearRates()
    })
  }

  function restoreAll(wanted: MockSnapshot | MockSnapshotData): void {
    if (!start) throw notReady('restore()')
    restore(wanted)
    faults.delay.cutOff()
    const given = ids.given()
    eras.end(() => ids.continueFrom(given))
  }

  setClock()
  const ready = service.loadSeed(seed).then(async () => {
    start = snapshot()
    await authentication.start(store)
  })
  // Whoever waits for it hears of it.
  ready.catch(() => {})

  return {
    receive,
    answer: call => receive()(call),
    service,
    clock,
    store,
    ready,
    isReady: () => start !== undefined,
    async settled() {
      await ready
      await eras.quiet()
    },
    outbox: { list: async () => outbox.list(), empty: outbox.empty, kept: outbox.list },
    records,
    faults,
    snapshots: createSnapshots({ snapshot, restore: restoreAll }),
    snapshot,
    restore: restoreAll,
    async reset() {
      await ready
      resetAtOnce()
    },
    resetAtOnce,
    defect,
  }
}

/** What is used before the seed is planted. */
export const notReady = (what: string) =>
  new Error(`Failed to use mock.${what}: the seed is still being planted. Await mock.ready first.`)

/** A hash in a seed is the server's: the mock makes its own of the password beside it. */
const withoutHashes = (seed: Seed): Seed => ({
  ...seed,
  users: seed.users.map(({ password_hash: _, ...user }) => user),
})
