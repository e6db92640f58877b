import { membersOf, personMembers } from '../catalogue/members.js'
import { instantOf } from '../check/instants.js'
import { oneLine } from '../http/clean.js'
import { count, groupBy, isFailing } from './counts.js'
import type { Cause, CheckReport, Evidence, RuleReport, ShownExchange } from './report.js'

type Named = Pick<Cause, 'kind' | 'title'>

/** Why a check is blocked if it ended after the target had stopped answering. */
export const stoppedAnswering = 'the target stopped answering'

/** The beginning of the reason if a check is blocked because no attempt got a complete response. */
export const noResponse = 'no complete response'

/**
 * Groups the checks that did not pass by their most likely common cause. A target that stopped answering comes first, then
 * objects with the same id, reads that change objects, other mistakes in existing operations, and missing operations;
 * within each of these, causes are sorted by the number of checks that they keep from passing.
 */
export function causesOf(
  checks: readonly CheckReport[],
  rules: readonly RuleReport[],
  { strict }: { readonly strict: boolean },
): Cause[] {
  const statements = new Map(rules.map(({ id, statement }) => [id, statement]))
  const isWaiting = ({ outcome }: CheckReport) => outcome === 'blocked' || outcome === 'not implemented'
  const open = checks.filter(check => isWaiting(check) || isFailing(check, strict))
  const isUnsteady = checks.some(({ outcome }) => outcome === 'passed') && open.some(isOwnerRefused)
  const failures = new Set(
    checks
      .filter(({ outcome }) => outcome === 'failed')
      .flatMap(check => decisive(check)?.message ?? [])
      // Any request can be refused: this message does not identify a cause.
      .filter(message => !/\bwas refused$/.test(message)),
  )
  const facts = { statements, failures, isUnsteady }
  const ofFailures = new Map(
    open
      .filter(({ outcome }) => outcome === 'failed')
      .map(check => [decisive(check)?.message, causeOf(check, facts)]),
  )
  // A check that waits for a failed one shares its message and its cause.
  const ofFailure = (message: string | undefined) =>
    message !== undefined && failures.has(message) ? ofFailures.get(message) : undefined
  const named = open.map(check => ({
    check,
    cause: (isWaiting(check) && ofFailure(decisive(check)?.message)) || causeOf(check, facts),
  }))
  const causes = [...groupBy(named, ({ cause: { kind, title } }) => `${kind} ${title}`).values()].map(
    (group): Cause => {
      const own = group.map(({ check }) => check)
      const { kind, title } = group[0]?.cause ?? { kind: 'rule', title: '' }
      return {
        kind,
        title,
        failed: own.filter(check => isFailing(check, strict)).length,
        waiting: own.filter(isWaiting).length,
        checks: own.map(({ id }) => id),
      }
    },
  )
  return withErrorsTogether(causes).sort(
    (a, b) =>
      Number(isOutage(b)) - Number(isOutage(a)) ||
      Number(isAboutIds(b)) - Number(isAboutIds(a)) ||
      Number(isAboutReads(b)) - Number(isAboutReads(a)) ||
      Number(isMissing(a)) - Number(isMissing(b)) ||
      b.failed + b.waiting - (a.failed + a.waiting) ||
      b.waiting - a.waiting ||
      Number(a.kind === 'envelope') - Number(b.kind === 'envelope'),
  )
}

/** Merges 5xx responses of several operations: they most likely have one cause, which is in the server's log. */
function withErrorsTogether(causes: readonly Cause[]): Cause[] {
  const failing = causes.filter(({ kind, title }) => kind === 'refusal' && / returns 5\d\d /.test(title))
  if (failing.length < 2) return [...causes]
  const sum = (of: (cause: Cause) => number) => failing.reduce((total, cause) => total + of(cause), 0)
  return [
    {
      kind: 'refusal',
      title: `${failing.length} operations return an error of the server (5xx), such as ${failing[0]?.title.replace(/ returns .*/, '')}`,
      failed: sum(({ failed }) => failed),
      waiting: sum(({ waiting }) => waiting),
      checks: failing.flatMap(({ checks }) => checks),
    },
    ...causes.filter(cause => !failing.includes(cause)),
  ]
}

/** Whether the target stopped answering. */
export const isOutage = ({ title }: Cause): boolean => title === stoppedAnswering

