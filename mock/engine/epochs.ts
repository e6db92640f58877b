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
import { sleep } from './sleep.js'

/** The ports that the service of an epoch works with. */
interface World {
  store: Store
  clock: Clock
  ids: Ids
  mailer: Mailer
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
  /** The rows that the mock starts with, once they are loaded. */
  seeded(): Snapshot | undefined
}

/**
 * The number of turns of the event loop that a client may take to send a request, and to send the next one after an answer. Each takes
 * a millisecond at least; in a busy process, the time alone would say nothing.
 */
const turns = 5

async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await sleep(1)
}

/**
 * Keeps the requests of one epoch away from the data of the next. A reset or restore moves those in progress to a copy of
 * the data that they were sent to, and they are answered from it.
 */
export function createEpochs(options: EpochsOptions) {
  const { store, clock, ids, mailer, passwords, defect } = options
  let inProgress = 0
  const waiting: (() => void)[] = []
  let current = begin(options.settings)

  /** The time between two resets or restores. Its service answers the requests of that time, however late. */
  function begin(settings: Settings, counts?: Service['counts']) {
    let world: World = { store, clock, ids, mailer }
    let own = 0
    /** Work that a reset overtakes is undone, and done again on the copy. */
    const port =
      (kind: 'read' | 'write') =>
      async <T>(work: (rows: Repositories) => Awaitable<T>): Promise<T> => {
        const before = world
        try {
          const value = await before.store[kind](rows => {
            if (world !== before) throw new Restored()
            return work(rows)
          })
          // The write is in the copy, too.
          if (world === before || kind === 'write') return value
        } catch (error) {
          if (world === before || (kind === 'write' && !(error instanceof Restored))) throw error
        }
        return world.store[kind](work)
      }
    const service = createService(
      {
        store: { read: port('read'), write: port('write') },
        clock: { now: () => world.clock.now() },
        ids: {
          user: () => world.ids.user(),
          schedule: () => world.ids.schedule(),
          secret: () => world.ids.secret(),
        },
        mailer: { send: mail => world.mailer.send(mail) },
        passwords,
        log: { defect },
      },
      settings,
      counts,
    )
    const epoch = {
      service,
      isOver: false,
      isBusy: () => own > 0,
      /** Registers a request in progress, until the returned function is called. */
      enter() {
        own++
        inProgress++
        let isInside = true
        return () => {
          if (!isInside) return
          isInside = false
          own--
          inProgress--
          if (inProgress > 0) return
          for (const resolve of waiting.splice(0)) resolve()
        }
      },
      moveTo(past: World) {
        epoch.isOver = true
        world = past
      },
    }
    return epoch
  }

  /** A copy of the present, made when it is first used. */
  function copyOfPresent(): World {
    // Before, nothing but the seed is being written.
    if (options.seeded()) store.abandon()
    const rows = options.seeded() && store.snapshot()
    const time = createClock(() => Date.now())
    if (clock.frozen) time.freeze()
    time.set(clock.now())
    const sequence = createIdSequence()
    sequence.continueFrom(ids.counters())
    let copied: MockStore | undefined
    const copy = (): MockStore => {
      if (copied) return copied
      copied = options.createStore(time.now)
      const all = rows ?? options.seeded()
      if (all) copied.restore(all)
      return copied
    }
    return {
      store: { read: work => copy().read(work), write: work => copy().write(work) },
      clock: time,
      ids: sequence,
      mailer: { send() {} },
    }
  }

  return {
    current: () => current,

    /** Ends the epoch; call it before the data change. Without requests in progress, there is nothing to keep apart. */
    end(counts?: Service['counts']): void {
      if (!current.isBusy()) return
      current.moveTo(copyOfPresent())
      current = begin({ ...current.service.settings }, counts)
    },

    /** Resolves once no request is in progress, and none has followed from the last answers. */
    async idle(): Promise<void> {
      await takeTurns()
      do {
        if (inProgress > 0) await new Promise<void>(resolve => waiting.push(resolve))
        await takeTurns()
      } while (inProgress > 0)
    },
  }
}
