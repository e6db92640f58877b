import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { password, withCluster } from '../server/storage/postgres/testing/cluster.js'
import { assertConformant } from './testing/certified.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)

test('schedkit serve --database is conformant, and prints no password', async () => {
  const url = cluster().database()
  const args = ['serve', '--port', '0', '--log', 'json', '--control-token', 'token']
  const server = schedkit(args, { SCHEDKIT_DATABASE: url })
  const { url: base } = await readyLine(server)

  await assertConformant(base, 5)

  server.child.kill()
  await server.ended
  assert.not.ok(`${server.stdout()}${server.stderr()}`.includes(encodeURIComponent(password)))
})

test.run()
