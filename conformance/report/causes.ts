import { membersOf, personMembers } from '../areas/members.js'
import { headline } from './evidence.js'
import { groupBy } from './groups.js'
import type { Cause, CheckReport, Evidence, RuleReport, ShownExchange } from './report.js'
import { count } from './summary.js'

type Named = Pick<Cause, 'kind' | 'title'>

/**
 * The checks that did not pass, grouped by what most likely is the common cause: the one for which most checks wait first,
 * then the one by which most fail.
 */
export function causesOf(
  checks: readonly CheckReport[],
  rules: readonly RuleReport[],
  { strict }: { readonly strict: boolean },
): Cause[] {
  const statements = new Map(rules.map(({ id, statement }) => [id, statement]))
  const isWaiting = ({ outcome }: CheckReport) => outcome === 'blocked' || outcome === 'not implemented'
  const isFailing = ({ outcome }: CheckReport) => outcome === 'failed' || (strict && outcome === 'warned')
  const open = checks.filter(check => isWaiting(check) || isFailing(check))
  const named = open.map(check => ({ check, cause: causeOf(check, statements) }))
  return [...groupBy(named, ({ cause: { kind, title } }) => `${kind} ${title}`).values()]
    .map(group => {
      const own = group.map(({ check }) => check)
      const { kind, title } = group[0]?.cause ?? { kind: 'rule', title: '' }
      return {
        kind,
        title,
        failed: own.filter(isFailing).length,
        waiting: own.filter(isWaiting).length,
        checks: own.map(({ id }) => id),
      }
    })
    .sort((a, b) => b.waiting - a.waiting || b.failed - a.failed)
}

/** For example `PUT /v1/users/me is missing; 51 checks wait for it`. */
export function causeLine({ title, failed, waiting }: Cause): string {
  const fail = `${count(failed, 'check')} ${failed === 1 ? 'fails' : 'fail'}`
  const wait = `${count(waiting, 'check')} ${waiting === 1 ? 'waits' : 'wait'} for it`
  return `${title}; ${failed === 0 ? wait : waiting === 0 ? fail : `${fail}, ${wait}`}`
}

function causeOf(check: CheckReport, statements: ReadonlyMap<string, string>): Named {
  const { operation, rule, blockedBy = rule } = check
  if (operation !== undefined) return { kind: 'operation', title: `${operation} is missing` }
  const evidence = check.evidence.find(({ kind }) => kind !== 'observation')
  const exchange = evidence?.exchanges.at(-1)
  const refusal =
    evidence && exchange && !isAccepted(exchange) ? refusalOf(exchange, evidence, check) : undefined
  if (refusal) return refusal
  if (blockedBy.startsWith('ENV-') && check.outcome === 'blocked')
    return { kind: 'envelope', title: `${blockedBy}: ${headline(check)}` }
  if (check.outcome !== 'blocked' && exchange && hasQuotedIds(exchange))
    return {
      kind: 'member',
      title: 'ids of objects of a schedule are sent in quotes, and have to be integers',
    }
  const statement = statements.get(blockedBy)?.replace(/\.$/, '')
  const byRule: Named = {
    kind: 'rule',
    title: `${blockedBy}: ${statement ?? headline(check)}`,
  }
  if (rule.startsWith('ENV-')) return { ...byRule, kind: 'envelope' }
  if (check.outcome === 'blocked' || exchange === undefined || evidence === undefined) return byRule
  // A write may be followed by the read that shows its effect.
  const parameter = evidence.exchanges.toReversed().map(each => parameterOf(check, each))
  return parameter.find(each => each !== undefined) ?? memberOf(evidence, exchange) ?? byRule
}

const isAccepted = ({ answer, cut }: ShownExchange) =>
  /"success"\s*:\s*true/.test(answer) || cut !== undefined

/** A response that refuses what has to be accepted: it has no cause in the check. */
function refusalOf(
  { as, method, url, status }: ShownExchange,
  { message }: Evidence,
  { outcome, blockedBy }: CheckReport,
): Named | undefined {
  if (status === 401) return { kind: 'credentials', title: `the credentials of the ${as} are refused (401)` }
  const isUnwanted = outcome === 'blocked' || /must be accepted, but was not/.test(message)
  if (!isUnwanted || blockedBy?.startsWith('ENV-')) return undefined
  const who = as === 'owner' ? '' : ` to the ${as}`
  return {
    kind: 'refusal',
    title: `${method} ${pathOf(url)} returns ${status}${who} but must succeed`,
  }
}

/** Ids in quotes equal no integer: whatever compares them fails. Only a create of a collaborator may be answered so. */
const hasQuotedIds = ({ method, url, answer }: ShownExchange) =>
  /"id"\s*:\s*"\d+"/.test(answer) &&
  /\/(resources|bookings|collaborators)\b/.test(url) &&
  !(method === 'POST' && /\/collaborators\b/.test(url))

/** The path of section 4: ids are replaced by what they are ids of. */
const pathOf = (url: string) =>
  (/\/v1\/[^?#]*/.exec(url)?.[0] ?? url)
    .replace(/\/schedules\/[^/]+/, '/schedules/{scheduleId}')
    .replace(/\/(resource|booking|collaborator)s\/[^/]+/g, '/$1s/{$1Id}')

const parameters = ['limit', 'offset', 'fields', 'ids', 'time_min', 'time_max', 'all', 'me']

/** The one parameter that a list was asked with, where the rule is about parameters. */
function parameterOf({ rule }: CheckReport, { method, url }: ShownExchange): Named | undefined {
  if (!/^(LIST|FILT|BULK)-/.test(rule)) return undefined
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  const found = parameters.filter(name => new RegExp(`(^|&)${name}=`).test(query))
  const [name] = found.length > 1 ? found.filter(each => each !== 'ids' && each !== 'limit') : found
  return name === undefined
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
