import * as assert from 'uvu/assert'
import { certify, provisionByControl } from '../../conformance/index.js'

/** Certifies a service using its control interface with the token "token". @throws unless it is conformant and every check ran */
export async function assertConformant(url: string, seed: number): Promise<void> {
  const { target, mailbox, teardown } = await provisionByControl({ url, token: 'token' })
  const options = { target, allow: ['all'], seed, jobs: 8, strict: true } as const
  const report = await certify({ ...options, ...(mailbox && { mailbox }) })
  await teardown?.()
  const troubled = report.checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
  assert.equal(
    troubled.map(
      ({ id, outcome, reason, evidence }) => `${id} ${outcome}: ${reason ?? evidence[0]?.message}`,
    ),
    [],
  )
  assert.is(report.verdict, 'conformant')
  assert.is(report.counts.planned, report.counts.passed + report.counts.observed)
}
