import {
  createFaults,
  createOutboxBuffer,
  type Exchange,
  responseVariants,
} from '../../server/control/index.js'
import type { Played } from '../../server/control/worlds/index.js'
import {
  type Call,
  checkSeed,
  createClock,
  createService,
  type LoadableSeed,
  type Mail,
  type Mailer,
  type MovableClock,
  millisecondsOf,
  randomNumbers,
  type Service,
  serviceDefaults,
} from '../../server/core/index.js'
import { report } from '../console.js'
import type { MockOptions, PlainMockOptions } from '../mock.js'
import { createMockStore, type Snapshot } from '../store/index.js'
import { createAuthentication } from './authentication.js'
import { checked } from './checked.js'
import { createEpochs } from './epochs.js'
import { createIdSequence } from './ids.js'
import { createMistakeReporter } from './mistakes.js'
import { createReceiving } from './receiving.js'
import { createRequestRecords } from './requests.js'
import { createMockSnapshots, type MockSnapshot, type MockSnapshotData } from './snapshot.js'

/** Receives the events of an engine. */
export interface Observer {
  /** Called when a request was answered. */
  exchange?(exchange: Exchange): void
  /** Called when an e-mail was sent. */
  mail?(mail: Mail): void
  /** Called when the data were replaced by a reset, another seed or a snapshot. */
  replaced?(): void
}

export interface EngineOptions extends Omit<PlainMockOptions, 'baseUrl' | 'cors' | 'passthrough'> {
  /** The loaded seed of another mock; copying it is faster than loading the seed again. */
  start?: MockSnapshot
  /** Returns a wrapper for the request handler; called at startup and at each reset. */
  inhabit?: NonNullable<Played['inhabit']>
  /** A world that is still being loaded; requests wait for it. */
  loading?: Promise<Played> | undefined
  /** The time from which the clock runs, unless `now` stops it. @default the real time */
  begins?: string | undefined
  /** Whether requests are recorded; true by default. */
  isRecording?: boolean
}

/**
 * Starts the service on rows in memory, with everything that a test controls, but without a transport: that is either MSW
 * handlers or an HTTP server.
 */
export function startEngine(options: EngineOptions) {
  const { uniqueNames, requestRateLimit, isRecording, variety, now, ...rest } = checkedOptions(options)
  let { inhabit, begins } = rest
  const [clock, ids] = [createClock(() => Date.now()), createIdSequence()]
  const outbox = createOutboxBuffer(1_000)
  const records = createRequestRecords(clock)
  const observers = new Set<Observer>()
  const createStore = (now: () => number) => createMockStore({ uniqueNames, requestRateLimit, now })
  const store = createStore(clock.now)
  const mailer = createMailer(outbox, clock, observers)
  const authentication = createAuthentication(options.auth)
  const { passwords } = authentication
  let seed = accepted('create a mock', options.seed)
  const settings = { requestRateLimit, variety: { ...variety } }
  const faults = createFaults({ callAfter, random: randomNumbers(1), whenCutOff: 'answer' })
  const epochs = createEpochs({
    ...{ store, clock, ids, mailer, passwords, createStore, settings, defect, held: faults.holds.waiting },
    seeded: () => startRows,
  })
  const { snapshot, restore, rewind } = createMockSnapshots(store, ids)
  const mistakes = createMistakeReporter({ onMistake: options.onMistake, seeded: () => seed.users })
  let inhabited = inhabit()
  let start: MockSnapshot | undefined
  let startRows: Snapshot | undefined

  /** Parses a seed. @throws SeedError if it is not valid, or an Error if `auth` names none of its accounts */
  function accepted(action: string, given: MockOptions['seed']): LoadableSeed {
    const found = withoutHashes(checkSeed(given, uniqueNames))
    authentication.check(found, action)
    return found
  }

  function resetAtOnce(): void {
    epochs.end()
    faults.clear()
    inhabited = inhabit()
    if (start) rewind(start)
    setClock(clock, { now, begins })
    outbox.empty()
    records.empty()
    const { service } = epochs.current()
    service.clearRates()
    service.settings.variety = { ...variety }
    tellReplaced()
  }

  function tellReplaced(): void {
    for (const observer of observers) observer.replaced?.()
  }

  function restoreAll(wanted: MockSnapshot | MockSnapshotData): void {
    if (!start) throw notReady('restore()')
    // Counts are not data, so a reset keeps them.
    epochs.end(epochs.current().service.counts)
    faults.cutOff()
    restore(wanted)
    tellReplaced()
  }

  /** Starts with a seed that was loaded into another mock, so that no request sees it half loaded. */
  async function startWith(loaded: MockSnapshot): Promise<void> {
    rewind(loaded)
    start = loaded
    startRows = store.snapshot()
    await authentication.start(store)
  }

  async function dataOf(seed: LoadableSeed): Promise<MockSnapshot> {
    const time = { now: () => now ?? begins ?? Date.now() }
    const own = { store: createStore(time.now), ids: createIdSequence() }
    const ports = { ...own, clock: time, mailer, passwords, log: { defect } }
    await createService(ports, settings).loadSeed(seed)
    return createMockSnapshots(own.store, own.ids).snapshot()
  }

  /** Starts the world once it is loaded. */
  async function enterWorld(loading: Promise<Played>): Promise<void> {
    const played = await loading
    if (played.begins !== undefined) begins = Date.parse(played.begins)
    inhabit = played.inhabit ?? inhabit
    inhabited = inhabit()
    setClock(clock, { now, begins })
  }

  setClock(clock, { now, begins })
  const ready = (async () => {
    if (options.loading) await enterWorld(options.loading)
    await startWith(options.start ?? (await dataOf(seed)))
  })()
  // Errors reach the callers that await `ready`.
  ready.catch(() => {})

  let loads: Promise<void> = Promise.resolve()

  const receive = createReceiving({
    ...{ epochs, mistakes, authentication, clock, ready, isHidden: options.challenge === 'hidden' },
    around: answer => call => inhabited(answer, faults.around)(call),
    record(exchange) {
      if (isRecording) records.add(exchange)
      for (const observer of observers) {
        // This is the user's code: an error in it must not change the response.
        try {
          observer.exchange?.(exchange)
        } catch (error) {
          report('onExchange failed:', error)
        }
      }
    },
  })
  return {
    /** Accepts a call that arrives now: it is answered from the current data, even after a reset. */
    receive,
    answer: (call: Call) => receive().answer(Promise.resolve(call)),
    get service() {
      return epochs.current().service
    },
    /** Runs a test's own work like a request, so that a reset keeps it apart from the data of the next test. */
    async during<T>(work: (service: Service) => Promise<T>): Promise<T> {
      const { service, enter } = epochs.current()
      const { leave } = enter()
      try {
        await ready
        return await work(service)
      } finally {
        leave()
      }
    },
    idle: epochs.idle,
    ...{ clock, store, ready, records, faults, snapshot, mistakes, defect },
    isReady: () => start !== undefined,
    outbox: { list: async () => outbox.list(), empty: outbox.empty, kept: outbox.list },
    restore: restoreAll,
    async reset() {
      await ready
      resetAtOnce()
    },
    resetAtOnce,
    /** Replaces the seed and resets to it. If it is not valid, nothing changes. */
    async load(given: MockOptions['seed']) {
      if (given === undefined) {
        throw new Error('Failed to load a seed: it is missing. Pass one, or {} for a mock without data.')
      }
      const next = accepted('load a seed', given)
      const load = async () => {
        const loaded = await dataOf(next)
        await ready
        seed = next
        resetAtOnce()
        await startWith(loaded)
      }
      // In sequence, so that the last call wins.
      const turn = loads.then(load)
      loads = turn.catch(() => {})
      await turn
    },
    /** Adds an observer; the returned function removes it. */
    observe(observer: Observer): () => void {
      observers.add(observer)
      return () => void observers.delete(observer)
    },
  }
}

