import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { certify, provisionByControl } from '../conformance/index.js'
import { password, withCluster } from '../server/storage/postgres/testing/cluster.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)

test('schedkit serve --database is conformant, and prints no password', async () => {
  const url = cluster().database()
  const args = ['serve', '--port', '0', '--log', 'json', '--control-token', 'token']
  const server = schedkit(args, { SCHEDKIT_DATABASE: url })
  const { url: base } = await readyLine(server)
  const { target, mailbox, teardown } = await provisionByControl({ url: base, token: 'token' })

  const report = await certify({ target, allow: ['all'], seed: 5, jobs: 8, ...(mailbox && { mailbox }) })

  await teardown?.()
  server.child.kill()
  await server.ended
  const troubled = report.checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
  assert.equal(
    troubled.map(
      ({ id, outcome, reason, evidence }) => `${id} ${outcome}: ${reason ?? evidence[0]?.message}`,
    ),
    [],
  )
  assert.is(report.verdict, 'conformant')
  assert.is(report.counts.planned, report.counts.passed + report.counts.observed)
  assert.not.ok(`${server.stdout()}${server.stderr()}`.includes(encodeURIComponent(password)))
})

test.run()
