import { serveMock } from '../../mock/serve/index.js'
import { startServer } from '../../server/index.js'
import { controlToken } from '../requests/http-client.js'
import { beginning, worldOf } from '../requests/seed.js'
import { wiredTwin } from './http-implementation.js'
import type { Twin } from './implementation.js'
import { mockTwin } from './mock-implementation.js'
import { play, type Tally } from './play.js'

const host = 'api.example.test'
const baseUrl = `http://${host}`

/** Plays a story to the server, to the mock in this process and to the mock over HTTP, all three begun anew. */
export async function playStory(seed: number, requests: number): Promise<Tally> {
  const world = worldOf(seed)
  const choices = {
    seed: world,
    ...(seed % 3 === 0 && { uniqueNames: 'schedule' as const, requestRateLimit: 60_000 }),
  }
  return whileTimeStands(async () => {
    const twins: Twin[] = []
    try {
      // Links begin with the public URL where there is one, and else with what the caller knows the service by.
      const server = await startServer({
        ...choices,
        controlToken,
        ...(seed % 2 === 0 && { publicUrl: baseUrl }),
      })
      twins.push(wiredTwin('the server', server, host))
      twins.push(await mockTwin({ ...choices, baseUrl }))
      twins.push(wiredTwin('the mock over HTTP', await serveMock({ ...choices, controlToken }), host))
      return await play({ seed, world, requests, twins: twins as [Twin, ...Twin[]] })
    } finally {
      for (const twin of twins) await twin.close()
    }
  })
}

/** Lets the real time stand still, which services begin with and go back to on a reset. */
export async function whileTimeStands<Result>(work: () => Promise<Result>): Promise<Result> {
  const { now } = Date
  Date.now = () => beginning
  try {
    return await work()
  } finally {
    Date.now = now
  }
}
