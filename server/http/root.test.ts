import { exec } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../../mock/serve/index.js'
import { operations } from '../core/index.js'
import { startServer } from '../index.js'
import { startPageOf } from './root.js'

const shell = promisify(exec)

/** An account whose password contains special characters of HTML and shells. */
const demo = { accounts: [{ email: 'ada@example.test', password: 'a <b> & c', note: 'owner of lab' }] }

const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

for (const [host, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`a ${host} lists at / the location of everything and all operations, without credentials`, async () => {
    const { url, close } = await start({})
    const response = await fetch(url)
    const body = (await response.json()) as { success: true; data: Record<string, unknown> }
    const found = await Promise.all(
      ['openapi', 'workflows', 'interface', 'docs', 'me'].map(
        async name => (await fetch(String(body.data[name]))).status,
      ),
    )
    await close()

    assert.is(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.is(response.headers.get('vary'), 'Accept')
    const { openapi, docs, me, control, operations: listed } = body.data
    assert.equal(
      [body.success, openapi, docs, me, control],
      [true, `${url}/openapi.json`, `${url}/docs`, `${url}/v1/users/me`, undefined],
    )
    assert.equal(
      listed,
      operations.map(({ method, path, summary }) => ({ method, path, summary })),
    )
    assert.equal(found, [200, 200, 200, 200, 401])
  })

  test(`the index of a ${host} includes the control interface if it is on, and uses the public URL`, async () => {
    const { url, close } = await start({ controlToken: 't', publicUrl: 'https://example.com/prefix' })
    const { data } = (await (await fetch(`${url}/?any`)).json()) as { data: Record<string, string> }
    await close()

    assert.is(data.control, 'https://example.com/prefix/_control')
    assert.is(data.me, 'https://example.com/prefix/v1/users/me')
  })

  test(`a ${host} shows browsers a start page at /, which loads nothing and runs nothing`, async () => {
    const { url, close } = await start({ demo })
    const response = await fetch(url, { headers: html })
    const page = await response.text()
    const links = [...page.matchAll(/href="(?!data:)([^"]+)"/g)].map(([, path = '']) => path)
    const found = await Promise.all(links.map(async path => (await fetch(new URL(path, `${url}/`))).status))
    const [, command = ''] = /<pre>(.+)<\/pre>/.exec(page) ?? []
    const { stdout } = await shell(`${command.replaceAll('&amp;', '&')} --silent --show-error`)
    await close()

    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.is(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(policy, `default-src 'none'; style-src 'sha256-${hash}';`)
    assert.not.match(policy, 'unsafe')
    assert.not.match(page, /<script|\son\w+=|\sstyle=|src=|@import|url\(/)
    assert.equal(links, [
      'docs',
      'docs#/Bookings/createBooking',
      'interface.md',
      'openapi.json',
      'workflows.json',
    ])
    assert.equal(found, [200, 200, 200, 200, 200])
    assert.is(JSON.parse(stdout).error.code, 'unauthorized')
    assert.match(page, '<code>ada@example.test</code> <code>a &lt;b&gt; &amp; c</code>')
  })

  test(`the links of the start page of a session of a ${host} lead to its pages, with a slash at the end and without`, async () => {
    const { url, close } = await start({ demo, controlToken: 't' })
    const found: number[] = []
    for (const path of ['/_session/a', '/_session/a/']) {
      const page = await (await fetch(`${url}${path}`, { headers: html })).text()
      for (const [, link = ''] of page.matchAll(/href="(?!data:)([^"]+)"/g))
        found.push((await fetch(new URL(link, `${url}${path}`))).status)
    }
    await close()

    assert.is(found.length, 12)
    assert.equal([...new Set(found)], [200])
  })

  test(`a ${host} answers HEAD and OPTIONS of /, and refuses other methods`, async () => {
    const { url, close } = await start({})
    const send = (method: string, headers = {}) => fetch(`${url}/`, { method, headers })
    const [head, page, options, post] = await Promise.all([
      send('HEAD'),
      send('HEAD', html),
      send('OPTIONS'),
      send('POST'),
    ])
    await close()

    assert.equal([head.status, await head.text()], [200, ''])
    assert.equal([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.ok(Number(page.headers.get('content-length')) > 1_000)
    assert.equal([options.status, options.headers.get('allow')], [200, 'GET, HEAD, OPTIONS'])
    assert.equal([post.status, post.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
  })

  test(`a ${host} lets pages of an allowed origin read the index and the start page`, async () => {
    const origin = 'http://localhost:5173'
    const { url, close } = await start({ cors: [origin] })
    const answers = await Promise.all([{}, html].map(each => fetch(url, { headers: { origin, ...each } })))
    await close()

    for (const { status, headers } of answers) {
      assert.equal([status, headers.get('access-control-allow-origin')], [200, origin])
      assert.is(headers.get('vary'), 'Accept, Origin')
    }
  })
}

test('given a URL with special HTML characters, then the start page escapes them', () => {
  const { body } = startPageOf({ url: 'http://<b>&', demo: { accounts: [] } })

  assert.match(body, 'curl -u EMAIL:PASSWORD http://&lt;b&gt;&amp;/v1/users/me')
  assert.not.match(body, 'demo')
})

test.run()