/** Objects with the same id explain any finding. */
const isAboutIds = ({ checks, failed }: Cause) => failed > 0 && checks.some(id => sameIds.includes(id))
const sameIds = ['RES-02.answers', 'BKG-02.answers', 'COL-02.answers']

/** So do reads that change what they show. */
const isAboutReads = ({ checks, failed }: Cause) => failed > 0 && checks.includes('CROSS-40')

/** Whether the cause is an operation that is still to be implemented. */
export const isMissing = ({ kind }: Cause): boolean => kind === 'operation'

interface Facts {
  readonly statements: ReadonlyMap<string, string>
  /** The messages of the checks that failed: checks that wait for them have the same evidence. */
  readonly failures: ReadonlySet<string>
  /** The owner's requests were let in at times and refused at others. */
  readonly isUnsteady: boolean
}

/** For example `PUT /v1/users/me is missing; 51 checks wait for it`. */
export const causeLine = (cause: Cause): string => `${cause.title}; ${causeSum(cause)}`

/** For example `3 checks fail, 1 check waits for it`. */
export function causeSum({ failed, waiting }: Cause): string {
  const fail = `${count(failed, 'check')} ${failed === 1 ? 'fails' : 'fail'}`
  const wait = `${count(waiting, 'check')} ${waiting === 1 ? 'waits' : 'wait'} for it`
  return failed === 0 ? wait : waiting === 0 ? fail : `${fail}, ${wait}`
}

/** The evidence that decides the outcome of a check. */
export const decisive = ({ evidence }: CheckReport): Evidence | undefined =>
  evidence.find(({ kind }) => kind !== 'observation')

function isOwnerRefused(check: CheckReport): boolean {
  const { as, status } = decisive(check)?.exchanges.at(-1) ?? {}
  return as === 'owner' && status === 401
}

const unwanted = /must be accepted, but was not/

/** The request that a finding is about: the refused one, even if others followed before it was judged, or else the last. */
const judgedExchange = ({ message, exchanges }: Evidence) =>
  (unwanted.test(message) && exchanges.find(each => !isAccepted(each))) || exchanges.at(-1)

function causeOf(check: CheckReport, facts: Facts): Named {
  const { operation, rule, blockedBy = rule } = check
  if (check.reason === stoppedAnswering) return { kind: 'outage', title: stoppedAnswering }
  if (check.outcome === 'blocked' && check.reason?.startsWith(noResponse))
    return { kind: 'outage', title: 'requests that checks need got no complete response' }
  if (operation !== undefined) return { kind: 'operation', title: `${operation} is missing` }
  const evidence = decisive(check)
  const exchange = evidence && judgedExchange(evidence)
  const general = evidence && generalCause(evidence)
  if (general) return general
  if (evidence && isShifted(check, evidence)) return { kind: 'member', title: shifted }
  const refusal =
    evidence && exchange && !isAccepted(exchange) ? refusalOf(exchange, evidence, check, facts) : undefined
  if (refusal) return refusal
  if (check.outcome !== 'blocked' && exchange && hasQuotedIds(exchange))
    return {
      kind: 'member',
      title: 'ids of objects of a schedule are sent in quotes, and have to be integers',
    }
  const statement = facts.statements.get(blockedBy)?.replace(/\.$/, '')
  const byRule: Named = {
    kind: 'rule',
    title: blockedBy === 'CROSS-40' ? readsChange : `${blockedBy}: ${statement ?? headline(check)}`,
  }
  if (blockedBy.startsWith('ENV-')) return { ...byRule, kind: 'envelope' }
  if (exchange === undefined || evidence === undefined) return byRule
  const listed = pageCause(evidence, exchange)
  if (listed) return listed
  if (check.outcome === 'blocked' || isOfCreate(evidence)) return memberOf(evidence, exchange) ?? byRule
  // A write may be followed by the read that shows its effect.
  const parameter = evidence.exchanges.toReversed().map(each => parameterOf(check, each, evidence))
  return parameter.find(each => each !== undefined) ?? memberOf(evidence, exchange) ?? byRule
}

/** A wrong default is the create's fault, whatever was sent after it. */
const isOfCreate = ({ message }: Evidence) =>
  / was not (the default|as it was sent, right) after the create\b/.test(message)

