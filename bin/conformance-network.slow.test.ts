import { createPrivateKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { cert, key } from '../server/testing/tls.js'
import { command } from './testing/command.js'
import { conformanceSuite, password } from './testing/conformance-suite.js'
import { startConnectProxy, startGateway } from './testing/gateway.js'

const test = conformanceSuite('schedkit conformance on the way to a live service')

const gatewayKey = 'Bearer key-of-the-gateway'
const account = (name: string) => ({ email: `${name}@example.test`, password: '$PASSWORD' })

/** Runs checks through a gateway, with the network settings of a target file. */
async function certify(
  folder: string,
  baseUrl: string,
  network: object,
  { env = {}, more = [] }: { env?: Record<string, string>; more?: readonly string[] } = {},
) {
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  const target = { baseUrl, owner: account('owner'), schedules: ['first'], network }
  const [file, json] = [join(folder, 'network.json'), join(folder, 'report.json')]
  await writeFile(file, JSON.stringify(target))
  const words = [
    'conformance',
    'run',
    '--target',
    file,
    '--only',
    'AUTH-01',
    '--report',
    `json=${json}`,
    ...more,
  ]
  const ended = await command(words, { PASSWORD: password, GATEWAY_KEY: gatewayKey, ...env }, folder)
  return { ...ended, report: await readFile(json, 'utf8').catch(() => '') }
}

const files = { ca: 'cert.pem', certificate: 'cert.pem', key: 'key.pem' }

test('given a gateway that requires a client certificate and a key, then the kit gets in, directly and through a proxy', async ({
  server,
  folder,
}) => {
  const gateway = await startGateway(server.url, '/scheduling/api', gatewayKey)
  const proxy = await startConnectProxy('user:password-of-the-proxy')
  const settings = { ...files, headers: { 'X-Gateway-Key': '$GATEWAY_KEY' } }
  try {
    const direct = await certify(folder, gateway.url, settings)
    assert.is(direct.code, 0, direct.err + direct.out)
    assert.is(proxy.connected.length, 0)

    const proxied = await certify(folder, gateway.url, { ...settings, proxy: proxy.url })
    assert.is(proxied.code, 0, proxied.err + proxied.out)
    assert.ok(proxy.connected.includes(`localhost:${gateway.port}`))

    for (const { out, err, report } of [direct, proxied])
      assert.not.match(out + err + report, /key-of-the-gateway|password-of-the-proxy|correct horse/)
    assert.ok(gateway.seen.every(headers => headers['user-agent'] === 'schedkit-conformance'))
    assert.ok(gateway.seen.some(headers => headers['schedkit-check'] === 'AUTH-01'))
  } finally {
    await gateway.close()
    await proxy.close()
  }
})

test('given a proxy in the environment, then it is used for a remote target, and not for this machine', async ({
  server,
  folder,
}) => {
  const proxy = await startConnectProxy('user:secret')
  const { port } = new URL(server.url)
  const env = { HTTP_PROXY: proxy.url }
  try {
    const here = await certify(folder, server.url, {}, { env })
    assert.is(here.code, 0, here.err)
    assert.equal(proxy.connected, [])

    const remote = await certify(folder, `http://service.test:${port}`, {}, { env, more: ['--insecure'] })
    assert.is(remote.code, 0, remote.err)
    assert.ok(proxy.connected.length > 0)
    assert.ok(proxy.connected.every(host => host === `service.test:${port}`))
  } finally {
    await proxy.close()
  }
})

test('given neutral requests, then nothing in them names the kit', async ({ server, folder }) => {
  const gateway = await startGateway(server.url, '/api', gatewayKey)
  const settings = { ...files, headers: { 'X-Gateway-Key': '$GATEWAY_KEY' }, neutral: true }
  try {
    const { code, err } = await certify(folder, gateway.url, settings)

    assert.is(code, 0, err)
    assert.ok(gateway.seen.length > 20)
    assert.not.match(JSON.stringify(gateway.seen), /schedkit|conformance/i)
    assert.is(gateway.seen[0]?.['user-agent'], 'node')
  } finally {
    await gateway.close()
  }
})

test('given a user agent, then every request has it; if the gateway refuses, nothing is certified', async ({
  server,
  folder,
}) => {
  const gateway = await startGateway(server.url, '/api', gatewayKey)
  const headers = { 'X-Gateway-Key': 'Bearer another-key' }
  try {
    const { code, err } = await certify(folder, gateway.url, { ...files, headers, userAgent: 'probe/1' })

    assert.is(code, 4)
    assert.match(err, /403 The gateway lets nobody in/)
    assert.not.match(err, /another-key/)
    assert.ok(gateway.seen.length > 0)
    assert.ok(gateway.seen.every(headers => headers['user-agent'] === 'probe/1'))
  } finally {
    await gateway.close()
  }
})

test('given no certificates or missing files, then the message says what to give', async ({
  server,
  folder,
}) => {
  const gateway = await startGateway(server.url, '/api', gatewayKey)
  try {
    const unknown = await certify(folder, gateway.url, {})
    const missing = await certify(folder, gateway.url, { ca: 'nowhere.pem' })
    const half = await certify(folder, gateway.url, { certificate: 'cert.pem' })
    const own = await certify(folder, gateway.url, { headers: { Authorization: 'Basic x' } })

    assert.equal(
      [unknown, missing, half, own].map(({ code }) => code),
      [4, 2, 2, 2],
    )
    assert.match(unknown.err, /self-signed certificate.* Give its authority, .* as "network" in the target/)
    assert.match(missing.err, /"nowhere\.pem" of network\.ca: it does not exist/)
    assert.match(half.err, /network: must have both "certificate" and "key"/)
    assert.match(own.err, /network\.headers\.Authorization: must not be a header that the kit sets itself/)
  } finally {
    await gateway.close()
  }
})

test('given a server, a key or a proxy that denies access, then the message says which, and shows no secret', async ({
  server,
  folder,
}) => {
  const gateway = await startGateway(server.url, '/api', gatewayKey)
  const http2 = createSecureServer({ cert, key }).listen(0)
  const proxy = await startConnectProxy('user:password-of-the-proxy')
  const locked = createPrivateKey(key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'right',
  })
  await writeFile(join(folder, 'locked.pem'), locked)
  try {
    const { port } = http2.address() as AddressInfo
    const ca = { ca: 'cert.pem' }
    const wrongProxy = proxy.url.replace('password-of', 'secret-of')
    const messages: readonly (readonly [url: string, network: object, message: RegExp])[] = [
      [`https://localhost:${port}`, ca, /speak HTTP\/2 only/],
      [gateway.url, ca, /If it asks for a client certificate/],
      [gateway.url, { ...files, key: 'locked.pem', passphrase: 'wrong-one' }, /another passphrase/],
      [gateway.url, { ...files, key: 'locked.pem' }, /another passphrase/],
      [gateway.url, { ...files, proxy: wrongProxy }, /407.* an answer of the proxy/],
      [gateway.url, { ...files, proxy: 'http://127.0.0.1:9' }, /Are the server and the proxy running/],
    ]
    for (const [url, network, message] of messages) {
      const { code, err, out } = await certify(folder, url, network)

      assert.is(code, 4, err)
      assert.match(err, message)
      assert.not.match(out + err, /wrong-one|secret-of-the-proxy/)
    }
  } finally {
    http2.close()
    await gateway.close()
    await proxy.close()
  }
})

test.run()
