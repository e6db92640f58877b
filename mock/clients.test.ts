import axios from 'axios'
import ky from 'ky'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { baseUrl, credentials, failureOf, isMsw2, mira, pause, resources, withMock } from './testing/api.js'

/*
 * Clients of other libraries when a test ends while their request is in progress.
 */

const headers = { authorization: credentials(mira) }
const clients: Record<string, (url: string, signal?: AbortSignal) => Promise<unknown>> = {
  ky: (url, signal) => ky(url, { headers, ...(signal && { signal }) }).json(),
  'axios with fetch': (url, signal) => axios(url, { headers, adapter: 'fetch', ...(signal && { signal }) }),
  'axios with node:http': (url, signal) =>
    axios(url, { headers, adapter: 'http', ...(signal && { signal }) }),
}

for (const [name, get] of Object.entries(clients)) {
  test(`given ${name} and a test that ends at once, then nothing is rejected, and the next test does not see its request`, async () => {
    await withMock({}, async mock => {
      const held = mock.hold()
      const sent = get(`${baseUrl}${resources}?fields=name`)
      // The library may take a moment to send.
      while (held.waiting === 0) await pause(1)

      mock.reset()
      await sent

      await get(`${baseUrl}${resources}?fields=id`)
      await mock.idle()
      assert.equal(
        mock.requests.map(({ query }) => query),
        [{ fields: 'id' }],
      )
    })
  })
}

for (const [name, get] of Object.entries(clients)) {
  const isTold = !isMsw2 || !name.includes('node:http')
  test(`given ${name} that gives up, then its request is ${isTold ? '' : 'not '}marked`, async () => {
    await withMock({}, async mock => {
      const held = mock.hold()
      const leaving = new AbortController()
      const sent = failureOf(get(`${baseUrl}${resources}`, leaving.signal))
      while (held.waiting === 0) await pause(1)
      leaving.abort()
      await sent
      held.stop()
      await mock.idle()

      assert.equal(
        mock.requests.map(({ aborted }) => aborted),
        [isTold ? true : undefined],
      )
    })
  })
}

test('given ky and a request held during a reset, then it is not retried', async () => {
  await withMock({}, async mock => {
    const held = mock.hold('listResources')
    const sent = clients.ky?.(`${baseUrl}${resources}`)
    while (held.waiting === 0) await pause(1)

    mock.reset()
    await sent
    await mock.idle()

    assert.equal(mock.requests, [])
  })
})

test.run()
