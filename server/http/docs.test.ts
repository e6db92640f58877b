import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../../mock/serve/index.js'
import type { Reply } from '../core/index.js'
import { startServer } from '../index.js'
import { newFolder } from '../testing/folder.js'
import { withDocuments } from './documents.js'

const demo = {
  accounts: [{ email: 'ada@example.test', password: 'secret', note: 'owner of lab' }],
  scheduleId: 'lab',
}

for (const [host, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`a ${host} has a docs page with everything that it needs, without credentials`, async () => {
    const { url, close } = await start({})
    const load = async (path: string) => {
      const response = await fetch(new URL(path, `${url}/docs`))
      assert.is(response.status, 200, path)
      return response
    }

    const page = await load('/docs')
    const html = await page.text()
    const references = [...html.matchAll(/(?:href|src)="(?!data:)([^"]+)"/g)].map(([, path = '']) => path)
    const responses = await Promise.all(references.map(load))

    await close()
    assert.is(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(references, [
      'docs/swagger-ui.css',
      'docs/page.css',
      'docs/swagger-ui-bundle.js',
      'docs/page.js',
      '.',
      'interface.md',
      'openapi.json',
      'openapi.json',
    ])
    const types = responses.map(({ headers }) => headers.get('content-type')?.split(';')[0])
    const json = 'application/json'
    assert.equal(types, [
      ...['text/css', 'text/css', 'text/javascript', 'text/javascript'],
      ...[json, 'text/plain', json, json],
    ])
  })

  test(`a ${host} sends Swagger UI compressed if accepted, and no file twice to a browser`, async () => {
    const { url, close } = await start({})
    const load = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(url + path, { headers })
      const { status } = response
      return { status, body: await response.text(), header: (name: string) => response.headers.get(name) }
    }
    const script = '/docs/swagger-ui-bundle.js'
    const [compressed, plain, refused] = await Promise.all(
      ['br, gzip', 'identity', 'gzip;q=0, br'].map(accepted => load(script, { 'accept-encoding': accepted })),
    )
    const page = await load('/docs', {})
    const etag = page.header('etag') ?? ''
    const again = await Promise.all(
      [etag, `"other", ${etag}`, '*', '"other"'].map(known => load('/docs', { 'if-none-match': known })),
    )
    await close()

    assert.equal(
      [compressed, plain, refused].map(each => each?.header('content-encoding')),
      ['gzip', null, null],
    )
    assert.ok(Number(compressed?.header('content-length')) < 500_000)
    assert.ok(`${compressed?.body}\n` === plain?.body && plain?.body === refused?.body)
    assert.match(plain?.body ?? '', 'SwaggerUIBundle')
    assert.equal(
      [compressed?.header('etag'), plain?.header('vary')],
      [plain?.header('etag'), 'Accept-Encoding'],
    )
    // A library is loaded once; browsers revalidate our own files.
    assert.equal(
      [compressed, page].map(each => each?.header('cache-control')),
      ['max-age=3600', 'no-cache'],
    )
    assert.equal(
      again.map(({ status, body }) => [status, body === '' ? '' : 'page']),
      [
        [304, ''],
        [304, ''],
        [304, ''],
        [200, 'page'],
      ],
    )
    assert.ok(again.every(each => each.header('etag') === etag))
    assert.is(again[0]?.header('content-length'), null)
  })

  test(`a ${host} has the text of the interface, which the document links to`, async () => {
    const { url, close } = await start({})
    const document = await (await fetch(`${url}/openapi.json`)).text()
    const links = new Set([...document.matchAll(/http:[^" )]+#[\w.-]+/g)].map(([link]) => link))
    const text = await (await fetch(`${url}/interface.md`)).text()
    await close()

    assert.ok(links.size > 8)
    for (const link of links) {
      assert.ok(link.startsWith(`${url}/interface.md#`), link)
      assert.ok(text.includes(`<a id="${link.split('#')[1]}"></a>`), link)
    }
  })

  test(`the docs page of a ${host} can only load files of its server, and has no inline script`, async () => {
    const { url, close } = await start({})

    const response = await fetch(`${url}/docs`)
    const html = await response.text()

    await close()
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.not.match(policy, /unsafe|\*|https?:/)
    assert.not.match(html, /<script>|<style|\son\w+=|https?:/)
  })

  test(`a ${host} answers HEAD of the docs page, and refuses other methods`, async () => {
    const { url, close } = await start({})
    const send = (method: string, path: string) => fetch(url + path, { method })

    const [page, script, post, missing] = await Promise.all([
      send('HEAD', '/docs'),
      send('HEAD', '/docs/swagger-ui-bundle.js?any'),
      send('POST', '/docs'),
      send('GET', '/docs/../../package.json'),
    ])
    const bytes = await Promise.all([page, script].map(async each => (await each.text()).length))

    await close()
    assert.equal([page.status, script.status, post.status, missing.status], [200, 200, 405, 404])
    assert.equal(bytes, [0, 0])
    assert.ok(Number(script.headers.get('content-length')) > 300_000)
    assert.is(post.headers.get('allow'), 'GET, HEAD, OPTIONS')
  })

  test(`a ${host} offers on its docs page only the accounts that it was given`, async () => {
    const seed = { users: [{ email: 'bob@example.test', password: 'private' }] }
    const offered = async (options: object) => {
      const { url, close } = await start({ seed, ...options })
      const answer = await (await fetch(`${url}/docs/demo.json`)).json()
      await close()
      return answer
    }

    assert.equal(await offered({}), { accounts: [] })
    assert.equal(await offered({ demo }), demo)
  })
}

for (const coding of [undefined, 'gzip'])
  test(`given callers of ${coding ?? 'text'} that do not read the response, then the documents per address are limited`, async () => {
    const answer = withDocuments(() => {
      throw new Error('The service was asked')
    })
    const ask = async (peer: string): Promise<Reply> =>
      answer({
        ...{ method: 'GET', target: '/docs/swagger-ui-bundle.js', origin: 'http://127.0.0.1' },
        ...{
          header: name => (name === 'accept-encoding' ? coding : undefined),
          peer,
          body: new Uint8Array(),
          inParts: true,
        },
      })
    const outcome = (peer: string) =>
      ask(peer).then(
        ({ body, parts }) => {
          parts?.close()
          return body
        },
        error => error.message,
      )

    const [first] = await Promise.all(Array.from({ length: 50 }, () => ask('one')))

    assert.is(
      await outcome('one'),
      '50 documents are being sent to this address; try again once one has arrived',
    )
    assert.is(await outcome('two'), '')
    first?.parts?.close()
    assert.is(await outcome('one'), '')
  })

test('given a data directory with existing data, then the docs page offers no accounts', async () => {
  const data = newFolder()
  await (await startServer({ data })).close()

  const { url, close } = await startServer({ data, demo })
  const answer = await (await fetch(`${url}/docs/demo.json`)).json()

  await close()
  assert.equal(answer, { accounts: [] })
})

test.run()
