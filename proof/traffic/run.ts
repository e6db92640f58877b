import { serveMock } from '../../mock/serve/index.js'
import { startServer } from '../../server/index.js'
import { assertDocumented } from '../../server/testing/documented/index.js'
import { withFrozenTime } from '../requests/frozen-time.js'
import { controlToken } from '../requests/http.js'
import { createSeed, startTime } from '../requests/seed.js'
import { converse, type Tally } from './conversation.js'
import { httpImplementation, type Implementation } from './implementation.js'
import { mockImplementation } from './mock-implementation.js'

const host = 'api.example.test'
const baseUrl = `http://${host}`

/** Runs a conversation with a new server, a new mock in this process and a new mock over HTTP, or a new server on a database. */
export async function runConversation(seed: number, requests: number, database?: string): Promise<Tally> {
  const data = createSeed(seed)
  const options = {
    seed: data,
    ...(seed % 3 === 0 && { uniqueNames: 'schedule' as const, requestRateLimit: 60_000 }),
  }
  // Links begin with the public URL if there is one, and with the request's host otherwise.
  const serverOptions = { ...options, controlToken, ...(seed % 2 === 0 && { publicUrl: baseUrl }) }
  return withFrozenTime(startTime, async () => {
    const implementations: Implementation[] = []
    try {
      implementations.push(httpImplementation('the server', await startServer(serverOptions), host))
      if (database === undefined) {
        implementations.push(await mockImplementation({ ...options, baseUrl }))
        const served = await serveMock({ ...options, controlToken })
        implementations.push(httpImplementation('the mock over HTTP', served, host))
      } else {
        const stored = await startServer({ ...serverOptions, database })
        implementations.push(httpImplementation('the server on PostgreSQL', stored, host))
        for (const each of implementations) hideRemaining(each)
      }
      return await converse({
        seed,
        data,
        requests,
        implementations: implementations as [Implementation, ...Implementation[]],
        inspect: ({ method, target, body: sent }, { status, headers, body }) =>
          assertDocumented({ method, target, sent, status, headers, body: body.toString() }),
      })
    } finally {
      for (const each of implementations) await each.close()
    }
  })
}

/**
 * Processes that share a rate limit lease requests in advance, so fewer may remain, and the effect of a moved clock differs.
 * `server/shared-counts.slow.test.ts` compares these counts.
 */
function hideRemaining(implementation: Implementation): void {
  const { send } = implementation
  implementation.send = async request => {
    const response = await send(request)
    const { ratelimit } = response.headers
    if (typeof ratelimit !== 'string') return response
    return {
      ...response,
      headers: { ...response.headers, ratelimit: ratelimit.replace(/;r=\d+;t=\d+$/, ';r=0;t=0') },
    }
  }
}
