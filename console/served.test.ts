import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../mock/serve/index.js'
import { dist } from '../packaging/bundle.js'
import { startServer } from '../server/index.js'
import { readShown, sessionConsole, tokenIn, writeShown } from './view-state.js'

const paths = ['/_console', '/_console/page.js', '/_console/page.css']

for (const [host, start] of Object.entries({ server: startServer, mock: serveMock })) {
  test(`${host}: the console is served only with the control interface, and loads nothing from elsewhere`, async () => {
    const [on, off] = await Promise.all([start({ controlToken: 'a-token' }), start()])
    const answersOf = (url: string) => Promise.all(paths.map(path => fetch(url + path)))

    const [served, missing] = [await answersOf(on.url), await answersOf(off.url)]
    const index = (await (await fetch(on.url)).json()) as { data: { console: string } }
    const [pageOn, pageOff] = await Promise.all(
      [on, off].map(async ({ url }) => (await fetch(url, { headers: { accept: 'text/html' } })).text()),
    )
    const ofSession = await fetch(`${on.url}/_session/one/_console`)

    assert.equal(
      served.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(
      missing.map(({ status }) => status),
      [404, 404, 404],
    )
    assert.is(
      served[0]?.headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.is(index.data.console, `${on.url}/_console`)
    assert.match(pageOn ?? '', '<a href="_console">')
    assert.not.match(pageOff ?? '', '_console')
    assert.is(ofSession.status, 200)
    await Promise.all([on.close(), off.close()])
  })
}

for (const [folder, most] of [
  ['console', 50_000],
  ['console/static', 150_000],
] as const) {
  test(`the whole page of dist/${folder} has at most ${most} bytes, compressed`, () => {
    const sizes = ['page.html', 'page.js', 'page.css'].map(
      name => gzipSync(readFileSync(dist(`${folder}/${name}`)), { level: 9 }).length,
    )

    assert.ok(sizes.reduce((sum, size) => sum + size) <= most, `${sizes}`)
  })
}

test('the console of a session leads to those of the others', () => {
  for (const base of ['http://a.test', 'http://a.test/_session/one'])
    assert.is(sessionConsole(base, 'two', 'a/b'), 'http://a.test/_session/two/_console#token=a%2Fb')
})

test('the view state is in the fragment, and invalid values in it are ignored', () => {
  const shown = {
    tab: 'requests',
    view: 'day',
    date: '2026-11-25',
    schedule: 'a b',
    as: 'x@y.example',
  } as const

  assert.equal(readShown(writeShown(shown)), shown)
  assert.equal(readShown('#nothing?view=year&date=tomorrow'), {
    ...{ tab: 'timeline', view: 'week', date: undefined, schedule: undefined, as: undefined },
  })
  assert.is(tokenIn('#token=a%2Bb'), 'a+b')
  assert.is(tokenIn('#timeline?view=week'), undefined)
})

test.run()
