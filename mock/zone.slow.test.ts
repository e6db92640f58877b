import * as assert from 'uvu/assert'
import { bundle } from './testing/bundle.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import { runProgram } from './testing/program.js'
import { serveSite, workerFile } from './testing/site.js'

/*
 * Zone.js replaces Promise, timers and XMLHttpRequest in every Angular application that uses it. Promises of async functions are
 * not instances of its Promise.
 */

const test = browserSuite('the mock with zone.js')

/** Uses everything asynchronous, and returns the results. */
const work = `
  const url = 'https://api.example.com/v1/schedules/lisbon-studio/resources'
  const headers = { authorization: 'Basic ' + btoa('mira@ribeira.example:mira-demo') }
  const list = async () => {
    const response = await fetch(url, { headers })
    const { data, error } = await response.json()
    return data?.length ?? error.code
  }
  const create = async name => (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) })).status
  const seen = [await Zone.current.fork({ name: 'component' }).run(list), await create('Attic'), await create('Attic')]

  mock.latency(20)
  seen.push(await list())
  mock.latency(0)
  const held = mock.hold('listResources')
  const waiting = list()
  while (held.waiting === 0) await new Promise(resolve => setTimeout(resolve, 5))
  held.release()
  held.stop()
  seen.push(await waiting)
  mock.fail({ operation: 'listResources', with: 503 })
  seen.push(await list(), await list())
  mock.restore(mock.snapshot())
  await mock.rateLimit(1)
  seen.push(await list(), await list())
  void list()
  await mock.idle()
  mock.reset()
  seen.push(await list(), globalThis.Promise.name)
`
const expected = [5, 201, 409, 6, 6, 'unavailable', 6, 6, 'rate_limited', 5, 'ZoneAwarePromise']

test('given zone.js in Node.js, then the mock answers as without it', async () => {
  const output = await runProgram(
    `const mock = startMock({ baseUrl: 'https://api.example.com', seed })
    ${work}
    console.log(JSON.stringify(seen))
    mock.close()`,
    ['--import', 'zone.js/node'],
  )

  assert.equal(JSON.parse(output), expected)
})

test('given a page with zone.js whose build lowers async functions, then the mock answers as without it', async ({
  context,
}) => {
  const program = `
    import 'zone.js'
    import { demo } from 'schedkit/fixtures'
    import { startMock } from 'schedkit/mock/browser'
    globalThis.run = async () => {
      const mock = await startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: 0 }), persist: true, quiet: true })
      ${work}
      return seen
    }`
  // Angular's own build does this, so that zone.js tracks every await.
  const { text } = await bundle(program, { supported: { 'async-await': false } })
  const site = await serveSite({
    '/': '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
    '/main.js': text,
    '/mockServiceWorker.js': workerFile,
  })
  const page = await context.newPage()
  const heard = listenTo(page)
  try {
    await page.goto(site.url)

    const seen = await page.evaluate('run()')

    assert.equal(seen, expected)
    assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
  } finally {
    await page.close()
    await site.close()
  }
})

test.run()