/** Detects a fault of all responses, which breaks rules of every kind. */
function generalCause({ message, exchanges, expected, actual }: Evidence): Named | undefined {
  if (exchanges.some(({ status, answer }) => status >= 400 && saysSuccess(answer)))
    return { kind: 'envelope', title: 'errors are answered with "success": true' }
  const sent = exchanges.at(-1)
  const isSentBack = sent !== undefined && !isAccepted(sent) && numberAsBoolean.test(sent.body ?? '')
  if (isSentBack || hasNumberForBoolean(expected, actual))
    return { kind: 'member', title: 'booleans are sent as 0 and 1, and have to be true and false' }
  if (leavesObjects.test(message))
    return { kind: 'rule', title: 'bulk deletes leave objects that they must delete' }
  return hasNumberForText(message, expected, actual)
    ? { kind: 'member', title: 'texts of digits, such as "0", are sent as numbers, and have to be strings' }
    : undefined
}

/** Some JSON encoders write every text that looks like a number as a number. */
function hasNumberForText(message: string, expected = '', actual = ''): boolean {
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
  if (expected === 'string') return isNumber(actual) && !/^id\b/.test(message)
  if (isNumber(actual) && expected === `"${actual}"`) return true
  return [...expected.matchAll(/"(\w+)": "(-?\d[\d.]*)"/g)].some(
    ([, name, digits]) => name !== 'id' && actual.includes(`"${name}": ${digits}`),
  )
}

const leavesObjects =
  /^reading \w+ -?\d+ after it was deleted in bulk must be refused|^DELETE \S+.* left \d+ of \d+ objects in /

const readsChange = 'CROSS-40: reads change or lose objects, of which other failures may be a consequence'
const shifted = 'times of bookings are shifted, as by the offset of another time zone or another date'
const minute = 60_000

/** Whether two local times differ as zone offsets do: by a multiple of a quarter of an hour, less than 27 hours. */
function isShifted({ rule }: CheckReport, { message, expected = '', actual = '' }: Evidence): boolean {
  const isOfZone = rule.startsWith('TIME-') || /\b[A-Z]\w+\/[A-Z]\w+/.test(message)
  if (!isOfZone || !/\b(start|end)(_utc)?\b/.test(message)) return false
  const [one = Number.NaN, other = Number.NaN] = [expected, actual].map(text =>
    instantOf(text.replace(' ', 'T')),
  )
  const shift = Math.abs(one - other)
  return shift > 0 && shift < 27 * 60 * minute && shift % (15 * minute) === 0
}

const saysSuccess = (answer: string) => /"success"\s*:\s*true/.test(answer)

/** Matches a boolean written as a number, in a body that is sent back as it was read. */
const numberAsBoolean = /"(text_bold|all_day_display|allow_collaboration)"\s*:\s*[01]\b/

function hasNumberForBoolean(expected = '', actual = ''): boolean {
  if (/^(boolean|true|false)$/.test(expected)) return /^[01]$/.test(actual)
  const isWrong = (name: string) =>
    new RegExp(`"${name}": (true|false)\\b`).test(expected) && new RegExp(`"${name}": [01]\\b`).test(actual)
  return isWrong('text_bold') || isWrong('all_day_display') || isWrong('allow_collaboration')
}

/** Detects a finding about the pagination of a list, whatever its query. */
function pageCause({ message }: Evidence, { method }: ShownExchange): Named | undefined {
  if (method !== 'GET') return undefined
  const [count] = /\b(total|page)_count\b/.exec(message) ?? []
  if (count !== undefined) return { kind: 'member', title: `${count} in the pagination of lists` }
  return /\bpages\b|\banother page\b|\blinks? "?(next|first|last)\b|\b(next|first|last) link\b/.test(message)
    ? { kind: 'member', title: 'the links of lists to their other pages' }
    : undefined
}

/** A long response is shown without its beginning or end, which may have contained `success`. */
const isAccepted = ({ answer, cut, cutBefore }: ShownExchange) =>
  saysSuccess(answer) || cut !== undefined || cutBefore !== undefined

