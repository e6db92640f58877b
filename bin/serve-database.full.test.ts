import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { password, withCluster } from '../server/storage/postgres/testing/cluster.js'
import { assertConformant } from './testing/certified.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)

test('schedkit serve --database is conformant, warns of the demo in an empty database, and prints no password', async () => {
  const url = cluster().database()
  const args = ['serve', '--port', '0', '--log', 'json', '--control-token', 'token']
  const server = schedkit(args, { SCHEDKIT_DATABASE: url })
  const { url: base, storage } = await readyLine(server)

  assert.is(storage, 'database')
  await assertConformant(base, 5)

  server.child.kill()
  await server.ended
  assert.not.ok(`${server.stdout()}${server.stderr()}`.includes(encodeURIComponent(password)))
  assert.match(server.stderr(), /^Warning: the database was empty, and the demo was loaded into it, /)

  const again = schedkit(args, { SCHEDKIT_DATABASE: url })
  await readyLine(again)
  again.child.kill()
  await again.ended
  assert.is(again.stderr(), '')
})

for (const [how, options] of [
  ['', []],
  [' with workers', ['--workers', '2']],
] as const)
  test(`given tables that a newer version has migrated, schedkit serve${how} says so and exits with 1`, async () => {
    const url = cluster().database()
    const server = schedkit(['serve', '--port', '0', '--log', 'json', '--database', url, ...options])
    const { url: base } = await readyLine(server)
    cluster().run(url, 'UPDATE schedkit SET version = 99; ALTER TABLE users RENAME COLUMN object TO other')

    const { status } = await fetch(`${base}/v1/users/me`, { headers: { authorization: 'Basic YTpi' } })
    const code = await server.ended

    assert.equal([status, code], [503, 1])
    const note = server
      .stdout()
      .split('\n')
      .find(line => line.includes('"newer schema"'))
    assert.match(JSON.parse(note ?? '{}').message, /have version 99 now.* start the newer schedkit\.$/)
  })

test.run()
