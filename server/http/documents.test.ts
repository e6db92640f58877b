import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
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
      const send = (method: string) =>
        fetch(`${url}/openapi.json?any`, { method, headers: { 'accept-encoding': 'identity' } })
      const [head, options, post] = await Promise.all([send('HEAD'), send('OPTIONS'), send('POST')])

      assert.equal([head.status, await head.text()], [200, ''])
      assert.ok(Number(head.headers.get('content-length')) > 50_000)
      assert.equal([options.status, options.headers.get('allow')], [200, 'GET, HEAD, OPTIONS'])
      assert.equal([post.status, post.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
    } finally {
      await close()
    }
  })

  for (const path of ['/openapi.json', '/workflows.json', '/interface.md', '/docs/page.js']) {
    test(`a ${host} sends ${path} compressed if accepted, and not again if the caller has it`, async () => {
      const { url, close } = await start({})
      try {
        const load = (headers: Record<string, string>) => fetch(url + path, { headers })
        const [gzip, plain] = await Promise.all([
          load({ 'accept-encoding': 'gzip' }),
          load({ 'accept-encoding': 'identity' }),
        ])
        const etag = plain.headers.get('etag') ?? ''
        const [known, other] = await Promise.all(
          [etag, 'W/"other"'].map(each => load({ 'if-none-match': each })),
        )
        const [unpacked, read] = await Promise.all([gzip.text(), plain.text()])

        assert.equal([`${unpacked}\n` === read, gzip.headers.get('etag')], [true, etag])
        assert.equal(
          [gzip, plain].map(({ headers }) => [headers.get('content-encoding'), headers.get('vary')]),
          [
            ['gzip', 'Accept-Encoding'],
            [null, 'Accept-Encoding'],
          ],
        )
        assert.ok(Number(gzip.headers.get('content-length')) < read.length / 2)
        assert.equal([known?.status, await known?.text(), other?.status], [304, '', 200])
      } finally {
        await close()
      }
    })
  }

  test(`a ${host} with a public URL uses it in the document`, async () => {
    const { url, close } = await start({ publicUrl: 'https://example.com/prefix/' })
    try {
      const { servers } = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: object[] }

      assert.equal(servers, [{ url: 'https://example.com/prefix' }])
    } finally {
      await close()
    }
  })
}

const load = (url: string, host: string) =>
  new Promise<{ isCompressed: boolean; text: string }>((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'gzip' }
    get(`${url}/openapi.json`, { headers }, async response => {
      const isCompressed = response.headers['content-encoding'] === 'gzip'
      resolve({ isCompressed, text: await text(isCompressed ? response.pipe(createGunzip()) : response) })
    }).on('error', reject)
  })

test('given callers that invent hosts, then few of their documents are compressed, all are right, and another server is not affected', async () => {
  const [{ url, close }, other] = await Promise.all([startServer({}), startServer({})])
  try {
    const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example.com`)
    const answers = await Promise.all(hosts.map(host => load(url, host)))

    assert.ok(answers.filter(({ isCompressed }) => isCompressed).length <= 8)
    for (const [index, host] of hosts.entries())
      assert.equal(JSON.parse(answers[index]?.text ?? '').servers, [{ url: `http://${host}` }])
    assert.ok((await load(other.url, 'other.example.com')).isCompressed)
  } finally {
    await Promise.all([close(), other.close()])
  }
})

test.run()
