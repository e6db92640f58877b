import type { Report } from '../../run/report.js'
import { sampleEvidence, sampleExchange } from './sample-evidence.js'
import { sampleCheck, sampleReport } from './sample-report.js'

/** What a target may send to break a report: markup, quotes, escapes, controls, ends of comments and of CDATA, and commands of CI runners. */
export const hostileText =
  '<script>alert("1")</script>\'"--> ]]> </pre></details> &amp; \x1b[2J\x1b]0;title\x07\x00\x07\x9b31m\u202e\ufffe\ud800 # TODO ...\n---\n...\nnot ok 1 - \\\n::error::x\r  ::add-mask::x\u2028\x1b[1m::debug::x ##[error]x ##vso[task.complete]x' +
  ' ::warning::x'.repeat(12)

/** A report in which everything that a target can influence is hostile. */
export function hostileReport(changes: Partial<Report> = {}): Report {
  const exchange = sampleExchange({
    as: hostileText,
    url: `https://example.test/${hostileText}`,
    body: hostileText,
    headers: { 'content-type': hostileText, [`x-${hostileText}`]: hostileText },
    answer: hostileText,
  })
  const evidence = (kind: 'failure' | 'warning' | 'observation' | 'preparation') =>
    sampleEvidence({
      kind,
      message: hostileText,
      expected: hostileText,
      actual: hostileText,
      exchanges: [exchange, exchange],
      curl: hostileText,
    })
  const checks = [
    sampleCheck('RES-01.a', 'failed', { title: hostileText, evidence: [evidence('failure')] }),
    sampleCheck('RES-02.a', 'warned', { title: hostileText, evidence: [evidence('warning')] }),
    sampleCheck('RES-03.a', 'observed', { title: hostileText, evidence: [evidence('observation')] }),
    sampleCheck('RES-04.a', 'blocked', {
      reason: hostileText,
      blockedBy: 'RES-01',
      evidence: [evidence('preparation')],
    }),
    sampleCheck('RES-05.a', 'skipped', { reason: hostileText }),
    sampleCheck('RES-06.a', 'error', { reason: hostileText }),
    sampleCheck('RES-07.a', 'failed', { known: true, evidence: [evidence('failure')] }),
  ]
  return sampleReport({
    checks,
    target: `https://example.test/${hostileText}`,
    reasons: [hostileText],
    causes: [{ kind: 'rule', title: hostileText, failed: 1, waiting: 0, checks: ['RES-01.a', hostileText] }],
    remains: [hostileText],
    gaps: [{ reason: hostileText, remedy: hostileText, checks: ['RES-05.a'] }],
    baseline: { known: [{ rule: 'RES-07', reason: hostileText }], regressions: [], problems: [hostileText] },
    ...changes,
  })
}
