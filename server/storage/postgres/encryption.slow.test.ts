import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { errorOf } from '../../core/store-samples.contract.js'
import { cert, key } from '../../testing/tls.js'
import { withDirectory } from '../sqlite/testing/temporary-directory.js'
import { nameOf } from './address.js'
import { openPostgresStore } from './postgres-store.js'
import { password, withCluster } from './testing/cluster.js'

/* The URL options for encrypted connections, with a self-signed certificate for localhost and 127.0.0.1. */

const { test, cluster } = withCluster(all)

const using = (url: string, options: string) => `${url}?${options}`

/** Whether the connections of a store are encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  const store = await openPostgresStore({ url })
  await store.read(({ users }) => users.list())
  const encrypted = cluster().run(
    url,
    `SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await store.close()
  return encrypted.trim() === 't'
}

test('given a database without TLS, then a URL that requires it is refused', async () => {
  const error = await errorOf(openPostgresStore({ url: using(cluster().database(), 'sslmode=verify-full') }))

  assert.match(
    String(error),
    /Failed to use the data in .*: The server does not support SSL connections\. Turn TLS on in the database, or/,
  )
})

test('given a database with TLS, then the options of the URL determine who is trusted', () =>
  withDirectory(async directory => {
    const root = cluster().encrypt({ cert, key })
    const url = cluster().database()
    const elsewhere = url.replace('127.0.0.1', '127.1')
    const other = join(directory, 'other.pem')
    writeFileSync(other, 'none')

    assert.is(await isEncrypted(url), false)
    assert.is(await isEncrypted(using(url, `sslmode=verify-full&sslrootcert=${root}`)), true)
    assert.is(await isEncrypted(using(url, `sslrootcert=${root}`)), true)
    assert.is(await isEncrypted(using(url, 'sslmode=no-verify')), true)
    assert.is(await isEncrypted(using(elsewhere, 'sslmode=no-verify')), true)
    assert.is(await isEncrypted(using(url, 'uselibpqcompat=true&sslmode=require')), true)
    assert.is(await isEncrypted(using(url, 'sslmode=disable')), false)
    const binding = `sslmode=verify-full&channel_binding=require&sslrootcert=${root}`
    assert.is(await isEncrypted(using(url, binding)), true)
    for (const [given, options, message] of [
      [url, 'sslmode=verify-full', /self-signed certificate\. Put sslrootcert=FILE into its URL/],
      [url, 'sslmode=require', /self-signed certificate\. Put sslrootcert=FILE/],
      [elsewhere, `sslmode=verify-full&sslrootcert=${root}`, /Hostname\/IP does not match certificate/],
      [url, `sslrootcert=${directory}/no.pem`, /ENOENT.*no\.pem.*Check the files that its URL names/],
      [url, `sslrootcert=${other}`, /self-signed certificate|PEM/],
    ] as const) {
      const error = await errorOf(openPostgresStore({ url: using(given, options) }))

      assert.match(String(error), message)
      assert.ok(String(error).includes(nameOf(given)))
      assert.not.ok(String(error).includes(encodeURIComponent(password)))
    }
  }))

test.run()
