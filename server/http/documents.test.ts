import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveMock } from '../../mock/serve/index.js'
import { openApiDocument } from '../core/openapi/index.js'
import { startServer } from '../index.js'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

for (const [host, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`a ${host} describes itself at /openapi.json, without credentials`, async () => {
    const { url, close } = await start({})
    try {
      const response = await fetch(`${url}/openapi.json`)

      assert.is(response.status, 200)
      assert.is(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(await response.json(), plain(openApiDocument({ server: url })))
    } finally {
      await close()
    }
  })

  test(`a ${host} answers HEAD and OPTIONS of the document, and refuses other methods`, async () => {
    const { url, close } = await start({})
    try {
      const send = (method: string) => fetch(`${url}/openapi.json?any`, { method })
      const [head, options, post] = await Promise.all([send('HEAD'), send('OPTIONS'), send('POST')])

      assert.equal([head.status, await head.text()], [200, ''])
      assert.ok(Number(head.headers.get('content-length')) > 50_000)
      assert.equal([options.status, options.headers.get('allow')], [200, 'GET, HEAD, OPTIONS'])
      assert.equal([post.status, post.headers.get('allow')], [405, 'GET, HEAD'])
    } finally {
      await close()
    }
  })

  test(`a ${host} with a public URL describes itself by it`, async () => {
    const { url, close } = await start({ publicUrl: 'https://example.com/prefix/' })
    try {
      const { servers } = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: object[] }

      assert.equal(servers, [{ url: 'https://example.com/prefix' }])
    } finally {
      await close()
    }
  })
}

test.run()
