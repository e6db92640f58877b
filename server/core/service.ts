import type { LoadableSeed } from './contract/seed.js'
import { createDispatch } from './dispatch.js'
import type { Handler } from './error-boundary.js'
import { createLoginThrottle } from './login-throttle.js'
import { linkTargets, operations } from './operations/index.js'
import type { Ports, Settings } from './ports.js'
import { createRateWindow } from './rate.js'
import { loadSeed } from './seed.js'

/** The whole service: every operation of the document. */
export interface Service {
  /** Handles a call; it never throws. */
  answer: Handler
  /** Replaces all data with that of a seed, with the same ids each time, and restarts rate limits. */
  loadSeed(seed: LoadableSeed): Promise<void>
  /** Resets the counts of requests and wrong passwords. */
  clearRates(): void
  ports: Ports
  settings: Settings
}

/** Creates the service from its ports and settings. */
export function createService(ports: Ports, settings: Settings): Service {
  const rate = createRateWindow()
  const throttle = createLoginThrottle()
  const ids = new Map<string, string>()

  function idOf(email: string): string {
    const id = ids.get(email) ?? ports.ids.user()
    ids.set(email, id)
    return id
  }

  function clearRates(): void {
    rate.clear()
    throttle.clear()
  }

  return {
    answer: createDispatch({ operations, linkTargets, ports, settings, rate, throttle }),
    async loadSeed(seed) {
      await loadSeed(seed, { ports, settings, idOf })
      clearRates()
    },
    clearRates,
    ports,
    settings,
  }
}