/** Detects a response that refuses what must be accepted, for a reason outside the check. */
function refusalOf(
  { as, method, url, status, answer }: ShownExchange,
  { message }: Evidence,
  { outcome, blockedBy }: CheckReport,
  { failures, isUnsteady }: Facts,
): Named | undefined {
  if (isUnsteady && (status === 401 || (as === 'owner' && (status === 403 || status === 404))))
    return {
      kind: 'credentials',
      title:
        'the owner is let in at times and refused at others (401): users are mixed up when several act at once, or the account is locked',
    }
  // A failed check may have used these credentials of a disposable account on purpose.
  const isOwnChoice = outcome === 'failed' && as.startsWith('throwaway')
  if (status === 401 && !isOwnChoice)
    return { kind: 'credentials', title: `the credentials of the ${as} are refused (401)` }
  const isOfPreparation = outcome === 'blocked' && !failures.has(message)
  const isUnwanted = isOfPreparation || unwanted.test(message)
  if (!isUnwanted || blockedBy?.startsWith('ENV-')) return undefined
  const path = pathOf(url)
  // Every user has an account of their own: naming one would split the cause.
  const who = as === 'owner' || path === '/v1/users/me' ? '' : ` to the ${as}`
  return {
    kind: 'refusal',
    title: `${method} ${path} returns ${status}${who} ${whatFails(status, answer)}`,
  }
}

/** Describes why a response does not mean success. */
function whatFails(status: number, answer: string): string {
  if (status >= 400 || status === 0) return 'but must succeed'
  return answer.trim() === '' ? 'but the body is empty' : 'but without "success": true'
}

/** An id in quotes equals no integer, so every comparison fails. Only a create of a collaborator may return one. */
const hasQuotedIds = ({ method, url, answer }: ShownExchange) =>
  /"id"\s*:\s*"\d+"/.test(answer) &&
  /\/(resources|bookings|collaborators)\b/.test(url) &&
  !(method === 'POST' && /\/collaborators\b/.test(url))

/** The path as in section 4: each id is replaced by the name of its parameter. */
const pathOf = (url: string) =>
  (/\/v1\/[^?#]*/.exec(url)?.[0] ?? url)
    .replace(/\/schedules\/[^/]+/, '/schedules/{scheduleId}')
    .replace(/\/(resource|booking|collaborator)s\/[^/]+/g, '/$1s/{$1Id}')

const parameters = ['limit', 'offset', 'fields', 'ids', 'time_min', 'time_max', 'all', 'me']

/** The one parameter of a list request, if the rule is about parameters; of several, the one that the check names. */
function parameterOf(
  { rule, title }: CheckReport,
  { method, url }: ShownExchange,
  { message }: Evidence,
): Named | undefined {
  if (!/^(LIST|FILT|BULK)-/.test(rule)) return undefined
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  const found = parameters.filter(name => new RegExp(`(^|&)${name}=`).test(query))
  const decisive = found.length > 1 ? found.filter(each => each !== 'ids' && each !== 'limit') : found
  const named = decisive.filter(name => new RegExp(`\\b${name}\\b`).test(`${title} ${message}`))
  // All checks use `ids` to list only their own objects.
  const [name, ...others] = decisive.length > 1 || decisive[0] === 'ids' ? named : decisive
  return name === undefined || others.length > 0
    ? undefined
    : { kind: 'parameter', title: `the parameter ${name} of ${method} on lists` }
}

const members = new Set([...Object.values(membersOf).flatMap(Object.keys), ...personMembers])

/** The one member that a finding is about. */
function memberOf({ message }: Evidence, { url }: ShownExchange): Named | undefined {
  const found = [...new Set(message.match(/[a-z][a-z_0-9]+/g) ?? [])].filter(
    word =>
      members.has(word) &&
      (word.includes('_') || new RegExp(`(^|: )${word}\\b|\\b${word} of\\b`).test(message)),
  )
  const [member] = found
  if (found.length !== 1 || member === undefined) return undefined
  const [, kind = 'account'] = /\/(resource|booking|collaborator)s(?:\/[^/?]*)?(?:\?|$)/.exec(url) ?? []
  return { kind: 'member', title: `the member ${member} of a ${kind}`.replace('a account', 'an account') }
}

/** Describes in one line what went wrong. */
export function headline({ evidence, reason, title }: CheckReport): string {
  const decisive = evidence.find(({ kind }) => kind === 'failure') ?? evidence[0]
  return oneLine(reason ?? decisive?.message ?? title)
}