export type Engine = ReturnType<typeof startEngine>

/** Checks the options and fills in defaults. @throws {Error} if one is not valid */
const checkedOptions = ({
  uniqueNames = serviceDefaults.uniqueNames,
  requestRateLimit = serviceDefaults.requestRateLimit,
  isRecording = true,
  inhabit = () => (answer, planned) => planned(answer),
  begins,
  now,
  variety = {},
}: EngineOptions) => ({
  ...{ uniqueNames, requestRateLimit, isRecording, inhabit },
  begins: begins === undefined ? undefined : Date.parse(begins),
  now: now === undefined ? undefined : millisecondsOf(now, 'create a mock'),
  variety: checked('create a mock', responseVariants, variety),
})

function defect(error: unknown, about = 'a request'): void {
  report(`schedkit failed to answer ${about}:`, error)
}

/** Stops a clock at the time of the options; otherwise it runs, from the time of the world if that has one. */
function setClock(
  clock: MovableClock,
  { now, begins }: { now: number | undefined; begins: number | undefined },
): void {
  clock.reset()
  if (now !== undefined) clock.freeze()
  const time = now ?? begins
  if (time !== undefined) clock.set(time)
}

const createMailer = (
  outbox: ReturnType<typeof createOutboxBuffer>,
  clock: { now(): number },
  observers: ReadonlySet<Observer>,
): Mailer => ({
  keep: mail => () => {
    outbox.put({ at: new Date(clock.now()).toISOString(), ...mail, delivery: 'outbox' })
    for (const observer of observers) observer.mail?.(mail)
  },
})

export const notReady = (what: string) =>
  new Error(`Failed to use mock.${what}: the seed is still being loaded. Await mock.ready first.`)

/** Removes the password hashes of a seed, which the server made: the mock uses the passwords next to them. */
const withoutHashes = (seed: LoadableSeed): LoadableSeed => ({
  ...seed,
  users: seed.users.map(({ password_hash: _, ...user }) => user),
})

/** Calls `done` after a number of milliseconds (fake time if fake timers are installed). Returns a function that cancels it. */
function callAfter(milliseconds: number, done: () => void): () => void {
  const timer = setTimeout(done, milliseconds)
  return () => clearTimeout(timer)
}
