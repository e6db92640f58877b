import {
  createEvents,
  createRecords,
  createSnapshots,
  type Latency,
  type SessionIdentity,
  type SessionInstance,
  seedToLoad,
} from '../../server/control/index.js'
import { Refusal, serviceDefaults } from '../../server/core/index.js'
import { type Demo, type RequestLog, withDocuments } from '../../server/http/index.js'
import { type EngineOptions, startEngine } from '../engine/engine.js'

export interface ServedOptions extends EngineOptions {
  log: RequestLog
  /** The beginning of links; by default the origin of the request. */
  publicUrl: string | undefined
  /** The delay of answers, from the start and after each reset. */
  delay: Latency
  demo: Demo | undefined
  isControlled: boolean
  version: string
  /** Whom it is for, unless it answers requests that name no session. */
  session?: SessionIdentity
}

/** Starts a mock that answers calls of an HTTP server, with everything that the control interface drives. */
export async function startInstance(options: ServedOptions) {
  const { log, publicUrl, delay, demo, isControlled, version, session, ...rest } = options
  const { prefix = '' } = session ?? {}
  const url = publicUrl === undefined ? undefined : publicUrl + prefix
  const engine = startEngine({
    ...rest,
    isRecording: false,
    onMistake: () => {},
    // With its link, for the reader of the log.
    onMail({ kind, to, link }) {
      log.event('mail', {
        ...{ delivery: 'outbox', kind, to },
        ...(session && { session: session.name }),
        ...(link !== undefined && { link }),
      })
      events.add('mail', { kind, to })
    },
  })
  const events = createEvents(engine.clock)
  await engine.ready
  const start = engine.snapshot()
  if (url !== undefined) engine.service.settings.publicUrl = url
  engine.faults.delay.set(delay)
  // Like the server's, these include requests that never reach the service.
  const records = createRecords(200)

  async function reset(): Promise<void> {
    await engine.reset()
    engine.faults.delay.set(delay)
    records.empty()
  }

  async function load(given: unknown): Promise<void> {
    const seed = seedToLoad(given, rest.uniqueNames ?? serviceDefaults.uniqueNames, session)
    await engine.load(seed).catch(({ message }: Error) => {
      throw new Refusal('invalid', message)
    })
    engine.faults.delay.set(delay)
    records.empty()
  }

  const { store, snapshot, restore } = engine
  const countRows = () => Object.values(store.db).reduce((sum, model) => sum + model.count(), 0)
  const snapshots = createSnapshots({ countObjects: countRows, snapshot, restore })
  const controlled = Object.defineProperty(
    { ...engine, records, events, snapshots, reset, load, version },
    'service',
    {
      enumerable: true,
      get: () => engine.service,
    },
  )
  const instance: SessionInstance = {
    answer: withDocuments(engine.answer, { publicUrl: url, demo, version, isControlled }),
    controlled,
    async close() {
      engine.faults.clear()
      events.close()
    },
    countObjects: () => countRows() + snapshots.countObjects(),
  }
  return { instance, start }
}
