import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { randomNumbers } from '../../server/core/random.js'
import { withCluster } from '../../server/storage/postgres/testing/cluster.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'
import { openDeployment } from './deployment.js'
import { storm } from './storm.js'

const { test } = withCluster(all)

for (const [route, what] of [
  ['pooler', 'behind pgbouncer in transaction mode'],
  ['hosts', 'as another host of the URL'],
] as const) {
  test(`given a synchronous standby ${what} that takes over twice while servers are killed, nothing acknowledged is lost`, () =>
    withDirectory(async directory => {
      const deployment = await openDeployment(directory, route)

      const { problems, acknowledged, mails } = await storm(
        deployment,
        { kills: 4, restarts: 1, terminations: 3, failovers: 2 },
        randomNumbers(1),
      )

      await deployment.end()
      assert.equal(problems, [])
      assert.ok(acknowledged >= 100)
      assert.ok(mails.wanted >= 5)
    }))
}

test.run()
