import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { readyLine, schedkit } from '../../bin/testing/schedkit-process.js'
import { certify, provisionByControl } from '../../conformance/index.js'
import { withCluster } from '../../server/storage/postgres/testing/cluster.js'
import { openBalancer } from './balancer.js'

const { test, cluster } = withCluster(all)

test('three servers on one database behind a balancer are conformant, with every check run', async () => {
  const args = ['serve', '--port', '0', '--log', 'json', '--control-token', 'token']
  const env = { SCHEDKIT_DATABASE: cluster().database() }
  const servers = [1, 2, 3].map(() => schedkit(args, env))
  const urls = (await Promise.all(servers.map(readyLine))).map(({ url }) => url)
  const balancer = await openBalancer(() => urls.map(url => Number(new URL(url).port)))
  const { target, mailbox, teardown } = await provisionByControl({ url: balancer.url, token: 'token' })

  const report = await certify({
    ...{ target, allow: ['all'], seed: 6, jobs: 8, strict: true },
    ...(mailbox && { mailbox }),
  })

  await teardown?.()
  balancer.close()
  for (const { child } of servers) child.kill()
  await Promise.all(servers.map(({ ended }) => ended))
  const troubled = report.checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
  assert.equal(
    troubled.map(
      ({ id, outcome, reason, evidence }) => `${id} ${outcome}: ${reason ?? evidence[0]?.message}`,
    ),
    [],
  )
  assert.is(report.verdict, 'conformant')
  assert.is(report.counts.planned, report.counts.passed + report.counts.observed)
})

all.run()
