import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { randomNumbers } from '../../server/core/random.js'
import { withCluster } from '../../server/storage/postgres/testing/cluster.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'
import { openDeployment } from './deployment.js'
import { races } from './races.js'
import { storm } from './storm.js'

/* A short version of `npm run storm:postgres`. */

const { test } = withCluster(all)

test('given three servers on one database, competing requests keep every name, reference and role right', () =>
  withDirectory(async directory => {
    const deployment = await openDeployment(directory)

    const problems = await races(deployment, 20)

    await deployment.end()
    assert.equal(problems, [])
  }))

const takeOver = { kills: 4, restarts: 1, terminations: 3, failovers: 2 }
for (const [what, plan, route] of [
  ['servers, connections and a database that fail', { kills: 4, restarts: 1, terminations: 5 }],
  ['a standby that takes over twice behind pgbouncer in transaction mode', takeOver, 'pooler'],
  ['a standby that takes over twice as another host of the URL', takeOver, 'hosts'],
] as const) {
  test(`given ${what}, acknowledged writes are stored exactly once, and their mails are delivered`, () =>
    withDirectory(async directory => {
      const deployment = await openDeployment(directory, route)

      const { problems, acknowledged, mails } = await storm(deployment, plan, randomNumbers(1))

      await deployment.end()
      assert.equal(problems, [])
      assert.ok(acknowledged >= 100)
      assert.ok(mails.wanted >= 5)
    }))
}

test.run()
