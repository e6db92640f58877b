import {
  type Controlled,
  createFaults,
  createRecords,
  createSnapshots,
  isNetworkError,
  type Mails,
  networkError,
  type OutboxEntry,
  recordOf,
} from '../server/control/index.js'
import {
  type Answer,
  bodyLimit,
  bodyTooLarge,
  createClock,
  createService,
  parseSeed,
  type Reply,
  refused,
  type Seed,
} from '../server/core/index.js'
import { createAuthentication, hideChallenge } from './authentication.js'
import { report } from './console.js'
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
  answer: Answer
  ready: Promise<void>
  isReady(): boolean
  store: ReturnType<typeof createMockStore>
  snapshot(): MockSnapshot
  restore(snapshot: MockSnapshot | MockSnapshotData): void
  resetAtOnce(): void
  defect(error: unknown): void
}

/** The service over rows in memory, with everything around it that a test steers. */
export function startEngine(options: Omit<MockOptions, 'baseUrl'>): Engine {
  const { uniqueNames = 'service', requestRateLimit = 100_000, now, challenge = 'basic' } = options
  const seed = withoutHashes(parseSeed(options.seed ?? {}, uniqueNames))
  const clock = createClock(() => Date.now())
  const ids = createSequence()
  const outbox = createOutbox(clock)
  const records = createRecords(1_000)
  const store = createMockStore({ uniqueNames, now: clock.now })
  const authentication = createAuthentication(options.auth, seed)
  const service = createService(
    { store, clock, ids, mailer: outbox.mailer, passwords: authentication.passwords, log: { defect } },
    { requestRateLimit, ...(options.variety && { variety: options.variety }) },
  )
  const faults = createFaults({ sleep, random: createRandom() })
  const { snapshot, restore } = createMockSnapshots(store, ids)
  const noteMistake = createMistakes(options.onMistake)
  const answerFaulty = faults.around(service.answer)

  let start: MockSnapshot | undefined
  /** Counts how often all data was exchanged: an answer to a request from before is about data that is gone. */
  let era = 0

  function defect(error: unknown, about = 'a request'): void {
    if (!(error instanceof Restored)) report(`schedkit failed to answer ${about}:`, error)
  }

  function setClock(): void {
    clock.reset()
    if (now === undefined) return
    clock.freeze()
    clock.set(now)
  }

  const answer: Answer = async sent => {
    await ready
    const begin = performance.now()
    const eraOfCall = era
    const call = authentication.apply(sent)
    const reply: Reply =
      call.body.length > bodyLimit ? refused(bodyTooLarge(bodyLimit)) : await answerFaulty(call)
    if (eraOfCall !== era) return networkError
    records.add(recordOf({ call, reply, took: performance.now() - begin }, clock))
    noteMistake(call, reply)
    return challenge === 'hidden' && !isNetworkError(reply) ? hideChallenge(reply) : reply
  }

  function resetAtOnce(): void {
    if (!start) throw notReady('reset')
    era++
    restore(start)
    setClock()
    outbox.empty()
    records.empty()
    faults.clear()
    service.clearRates()
    service.settings.variety = { ...options.variety }
  }

  function restoreAll(wanted: MockSnapshot | MockSnapshotData): void {
    restore(wanted)
    era++
  }

  setClock()
  const ready = service.plant(seed).then(() => {
    start = snapshot()
  })
  // Whoever waits for it hears of it.
  ready.catch(() => {})

  return {
    answer,
    service,
    clock,
    store,
    ready,
    isReady: () => start !== undefined,
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
