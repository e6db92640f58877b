import {
  type CheckReport,
  invariants,
  matches,
  outcomes,
  type Report,
  ruleOf,
  rules,
  shownBy,
} from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import type { KnowNothing } from '../know-nothing/servers.js'
import type { Variant } from '../variants/variant.js'
import type { CertifyResult } from './certify-server.js'
import type { Luck } from './figures.js'

/** The verdict on one fault or variant. */
export interface Verdict {
  readonly id: string
  /** One sentence per problem; empty if the kit behaved correctly. */
  readonly problems: readonly string[]
  /** The rules that were reported and are not named in `breaks` or `touches`. */
  readonly untold: readonly string[]
  /** The checks that did not pass, with their messages. */
  readonly seen: readonly Seen[]
  /** What was verified on a server that knows nothing. */
  readonly luck?: Luck
}

export interface Seen {
  readonly check: string
  /** The checks that show it: the check itself, and those on whose requests an invariant failed. */
  readonly shownBy: readonly string[]
  readonly outcome: CheckReport['outcome']
  readonly message: string
}

/** The verdict if there is no report to judge. */
export const onlyProblem = (id: string, problem: string): Verdict => ({
  id,
  problems: [problem],
  untold: [],
  seen: [],
})

/** The checks that did not pass. */
const troubled = ({ checks }: Report) =>
  checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')

const messagesOf = ({ evidence }: CheckReport) =>
  evidence.filter(({ kind }) => kind === 'failure' || kind === 'warning').map(({ message }) => message)

const seenOf = (check: CheckReport): Seen => ({
  check: check.id,
  shownBy: shownBy(check),
  outcome: check.outcome,
  message: messagesOf(check)[0] ?? check.reason?.split('\n')[0] ?? '',
})

const isAny = (patterns: readonly string[], id: string) => patterns.some(pattern => matches(pattern, id))

/** Did the kit catch a fault by the rules it breaks, for the stated reasons, and report nothing else? */
export function judgeFault(fault: Fault, outcome: CertifyResult): Verdict {
  const { id, missed } = fault
  if ('unreachable' in outcome) {
    return onlyProblem(id, `it cannot be certified at all: ${outcome.unreachable}`)
  }
  const { report } = outcome
  const uncaught = Object.entries(fault.breaks).flatMap(([rule, reason]) => survives(rule, reason, report))
  const isCaught = uncaught.length === 0
  const caught = missed === undefined ? [...uncaught, ...unsaid(fault, report)] : []
  const untold = unexpected(fault, report)
  const problems =
    missed !== undefined && isCaught
      ? ['it is caught now: take `missed` away']
      : [...caught, ...accusations(untold.filter(({ id }) => !recorded.has(id)))]
  return {
    id,
    problems,
    untold: [...new Set(untold.map(({ rule }) => rule))],
    seen: troubled(report).map(seenOf),
  }
}

/** Did a strict run within a budget find anything? */
export const judgeWithinBudget = (id: string, outcome: CertifyResult): Verdict =>
  'report' in outcome && outcome.report.exitCode !== 1
    ? onlyProblem(id, 'it is not caught within the budget')
    : { id, problems: [], untold: [], seen: [] }

/** The rules that a fault names, and those whose checks cannot be prepared because of them, transitively. */
function explainedRules(own: readonly string[], { rules, checks }: Report): ReadonlySet<string> {
  const named = own.map(name => name.split('.')[0] ?? name)
  const explained = new Set(rules.map(({ id }) => id).filter(id => isAny(named, id)))
  for (let size = -1; size !== explained.size; ) {
    size = explained.size
    for (const { rule, blockedBy } of checks) {
      if (blockedBy !== undefined && explained.has(blockedBy)) explained.add(rule)
    }
  }
  return explained
}

/** Why a rule that must fail did not, or failed for another reason. */
function survives(rule: string, reason: RegExp, { checks }: Report): string[] {
  const own = checks.filter(({ id }) => matches(rule, id))
  if (own.length === 0) return [`${rule} was not checked: is there such a rule or check?`]
  const isMust = own.some(({ level }) => level === 'must') && mustFail(rule)
  const failing = own.filter(({ outcome }) => outcome === 'failed' || (!isMust && outcome === 'warned'))
  if (failing.length === 0) {
    const outcomes = [...new Set(own.map(({ outcome }) => outcome))].join(', ')
    return [`it survives: ${rule} should be ${isMust ? 'failed' : 'warned about'}, but is ${outcomes}`]
  }
  const messages = failing.flatMap(messagesOf)
  return messages.some(message => reason.test(message))
    ? []
    : [`${rule} speaks of something other than ${reason}: ${messages[0]}`]
}

