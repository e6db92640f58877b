import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { browserSuite, listenTo } from '../../mock/testing/chromium.js'
import { serveSite } from '../../mock/testing/site.js'
import { startServer } from '../index.js'

/*
 * Tests the built client in a page with another origin than the server.
 */

const client = readFileSync(new URL(import.meta.resolve('schedkit/client')), 'utf8')

const program = `
  import { ApiError, createClient } from './client.js'
  const scheduleId = 'lisbon-studio'
  const account = { email: 'mira@ribeira.example', password: 'mira-demo' }
  const caught = promise => promise.then(() => 'nothing', error => error)

  window.run = async baseUrl => {
    const client = createClient({ baseUrl, ...account })
    const names = []
    for await (const { name } of client.listResources({ scheduleId, limit: 2 })) names.push(name)
    const wrong = await caught(createClient({ baseUrl, ...account, password: 'wrong' }).readMe())
    const taken = await caught(client.createResource({ scheduleId, body: { name: names[0] } }))
    const signal = AbortSignal.abort()
    const here = await caught(createClient({ baseUrl: '/', ...account }).readMe())
    return {
      names,
      wrong: [wrong instanceof ApiError, wrong.status, wrong.code],
      taken: [taken.status, taken.code],
      aborted: (await caught(client.readMe({ signal }))).name,
      here: here.message,
    }
  }
`

const test = browserSuite('the client in a page')

test('it lists, reports errors, never triggers a browser password prompt, and finds the origin of the page', async ({
  context,
}) => {
  const site = await serveSite({
    '/': '<!doctype html><title>x</title><link rel="icon" href="data:,"><script type="module" src="program.js"></script>',
    '/program.js': program,
    '/client.js': client,
  })
  const server = await startServer({ seed: demo({ now: Date.UTC(2026, 10, 21) }), cors: [site.url] })
  const page = await context.newPage()
  const { errors, dialogs } = listenTo(page)

  await page.goto(site.url)
  await page.waitForFunction('window.run')
  const result = await page.evaluate(`run('${server.url}')`).finally(async () => {
    await server.close()
    await site.close()
  })

  assert.equal(result, {
    names: ['Tejo', 'Douro', 'Mondego', 'Guadiana', 'Test Tank'],
    wrong: [true, 401, 'unauthorized'],
    taken: [409, 'name_taken'],
    aborted: 'AbortError',
    here: `Failed to readMe: ${site.url}/v1/users/me answered 404 without a body. Check the baseUrl.`,
  })
  assert.equal([errors, dialogs], [[], []])
})

test.run()
