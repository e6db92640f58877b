import { test as all } from 'uvu'
import { assertConformant } from '../../bin/testing/certified.js'
import { readyLine, schedkit } from '../../bin/testing/schedkit-process.js'
import { withCluster } from '../../server/storage/postgres/testing/cluster.js'
import { openBalancer } from './balancer.js'

const { test, cluster } = withCluster(all)

test('three servers on one database behind a balancer are conformant, with every check run', async () => {
  const args = ['serve', '--port', '0', '--log', 'json', '--control-token', 'token']
  const env = { SCHEDKIT_DATABASE: cluster().database() }
  const servers = [1, 2, 3].map(() => schedkit(args, env))
  const urls = (await Promise.all(servers.map(readyLine))).map(({ url }) => url)
  const balancer = await openBalancer(() => urls.map(url => Number(new URL(url).port)))

  await assertConformant(balancer.url, 6)

  balancer.close()
  for (const { child } of servers) child.kill()
  await Promise.all(servers.map(({ ended }) => ended))
})

all.run()
