import { createLoginThrottle, type LoginThrottle } from './access/login-throttle.js'
import { createRateWindow, type RateLimiter } from './access/rate.js'
import type { LoadableSeed } from './contract/seed.js'
import { createDispatch } from './dispatch.js'
import { linkTargets, operations } from './operations/index.js'
import type { Ports, Settings } from './ports.js'
import { loadSeed } from './seed.js'
import type { Call, Reply } from './wire/call.js'

/** The counts of requests and of wrong passwords. */
export interface Counts {
  rate: RateLimiter
  throttle: LoginThrottle
}

/** The whole service: every operation of the document. */
export interface Service {
  /** Handles a call; it never throws. */
  answer(call: Call): Promise<Reply>
  /** Replaces all data with that of a seed, with the same ids each time, and restarts rate limits. */
  loadSeed(seed: LoadableSeed): Promise<void>
  /** Resets the counts of requests and wrong passwords. */
  clearRates(): Promise<void>
  counts: Counts
  ports: Ports
  settings: Settings
}

/** Creates the service from its ports and settings; it may share its counts with other services. */
export function createService(ports: Ports, settings: Settings, given?: Counts): Service {
  const counts = given ?? { rate: createRateWindow(), throttle: createLoginThrottle() }
  const { rate, throttle } = counts
  const { clock } = ports
  // Processes that share counts only have the time of day in common.
  const time = given ? clock.now : (clock.steady ?? clock.now)
  const ids = new Map<string, string>()

  function idOf(email: string): string {
    const id = ids.get(email) ?? ports.ids.user()
    ids.set(email, id)
    return id
  }

  async function clearRates(): Promise<void> {
    await rate.clear()
    await throttle.clear()
  }

  return {
    answer: createDispatch({ operations, linkTargets, ports, settings, rate, throttle, time }),
    async loadSeed(seed) {
      await loadSeed(seed, { ports, settings, idOf })
      await clearRates()
    },
    clearRates,
    counts,
    ports,
    settings,
  }
}
