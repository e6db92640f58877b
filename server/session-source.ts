import type { SessionIdentity, SessionInstance } from './control/index.js'
import {
  createClock,
  type LoadableSeed,
  loadSeed,
  Refusal,
  type Service,
  type UniqueNames,
} from './core/index.js'
import type { Demo } from './http/index.js'
import { createInstance, type Shared } from './instance.js'
import { randomIds } from './secrets.js'
import { openSqlStore } from './storage/index.js'

interface SessionSourceOptions extends Shared {
  seed: LoadableSeed
  uniqueNames: UniqueNames
  demo: Demo | undefined
}

/** Creates in-memory instances. The seed is loaded for the first one; the others, and resets, copy its rows. */
export function createSessionSource(options: SessionSourceOptions) {
  const { seed, uniqueNames } = options
  let rows: ReturnType<typeof loadRows> | undefined

  async function loadRows() {
    const store = await openSqlStore({ uniqueNames })
    try {
      const { passwords, settings } = options
      const ports = { store, passwords, clock: createClock(Date.now) }
      await loadSeed(seed, { ports, settings, idOf: randomIds.user })
      return await store.snapshot()
    } finally {
      await store.close()
    }
  }

  return async (session: SessionIdentity): Promise<SessionInstance> => {
    rows ??= loadRows()
    const start = await rows
    const store = await openSqlStore({ uniqueNames })
    const reload = async (service: Service) => {
      await store.restore(start)
      await service.clearRates()
    }
    const instance = createInstance({
      ...{ ...options, store, reload, session },
      isControlled: true,
    })
    const { service, snapshots } = instance.controlled
    await reload(service)
    return { ...instance, countObjects: () => store.countObjects() + snapshots.countObjects() }
  }
}

/** Replaces a session source for persistent data: without a copy for each session, requests would write to the data itself. */
export const refuseSessions = async (): Promise<never> => {
  throw new Refusal(
    'bad_request',
    'Sessions need data in memory: start the server without --data and --database, or name no session',
  )
}