/** A warning of one check does not break a MUST rule, unless that check itself is named. */
const mustFail = (rule: string) => rule.includes('.') || ruleOf(rule).level === 'must'

/** The verdict and the exit code of the run must agree with the failed checks. */
function unsaid({ breaks }: Fault, { verdict, exitCode, checks, reasons }: Report): string[] {
  const isMust = checks.some(({ id, outcome }) => outcome === 'failed' && isAny(Object.keys(breaks), id))
  if (isMust && verdict !== 'not conformant') return [`the verdict of the run is ${verdict}`]
  return exitCode === 1 ? [] : [`a strict run ends with the exit code ${exitCode}: ${reasons.join(' ')}`]
}

/**
 * The record of a run compares all answers with each other: where and under which rule a mistake shows depends on which requests
 * the checks happen to send. Its findings have to be in an area that the fault names, such as RES, or under the rules which only
 * say that answers agree with each other, which every lost, wrong or surplus change breaks. All others are unexpected: they are
 * shown if the fault is run alone, and it has to name them.
 */
const recorded = new Set(invariants.filter(({ judge }) => !judge).map(({ id }) => id))
const agreement = ['CROSS-40', 'ENV-13', 'BULK-03', 'LIST-11', 'LIST-28']

const areaOf = (id: string) => id.split('-')[0]

/** The checks that did not pass and are not named in `breaks` or `touches`. */
function unexpected({ breaks, touches }: Fault, report: Report): CheckReport[] {
  const own = [...Object.keys(breaks), ...touches]
  const explained = explainedRules(own, report)
  const areas = new Set(own.map(areaOf))
  const isDue = ({ id, blockedBy }: CheckReport) =>
    isAny(own, id) ||
    (recorded.has(id) && (areas.has(areaOf(id)) || isAny(agreement, id))) ||
    (blockedBy !== undefined && explained.has(blockedBy))
  return troubled(report).filter(check => check.outcome === 'error' || !isDue(check))
}

/** One sentence per rule, on its worst check. */
function accusations(accused: readonly CheckReport[]): string[] {
  return [...new Set(accused.map(({ rule }) => rule))].map(rule => {
    const checks = accused.filter(check => check.rule === rule)
    const others = checks.length > 1 ? ` (and ${checks.length - 1} more of ${rule})` : ''
    const [worst] = checks
      .sort((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome))
      .map(seenOf)
    return `${worst?.check} is ${worst?.outcome} too${others}: ${worst?.message}`
  })
}

/** Did the kit accept a correct server? */
export function judgeVariant(
  { id, warns, skips }: Pick<Variant, 'id' | 'warns' | 'skips'>,
  outcome: CertifyResult,
): Verdict {
  if ('unreachable' in outcome) {
    return onlyProblem(id, `it cannot be certified at all: ${outcome.unreachable}`)
  }
  const { report } = outcome
  const seen = troubled(report).map(seenOf)
  const isDue = ({ check, outcome }: Seen) =>
    (outcome === 'warned' && isAny(warns, check)) || (outcome === 'skipped' && isAny(skips, check))
  const accused = seen
    .filter(each => !isDue(each))
    .map(({ check, outcome, message }) => `${check} is ${outcome}: ${message}`)
  const verdict = report.verdict === 'conformant' ? [] : [`its verdict is ${report.verdict}`]
  const left = report.remains.map(remains => `it is left with: ${remains}`)
  return {
    id,
    problems: [...verdict, ...accused, ...left],
    untold: [],
    seen,
  }
}

/** Of all rules of level MUST, this share may hold by luck. */
const mostByLuck = 0.01

/** Did the kit verify nothing on a server that knows nothing? It cannot begin where nobody can log in. */
export function judgeKnowNothing({ id, title }: KnowNothing, outcome: CertifyResult): Verdict {
  const musts = rules.filter(({ level }) => level === 'must').length
  if ('unreachable' in outcome) {
    const isDue = /can't log in|stopped answering/.test(outcome.unreachable)
    const problems = isDue ? [] : [`it cannot be certified at all: ${outcome.unreachable}`]
    return { id, problems, untold: [], seen: [], luck: { title, verified: 0, of: musts } }
  }
  const { report } = outcome
  const { verdict, musts: { verified = 0, all = musts } = {} } = report
  const lucky = report.rules.filter(({ level, outcome }) => level === 'must' && outcome === 'passed')
  return {
    id,
    problems: [
      ...(verdict === 'not conformant' ? [] : [`its verdict is ${verdict}`]),
      ...(verified <= mostByLuck * all ? [] : [`verified by luck: ${lucky.map(rule => rule.id).join(', ')}`]),
    ],
    untold: [],
    seen: [],
    luck: { title, verified, of: all },
  }
}
