import {
  createFaults,
  createOutboxBuffer,
  createRecords,
  createSnapshots,
  isNetworkError,
  networkError,
  requestRecordOf,
} from '../server/control/index.js'
import {
  bodyLimit,
  bodyTooLarge,
  checkSeed,
  createClock,
  createService,
  defaultRequestRateLimit,
  type Handler,
  type LoadableSeed,
  type Mailer,
} from '../server/core/index.js'
import { createAuthentication, hideChallenge } from './authentication.js'
import { createMistakeReporter, report } from './console.js'
import { createEpochs } from './epochs.js'
import { createIdSequence } from './ids.js'
import type { MockOptions } from './mock.js'
import { createRandom } from './random.js'
import { sleep } from './sleep.js'
import { createMockSnapshots, type MockSnapshot, type MockSnapshotData } from './snapshot.js'
import { createMockStore, Restored } from './store/index.js'

/** A running mock without its transport: MSW handlers or an HTTP server are put in front of it. */
export type Engine = ReturnType<typeof startEngine>

/** Starts the service on rows in memory, with everything that a test controls. */
export function startEngine(options: Omit<MockOptions, 'baseUrl'>) {
  const {
    uniqueNames = 'service',
    requestRateLimit = defaultRequestRateLimit,
    now,
    challenge = 'basic',
  } = options
  const seed = withoutHashes(checkSeed(options.seed, uniqueNames))
  const clock = createClock(() => Date.now())
  const ids = createIdSequence()
  const outbox = createOutboxBuffer(1_000)
  const records = createRecords(1_000)
  const store = createMockStore({ uniqueNames, requestRateLimit, now: clock.now })
  const mailer: Mailer = {
    send: mail => void outbox.put({ at: new Date(clock.now()).toISOString(), ...mail, delivery: 'outbox' }),
  }
  const epochs = createEpochs({ store, mailer })
  const authentication = createAuthentication(options.auth, seed)
  const { passwords } = authentication
  const service = createService(
    { store: epochs.store, mailer: epochs.mailer, clock, ids, passwords, log: { defect } },
    { requestRateLimit, ...(options.variety && { variety: options.variety }) },
  )
  const faults = createFaults({ sleep, random: createRandom() })
  const { snapshot, restore, rewind } = createMockSnapshots(store, ids)
  const reportMistake = createMistakeReporter(options.onMistake)

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
    const epoch = epochs.current()
    const answer = faults.around(call => epochs.run(epoch, async () => service.answer(call)))
    return async sent => {
      await ready
      if (epoch.isOver) return networkError
      const begin = performance.now()
      const call = await authentication.apply(sent, store)
      const reply = await answer(call.body.length > bodyLimit ? { ...call, receive: refuseBody } : call)
      if (epoch.isOver) return networkError
      records.add(requestRecordOf({ call, reply, took: performance.now() - begin }, clock))
      reportMistake(call, reply)
      return challenge === 'hidden' && !isNetworkError(reply) ? hideChallenge(reply) : reply
    }
  }

  function resetAtOnce(): void {
    if (start) rewind(start)
    const counters = ids.counters()
    setClock()
    outbox.empty()
    records.empty()
    faults.clear()
    service.settings.variety = { ...options.variety }
    epochs.end(() => {
      ids.continueFrom(counters)
      service.clearRates()
    })
  }

  function restoreAll(wanted: MockSnapshot | MockSnapshotData): void {
    if (!start) throw notReady('restore()')
    restore(wanted)
    faults.delay.cutOff()
    const counters = ids.counters()
    epochs.end(() => ids.continueFrom(counters))
  }

  setClock()
  const ready = service.loadSeed(seed).then(async () => {
    start = snapshot()
    await authentication.start(store)
  })
  // Errors reach the callers that await `ready`.
  ready.catch(() => {})

  const answer: Handler = call => receive()(call)
  return {
    /** Returns the function that answers a call arriving now. A later reset cuts that call off. */
    receive,
    answer,
    service,
    clock,
    store,
    ready,
    isReady: () => start !== undefined,
    /** Resolves when the seed is loaded and every call that was cut off has ended. */
    async settled() {
      await ready
      await epochs.settled()
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

export const notReady = (what: string) =>
  new Error(`Failed to use mock.${what}: the seed is still being loaded. Await mock.ready first.`)

/** The body is at hand, but the server would have refused it while it arrived. */
const refuseBody = () => Promise.reject(bodyTooLarge(bodyLimit))

/** A hash in a seed was made by the server. The mock ignores it and uses the password next to it. */
const withoutHashes = (seed: LoadableSeed): LoadableSeed => ({
  ...seed,
  users: seed.users.map(({ password_hash: _, ...user }) => user),
})
