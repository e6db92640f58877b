import type { Latency, SessionIdentity, SessionInstance } from '../../server/control/index.js'
import { type Demo, type RequestLog, withDocuments } from '../../server/http/index.js'
import { createControlled } from '../engine/controlled.js'
import { type EngineOptions, startEngine } from '../engine/engine.js'

export interface ServedOptions extends EngineOptions {
  log: RequestLog
  /** The URL that links begin with; by default the origin of the request. */
  publicUrl: string | undefined
  /** The response delay at startup and after each reset. */
  delay: Latency
  demo: Demo | undefined
  isControlled: boolean
  version: string
  /** The session that it serves; absent if it serves requests that name no session. */
  session?: SessionIdentity
}

/** Starts a mock behind an HTTP server, with everything that the control interface needs. */
export async function startInstance(options: ServedOptions) {
  const { log, publicUrl, delay, demo, isControlled, version, session, ...rest } = options
  const { prefix = '' } = session ?? {}
  const url = publicUrl === undefined ? undefined : publicUrl + prefix
  const engine = startEngine({ ...rest, isRecording: false, onMistake: () => {} })
  engine.observe({
    // The log includes the link.
    mail: ({ kind, to, link }) =>
      log.event('mail', {
        ...{ delivery: 'outbox', kind, to },
        ...(session && { session: session.name }),
        ...(link !== undefined && { link }),
      }),
  })
  await engine.ready
  const start = engine.snapshot()
  if (url !== undefined) engine.service.settings.publicUrl = url
  const { uniqueNames } = rest
  const { controlled, countObjects } = createControlled(engine, { version, uniqueNames, delay, session })
  const instance: SessionInstance = {
    answer: withDocuments(engine.answer, { publicUrl: url, demo, version, isControlled }),
    controlled,
    async close() {
      engine.faults.clear()
      controlled.events.close()
    },
    countObjects: () => countObjects() + controlled.snapshots.countObjects(),
  }
  return { instance, start }
}
