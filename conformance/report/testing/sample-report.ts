import type { Level } from '../../catalogue/rule.js'
import { type CheckReport, type Outcome, outcomes, type Report, type RuleReport } from '../../run/report.js'
import { countsOf } from '../../run/verdict.js'
import { sampleEvidence, sampleExchange } from './sample-evidence.js'

export function sampleCheck(
  id: string,
  outcome: Outcome = 'passed',
  changes: Partial<CheckReport> = {},
): CheckReport {
  return {
    id,
    rule: id.replace(/\..*$/, ''),
    title: 'a new object keeps what was sent',
    level: 'must',
    section: '2.1',
    danger: ['own'],
    outcome,
    evidence: [],
    attempts: 1,
    requests: 3,
    took: 120,
    ...changes,
  }
}

/** Several areas, every outcome, a known failure, gaps, and what remains. */
const sampleChecks: readonly CheckReport[] = [
  sampleCheck('ENV-01.success'),
  sampleCheck('ENV-02.type', 'warned', {
    level: 'should',
    section: '1',
    title: 'an answer names its type',
    evidence: [
      sampleEvidence({
        kind: 'warning',
        message: 'The answer has the type "text/html" <b>though</b> it is JSON.',
        expected: 'application/json',
        actual: 'text/html',
      }),
    ],
  }),
  sampleCheck('RES-01.list'),
  sampleCheck('RES-01.read'),
  sampleCheck('RES-05.create', 'failed', {
    evidence: [
      sampleEvidence({
        exchanges: [
          sampleExchange({
            method: 'GET',
            answer: '\x1b[31mred\x1b[0m\x07 <script>alert("x")</script>',
            cut: 4000,
          }),
          sampleExchange({ answer: `{"success":true,"data":"${'long '.repeat(800)}"}` }),
        ],
      }),
    ],
  }),
  sampleCheck('RES-05.change', 'blocked', {
    reason: 'a resource could not be created',
    blockedBy: 'RES-05',
    evidence: [sampleEvidence({ kind: 'preparation', message: 'The preparation did not get a resource.' })],
  }),
  sampleCheck('RES-09.order', 'failed', {
    known: true,
    title: 'a list is sorted by id',
    evidence: [sampleEvidence({ message: 'The list is not sorted by id.' })],
  }),
  sampleCheck('BOK-01.list'),
  sampleCheck('BOK-02.wipe', 'skipped', { reason: 'needs --allow wipe', danger: ['wipe'] }),
  sampleCheck('BOK-02.second', 'skipped', { reason: 'needs a second schedule' }),
  sampleCheck('BOK-03.crash', 'error', { reason: "TypeError: can't read undefined of a booking" }),
  sampleCheck('BOK-04.colour', 'observed', {
    level: 'may',
    section: '3.2',
    title: 'what an unknown colour does',
    evidence: [sampleEvidence({ kind: 'observation', message: 'An unknown colour is refused with 400.' })],
  }),
]

const statement = 'A new object has every member that was sent & keeps it "as it is".'
const areas = [
  { prefix: 'ENV', title: 'Envelope' },
  { prefix: 'RES', title: 'Resources' },
  { prefix: 'BOK', title: 'Bookings and everything that is said about their times' },
]

function sampleRules(checks: readonly CheckReport[]): RuleReport[] {
  const ids = [...new Set(checks.map(check => check.rule))]
  const tested = ids.map((id): RuleReport => {
    const own = checks.filter(check => check.rule === id)
    const outcome = outcomes.find(each => own.some(check => check.outcome === each)) ?? 'passed'
    const { level, section } = own[0] ?? { level: 'must' as Level, section: '1' }
    return {
      id,
      area: id.slice(0, 3),
      level,
      section,
      statement,
      outcome,
      checks: own.map(check => check.id),
    }
  })
  return [
    ...tested,
    {
      id: 'BOK-08',
      area: 'BOK',
      level: 'must',
      section: '3.3',
      statement,
      outcome: 'not selected',
      checks: ['BOK-08.end'],
    },
    {
      id: 'BOK-09',
      area: 'BOK',
      level: 'may',
      section: '3.4',
      statement: 'How long a deleted booking is kept is open.',
      outcome: 'not exercised',
      reason: 'nothing shows it from outside',
      checks: [],
    },
  ]
}

/** A report of a run with a finding of every kind. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  const checks = changes.checks ?? sampleChecks
  return {
    schema: 'schedkit-conformance/1',
    kit: '0.2.0',
    target: 'https://api.example.test/v1',
    started: '2026-03-01T10:00:00.000Z',
    took: 125_400,
    seed: 42,
    options: { allow: ['guard'], only: [], skip: ['BOK-08'], level: 'may', strict: false, jobs: 4 },
    verdict: 'not conformant',
    reasons: [
      'RES-05 fails: a new object has every member that was sent.',
      'The baseline names a rule that passes.',
    ],
    exitCode: 1,
    counts: countsOf(checks, { notStarted: 0, notSelected: 1, preparations: 0 }),
    traffic: { requests: 1042, restarts: 1, waits: 2, waited: 31_000 },
    operations: [
      { name: 'GET /v1/users/me', state: 'implemented', status: 200, waiting: 0 },
      { name: 'PUT /v1/users/me', state: 'missing', status: 405, waiting: 1 },
      { name: 'DELETE /v1/users/me', state: 'unclear', waiting: 0 },
    ],
    preparations: [],
    causes: [
      { kind: 'operation', title: 'PUT /v1/users/me is missing', failed: 0, waiting: 1, checks: ['RES-09'] },
    ],
    areas,
    rules: sampleRules(checks),
    checks,
    gaps: [
      {
        reason: 'needs --allow wipe',
        remedy: 'Name a spare schedule whose content may be lost, and add --allow wipe.',
        checks: ['BOK-02.wipe'],
      },
      {
        reason: 'needs a second schedule',
        remedy: 'Name a second schedule of the owner in the configuration.',
        checks: ['BOK-02.second'],
      },
    ],
    remains: ['Resource 7 of red-barn could not be deleted: delete it by hand.'],
    baseline: {
      known: [{ rule: 'RES-09', reason: 'lists are sorted from release 9 on', until: '2026-06-01' }],
      regressions: [],
      problems: ['ENV-01 is in the baseline and passes: take it out.'],
    },
    ...changes,
  }
}

/** A report of a run in which everything passed. */
export function greenReport(changes: Partial<Report> = {}): Report {
  const checks = ['ENV-01.success', 'RES-01.list', 'RES-01.read'].map(id => sampleCheck(id))
  const report = sampleReport({ checks })
  const { baseline: _, ...rest } = report
  return {
    ...rest,
    rules: report.rules.filter(rule => rule.outcome === 'passed'),
    counts: { ...report.counts, notSelected: 0 },
    traffic: { requests: 9, restarts: 0, waits: 0, waited: 0 },
    verdict: 'conformant',
    reasons: [],
    exitCode: 0,
    operations: [],
    causes: [],
    gaps: [],
    remains: [],
    ...changes,
  }
}
