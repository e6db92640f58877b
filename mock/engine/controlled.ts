import {
  type Controlled,
  createEvents,
  createRecords,
  createSnapshots,
  type Latency,
  type SessionIdentity,
  seedToLoad,
} from '../../server/control/index.js'
import { Refusal, serviceDefaults, type UniqueNames } from '../../server/core/index.js'
import type { Engine } from './engine.js'

interface ControlledOptions {
  version: string
  uniqueNames?: UniqueNames | undefined
  /** The response delay after each reset; none by default. */
  delay?: Latency
  /** The session that it serves; absent if it serves requests that name no session. */
  session?: SessionIdentity | undefined
}

/** Returns everything that the control interface needs of an engine. */
export function createControlled(engine: Engine, options: ControlledOptions) {
  const { version, uniqueNames = serviceDefaults.uniqueNames, delay = 0, session } = options
  const events = createEvents(engine.clock)
  // These include requests that never reach the service.
  const records = createRecords(200)
  engine.observe({ mail: ({ kind, to }) => events.add('mail', { kind, to }) })

  function begin(): void {
    engine.faults.delay.set(delay)
    records.empty()
  }

  async function reset(): Promise<void> {
    await engine.reset()
    begin()
  }

  async function load(given: unknown): Promise<void> {
    await engine.load(seedToLoad(given, uniqueNames, session)).catch(({ message }: Error) => {
      throw new Refusal('invalid', message)
    })
    begin()
  }

  const { store, snapshot, restore } = engine
  const countObjects = () => Object.values(store.db).reduce((sum, model) => sum + model.count(), 0)
  const controlled: Controlled = {
    ...{ clock: engine.clock, outbox: engine.outbox, faults: engine.faults },
    ...{ records, events, reset, load, version },
    get service() {
      return engine.service
    },
    snapshots: createSnapshots({ countObjects, snapshot, restore }),
  }
  begin()
  return { controlled, countObjects }
}
