import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { baseAt } from './base.js'

test('given the URL of an API, then it has no trailing slash, and keeps its prefix', () => {
  for (const [text, url] of [
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://API.example.com:443//', 'https://api.example.com'],
    ['http://127.0.0.1:4000/api/', 'http://127.0.0.1:4000/api'],
    ['https://example.com/deep/api', 'https://example.com/deep/api'],
    ['https://example.com/v1/gateway', 'https://example.com/v1/gateway'],
  ] as const) {
    assert.is(baseAt(text).url, url)
  }
})

test('given a request, then it belongs to the API if origin and prefix match', () => {
  const base = baseAt('https://example.com/api')

  for (const [url, claimed] of [
    ['https://example.com/api/v1/users/me', true],
    ['https://example.com/api', true],
    ['https://example.com/api/%zz', true],
    ['https://example.com/apis', false],
    ['https://example.com/', false],
    ['https://example.com/API/v1', false],
    ['http://example.com/api/v1', false],
    ['https://example.com:8443/api/v1', false],
    ['https://www.example.com/api/v1', false],
  ] as const) {
    assert.is(base.claims(new URL(url)), claimed, url)
  }
})

test('given a request, then its target is what follows the prefix, as it was sent', () => {
  const base = baseAt('https://example.com/api')

  assert.is(
    base.targetOf(new URL('https://example.com/api/v1/users/me?fields=%zz&a=+#part')),
    '/v1/users/me?fields=%zz&a=+',
  )
  assert.is(base.targetOf(new URL('https://example.com/api')), '/')
})

for (const [text, hint] of [
  ['api.example.com', /is not the URL of an API\. Did you mean "https:/],
  ['localhost:4000', /is not the URL of an API/],
  ['/api', /is not the URL of an API\. A path works only in a page, which has an origin\. Write https:/],
  ['', /is not the URL of an API\. A path works only in a page/],
  [undefined, /the baseUrl undefined is not the URL/],
  ['ftp://example.com', /is not the URL of an API/],
  ['https://*.example.com', /is not the URL of an API/],
  [
    'https://example.com?x=1',
    /is not the URL of an API\. Leave out "\?x=1": the paths of the API are appended\./,
  ],
  ['https://example.com/v1', /ends with \/v1, which is part of every path\. Leave it out\./],
  ['https://example.com/api/v1/', /ends with \/v1/],
] as const) {
  test(`given ${JSON.stringify(text)} as base URL, then it is refused with a hint`, () => {
    assert.throws(() => baseAt(text as string), hint)
  })
}

test.run()
