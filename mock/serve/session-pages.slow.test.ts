import type { BrowserContext } from 'playwright-core'
import * as assert from 'uvu/assert'
import { startServer } from '../../server/index.js'
import { basic, people, sceneSeed } from '../../server/testing/scene.js'
import { browserSuite } from '../testing/chromium.js'
import { serveSite } from '../testing/site.js'
import { serveMock } from './index.js'

/*
 * Which pages can begin sessions, by the headers that a browser sends. 127.0.0.1 and localhost are two sites.
 */

const test = browserSuite('sessions and pages')
const path = '/v1/schedules/first/resources'
const authorization = basic(people.owner.email, people.owner.password)

/** A service, and a page on another port of the same host or on another site, which `--cors` may allow. */
async function openScene(
  start: typeof startServer | typeof serveMock,
  context: BrowserContext,
  { host, isPermitted }: { host: string; isPermitted: boolean },
) {
  const site = await serveSite({ '/': '<!doctype html><title>A page</title>' })
  const origin = `http://${host}:${site.port}`
  const service = await start({
    ...{ seed: sceneSeed, controlToken: 't' },
    ...(isPermitted && { cors: [origin] }),
  })
  const page = await context.newPage()
  await page.goto(origin)
  return {
    /** Shows a number of images, each of another session; "/" needs no credentials, for which a browser would ask. */
    async showImages(count: number) {
      const images = Array.from(
        { length: count },
        (_, index) => `<img src="${service.url}/_session/x${index}/">`,
      )
      site.put('/', `<!doctype html><title>Images</title>${images.join('')}`)
      await page.goto(origin, { waitUntil: 'load' })
    },
    /** Creates a resource in a script of the page. */
    create: (prefix: string, headers: Record<string, string>) =>
      page.evaluate(
        async ([url, headers]) => {
          const response = await fetch(url, { method: 'POST', headers, body: '{"name":"Attic"}' })
          return response.status
        },
        [service.url + prefix + path, { authorization, ...headers }] as const,
      ),
    async sessions() {
      const response = await fetch(`${service.url}/_control/sessions`, {
        headers: { authorization: 'Bearer t' },
      })
      const { data } = (await response.json()) as { data: { id: string }[] }
      return data.map(({ id }) => id).sort()
    },
    async end() {
      await service.close()
      await site.close()
    },
  }
}

for (const [name, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`${name}: images on a page of another site begin no session`, async ({ context }) => {
    const scene = await openScene(start, context, { host: 'localhost', isPermitted: false })

    await scene.showImages(40)

    assert.equal(await scene.sessions(), [])
    await scene.end()
  })

  test(`${name}: a page on another port of this host may begin sessions`, async ({ context }) => {
    const scene = await openScene(start, context, { host: '127.0.0.1', isPermitted: false })

    await scene.showImages(2)

    assert.equal(await scene.sessions(), ['x0', 'x1'])
    await scene.end()
  })

  for (const host of ['127.0.0.1', 'localhost']) {
    test(`${name}: a frontend on ${host} that CORS permits begins sessions by header and by path`, async ({
      context,
    }) => {
      const scene = await openScene(start, context, { host, isPermitted: true })

      const statuses = [
        await scene.create('', { 'Schedkit-Session': 'by-header' }),
        await scene.create('/_session/by-path', {}),
      ]

      assert.equal(statuses, [201, 201])
      assert.equal(await scene.sessions(), ['by-header', 'by-path'])
      await scene.end()
    })
  }
}

test.run()
