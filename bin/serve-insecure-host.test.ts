import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { cert, key } from '../server/testing/tls.js'
import { command } from './testing/command.js'
import { servicesFor } from './testing/services.js'

/*
 * The server when others can reach it: over TLS, behind a proxy, and with limits.
 */

const folder = newFolder()
const { start } = servicesFor(test)
test.before(async () => {
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
})

/** Starts a server with the demo on a free port, and returns its URL. */
async function serve(...args: string[]): Promise<{ url: string; stderr(): string }> {
  const started = await start(['serve', '--port', '0', '--log', 'json', ...args])
  const [line = ''] = (await started.wrote(/\n/)).split('\n')
  return { url: JSON.parse(line).url, stderr: started.stderr }
}

const tls = () => ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')]
const mira = `Basic ${btoa('mira@ribeira.example:mira-demo')}`
const list = '/v1/schedules/lisbon-studio/resources?limit=1'

test('given a certificate and its key, then the service and its links use https', async () => {
  const { url, stderr } = await serve(...tls())
  const dispatcher = new Agent({ connect: { ca: cert } })

  const answer = await request(url + list, { dispatcher, headers: { authorization: mira } })
  const { pagination } = (await answer.body.json()) as { pagination: { links: { first: string } } }

  await dispatcher.close()
  assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/)
  assert.ok(pagination.links.first.startsWith(`${url}/v1/`))
  assert.is(stderr(), '')
})

test('given a mismatched key, a missing option or a missing file, then it does not start and says why', async () => {
  await writeFile(join(folder, 'broken.pem'), 'no key')
  const attempts: [args: string[], why: RegExp][] = [
    [
      ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'broken.pem')],
      /Both must be PEM files/,
    ],
    [['--tls-cert', join(folder, 'cert.pem')], /Give both --tls-cert and --tls-key/],
    [
      ['--tls-cert', join(folder, 'none.pem'), '--tls-key', join(folder, 'key.pem')],
      /Failed to read --tls-cert \S+none\.pem: it does not exist\. Check the path\./,
    ],
  ]
  for (const [args, why] of attempts) {
    const { code, err } = await command(['serve', '--port', '0', ...args])

    assert.is(code, 1)
    assert.match(err, why)
  }
})

test('given an address that other machines reach, then it warns of passwords that travel unencrypted', async () => {
  const plain = await serve('--host', '0.0.0.0')
  const secure = await serve('--host', '0.0.0.0', ...tls())
  const proxied = await serve('--host', '0.0.0.0', '--trust-proxy')
  const local = await serve()
  const mapped = await serve('--host', '::ffff:127.0.0.1')

  assert.match(
    plain.stderr(),
    /^Warning: other machines can reach 0\.0\.0\.0, and passwords are sent there unencrypted/,
  )
  for (const { stderr } of [secure, proxied, local, mapped]) assert.is(stderr(), '')
})

test('given e-mails for others without a public URL, then it warns that accounts can choose the host of links', async () => {
  const smtp = ['--smtp', 'smtp://127.0.0.1:1']
  const open = await serve('--host', '0.0.0.0', ...tls(), ...smtp)
  const proxied = await serve('--trust-proxy', ...smtp)
  const fixed = await serve('--trust-proxy', ...smtp, '--public-url', 'https://example.com')
  const local = await serve(...smtp)

  for (const { stderr } of [open, proxied])
    assert.match(stderr(), /^Warning: links in e-mails .*--public-url\.\n$/)
  for (const { stderr } of [fixed, local]) assert.is(stderr(), '')
})

test('given a trusted proxy, then links begin with the address that its clients use', async () => {
  const headers = {
    authorization: mira,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'api.example.com',
  }
  const linkBy = async ({ url }: { url: string }) => {
    const answer = await fetch(url + list, { headers })
    return ((await answer.json()) as { pagination: { links: { first: string } } }).pagination.links.first
  }
  const [trusting, wary] = [await serve('--trust-proxy'), await serve()]

  assert.match(await linkBy(trusting), /^https:\/\/api\.example\.com\/v1\//)
  assert.ok((await linkBy(wary)).startsWith(wary.url))
})

test('given limits, then they are enforced', async () => {
  const { url } = await serve('--max-body', '100', '--max-ids', '2', '--max-depth', '3', '--max-url', '300')
  const path = `${url}/v1/schedules/lisbon-studio/resources`
  const headers = { authorization: mira }
  const post = (body: string) => fetch(path, { method: 'POST', headers, body })

  assert.is((await post(`{"note": "${'x'.repeat(100)}"}`)).status, 413)
  assert.is((await post('{"note": [[[1]]]}')).status, 400)
  assert.is((await fetch(`${path}?ids=1,2,3`, { headers })).status, 400)
  assert.is((await fetch(`${path}?ids=1,2`, { headers })).status, 200)
  assert.is((await fetch(`${path}?ids=${'1,'.repeat(150)}1`, { headers })).status, 414)
})

test('given an invalid limit, then it does not start and names the option', async () => {
  const { code, err } = await command(['serve', '--max-body', '0'])

  assert.is(code, 2)
  assert.match(err, /max-body/)
})

test.run()
