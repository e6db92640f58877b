import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from '../../server/index.js'
import { call, resources, seed, withMock } from '../testing/api.js'

/** Runs work with a real server, in which one room has another name than in the mock. */
async function besideServer(work: (base: string) => Promise<unknown>): Promise<void> {
  // A request to it before the mock starts would leave a connection open, over which MSW 3 does not intercept requests.
  const renamed = JSON.parse(JSON.stringify(seed).replaceAll('"Tejo"', '"Real"'))
  const server = await startServer({ seed: renamed })
  try {
    await work(server.url)
  } finally {
    await server.close()
  }
}

const namesAt = async (base: string, query = '') => {
  const { body } = await call(`GET ${resources}?limit=0${query}`, { base })
  return body.data.map(({ name }: { name: string }) => name)
}

test('given operations to pass through, then the real service answers them, and the mock the others', async () => {
  await besideServer(base =>
    withMock({ baseUrl: base, passthrough: ['listResources'] }, async mock => {
      assert.ok((await namesAt(base)).includes('Real'))
      assert.is((await call(`POST ${resources}`, { base, body: { name: 'Mocked' } })).status, 201)
      assert.not.ok((await namesAt(base)).includes('Mocked'))

      await mock.idle()
      assert.equal(
        mock.requests.map(({ operation }) => operation),
        ['createResource'],
      )
    }),
  )
})

test('given a function, then it decides for each request, and may read its body', async () => {
  const passthrough = async (request: Request) =>
    request.method === 'POST' && (await request.text()).includes('Passed')
  await besideServer(base =>
    withMock({ baseUrl: base, passthrough }, async mock => {
      await call(`POST ${resources}`, { base, body: { name: 'Passed' } })
      await call(`POST ${resources}`, { base, body: { name: 'Mocked' } })

      assert.equal(
        mock.db.resource.findMany({ where: { name: { in: ['Passed', 'Mocked'] } } }).map(({ name }) => name),
        ['Mocked'],
      )
    }),
  )
})

test('given an unknown operation, then no mock is created, and the nearest is suggested', async () => {
  await withMock({ passthrough: ['updateResource' as never] }, async () => {}).then(
    () => assert.unreachable(),
    (error: Error) =>
      assert.match(
        error.message,
        /"updateResource", which is not an operation; did you mean "changeResource"\?/,
      ),
  )
})

test.run()
