import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from '../../server/storage/postgres/testing/cluster.js'
import { runConversation } from './run.js'

/*
 * The server on PostgreSQL behaves like the one on SQLite. SCHEDKIT_TRAFFIC and SCHEDKIT_TRAFFIC_SEEDS set the length and the
 * seeds of conversations.
 */

const { test, cluster } = withCluster(all)

const seeds = (process.env.SCHEDKIT_TRAFFIC_SEEDS ?? '1,2,3').split(',').map(Number)
const requests = Math.ceil(Number(process.env.SCHEDKIT_TRAFFIC ?? 1_500) / seeds.length)

for (const seed of seeds) {
  test(`given conversation ${seed}, then SQLite and PostgreSQL answer, mail and store the same, byte by byte`, async () => {
    const tally = await runConversation(seed, requests, cluster().database())

    assert.ok((tally.get('200') ?? 0) > requests / 10)
  })
}

test.run()
