import { sleep } from '../../server/control/index.js'
import {
  type Awaitable,
  type Clock,
  createClock,
  createService,
  type Ids,
  type Mailer,
  type MovableClock,
  type Passwords,
  type Repositories,
  type Service,
  type Settings,
  type Store,
} from '../../server/core/index.js'
import { type MockStore, Restored, type Snapshot } from '../store/index.js'
import { createIdSequence, type IdSequence } from './ids.js'

/** The ports that the service of an epoch uses. */
interface World {
  store: Store
  clock: Clock
  ids: Ids
  mailer: Mailer
}

/** The time between two resets or restores. Its service answers all requests that arrived in it, however late. */
export interface Epoch {
  readonly service: Service
  readonly isOver: boolean
  /** Registers a request in progress. */
  enter(): Entry
}

/** A request in progress. */
interface Entry {
  /** Called when its body has arrived. Once the epoch has ended, nothing waits for a body: it may never arrive. */
  arrive(): void
  /** Called when it has been answered. */
  leave(): void
}

export interface Epochs {
  current(): Epoch
  /** Ends the epoch; call it before the data change. Does nothing if no request is in progress. */
  end(counts?: Service['counts']): void
  /** Resolves once no requests except held ones are in progress, and the last responses led to no further ones. */
  idle(): Promise<void>
}

interface EpochsOptions {
  store: MockStore
  clock: MovableClock
  ids: IdSequence
  mailer: Mailer
  passwords: Passwords
  settings: Settings
  defect(error: unknown, about?: string): void
  /** Creates an empty store. */
  createStore(now: () => number): MockStore
  /** The number of held requests. */
  held(): number
  /** The rows that the mock starts with, once they are loaded. */
  seeded(): Snapshot | undefined
}

/**
 * The number of turns of the event loop that a client may take to send a request, and to send the next one after a
 * response. Each takes at least a millisecond. A timeout alone would be unreliable in a busy process.
 */
const turns = 5

/**
 * Keeps the requests of one epoch away from the data of the next. A reset or restore moves those in progress to a copy of
 * the data that they were sent to, and they are answered from it.
 */
export function createEpochs(options: EpochsOptions): Epochs {
  const { store, clock, ids, mailer, passwords, defect, held } = options
  let inProgress = 0
  let current = begin(options.settings)

  function begin(settings: Settings, counts?: Service['counts']) {
    const { ports, moveTo } = createMovablePorts({ store, clock, ids, mailer })
    let own = 0
    const arriving = new Set<Entry>()
    const epoch = {
      service: createService({ ...ports, passwords, log: { defect } }, settings, counts),
      isOver: false,
      isBusy: () => own > 0,
      enter() {
        own++
        inProgress++
        let isInside = true
        const entry: Entry = {
          arrive: () => void arriving.delete(entry),
          leave() {
            entry.arrive()
            if (!isInside) return
            isInside = false
            own--
            inProgress--
          },
        }
        arriving.add(entry)
        return entry
      },
      moveTo(past: World) {
        epoch.isOver = true
        moveTo(past)
        for (const entry of arriving) entry.leave()
      },
    }
    return epoch
  }

  return {
    current: () => current,

    end(counts) {
      if (!current.isBusy()) return
      current.moveTo(copyPresent(options))
      current = begin({ ...current.service.settings }, counts)
    },

    async idle() {
      for (let quiet = 0; quiet < turns; quiet = inProgress > held() ? 0 : quiet + 1) await sleep(1)
    },
  }
}

/** Creates ports that can be moved to a copy of the data. Work interrupted by a move is undone and repeated on the copy. */
function createMovablePorts(present: World): { ports: World; moveTo(past: World): void } {
  let world = present

  const port =
    (kind: 'read' | 'write') =>
    async <T>(work: (rows: Repositories) => Awaitable<T>): Promise<T> => {
      const before = world
      try {
        const value = await before.store[kind](rows => {
          if (world !== before) throw new Restored()
          return work(rows)
        })
        // The copy contains the write, too.
        if (world === before || kind === 'write') return value
      } catch (error) {
        if (world === before || (kind === 'write' && !(error instanceof Restored))) throw error
      }
      return world.store[kind](work)
    }

  return {
    ports: {
      store: { read: port('read'), write: port('write') },
      clock: { now: () => world.clock.now() },
      ids: {
        user: () => world.ids.user(),
        schedule: () => world.ids.schedule(),
        secret: () => world.ids.secret(),
      },
      mailer: { keep: (mail, rows) => () => world.mailer.keep(mail, rows)() },
    },
    moveTo(past) {
      world = past
    },
  }
}

/** Copies the current ports; the store is created on first use. */
function copyPresent({ store, clock, ids, seeded, createStore }: EpochsOptions): World {
  // Until the seed is loaded, the only write in progress is that of the seed.
  if (seeded()) store.abandon()
  const rows = seeded() && store.snapshot()
  const time = createClock(() => Date.now())
  if (clock.frozen) time.freeze()
  time.set(clock.now())
  const sequence = createIdSequence()
  sequence.continueFrom(ids.counters())
  let copied: MockStore | undefined
  const copy = (): MockStore => {
    if (copied) return copied
    copied = createStore(time.now)
    const all = rows ?? seeded()
    if (all) copied.restore(all)
    return copied
  }
  return {
    store: { read: work => copy().read(work), write: work => copy().write(work) },
    clock: time,
    ids: sequence,
    mailer: { keep: () => () => {} },
  }
}
