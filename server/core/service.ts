import type { Seed } from './contract/seed.js'
import { createDispatch } from './dispatch.js'
import type { Handler } from './error-boundary.js'
import { createLoginThrottle } from './login-throttle.js'
import { linkTargets, operations } from './operations/index.js'
import type { Ports, Settings } from './ports.js'
import { createRateWindow } from './rate.js'
import { loadSeed } from './seed.js'

/** The whole service: every operation of the document, over the ports it was given. */
export interface Service {
  /** Answers one call; it never throws. */
  answer: Handler
  /** Removes everything and starts from a seed, with the same ids each time; rates start anew too. */
  loadSeed(seed: Seed): Promise<void>
  /** Forgets how many requests each user has made, and the wrong passwords. */
  clearRates(): void
  ports: Ports
  settings: Settings
}

/** Makes the service from what surrounds it. */
export function createService(ports: Ports, settings: Settings): Service {
  const rate = createRateWindow()
  const guesses = createLoginThrottle()
  const ids = new Map<string, string>()

  function idOf(email: string): string {
    const id = ids.get(email) ?? ports.ids.user()
    ids.set(email, id)
    return id
  }

  function clearRates(): void {
    rate.clear()
    guesses.clear()
  }

  return {
    answer: createDispatch({ operations, linkTargets, ports, settings, rate, guesses }),
    async loadSeed(seed) {
      await loadSeed(seed, { ports, settings, idOf })
      clearRates()
    },
    clearRates,
    ports,
    settings,
  }
}
