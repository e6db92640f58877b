import type { Account, Target } from '../target/target.js'
import { basic } from './actor.js'
import { addressOf, createdIds, type Exchange, replyOf, type SentRequest } from './exchange.js'

/*
 * What a script that sends requests again needs to know of them, in whatever language it is written.
 */

/** One request of a script. */
export interface ScriptStep {
  readonly request: SentRequest
  /** The path and the query. */
  readonly address: string
  /** The variables for the ids that earlier requests created. */
  readonly variables: ReadonlyMap<string, string>
  /** The variable for the id that this one creates. */
  readonly creates?: string
}

/** The requests without reads that only echo a create. The last one creates no variable: nothing uses it. */
export function scriptSteps(exchanges: readonly Exchange[]): readonly ScriptStep[] {
  const telling = exchanges.filter(
    (exchange, index) => !isEcho(exchange, exchanges[index - 1]) || index === exchanges.length - 1,
  )
  const variables = new Map<string, string>()
  return telling.map((exchange, index) => {
    const { request } = exchange
    const step = { request, address: addressOf(request), variables: new Map(variables) }
    const id = createdId(exchange)
    const noun = /\/(resource|booking|collaborator)s$/.exec(request.path)?.[1]?.toUpperCase()
    if (id === undefined || noun === undefined || index === telling.length - 1 || variables.has(id))
      return step
    const creates = `${noun}_${variables.size + 1}`
    variables.set(id, creates)
    return { ...step, creates }
  })
}

/** A read of what was just created, which a script for people does not need. */
function isEcho({ request }: Exchange, before: Exchange | undefined): boolean {
  const id = before && createdId(before)
  return id !== undefined && request.method === 'GET' && request.path === `${before?.request.path}/${id}`
}

/** The id that a create was answered with, where it is a number. */
function createdId(exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'POST') return undefined
  const [id = ''] = createdIds(replyOf(exchange))
  return /^\d+$/.test(String(id)) ? String(id) : undefined
}

/** Where ids occur: in the path, in the parameter `ids`, and as `id` or `resource_id` of a body. */
const places = {
  address: (id: string) => new RegExp(`(?<=/|[?&]ids=(?:[^&]*,)?)${id}(?=[/?,&']|$)`, 'g'),
  body: (id: string) => new RegExp(`(?<="(?:resource_)?id":)${id}(?=[,}])`, 'g'),
}

/** A text with variables in place of ids, as `written`. */
export function withVariables(
  text: string,
  { variables }: ScriptStep,
  place: keyof typeof places,
  written: (variable: string) => string,
): string {
  let changed = text
  for (const [id, variable] of variables)
    changed = changed.replace(places[place](id), () => written(variable))
  return changed
}

/** The name of a variable for an actor: `OWNER`, `OWNER_WITH_A_WRONG_PASSWORD`. */
export const variableOf = (as: string) =>
  as
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Who sends a request. */
export interface Sender {
  /** Whether the header is that of an address and a password; otherwise it has to be sent as it is. */
  readonly isBasic: boolean
  /** The account of the target, if the header has its address and password. */
  readonly account: Account | undefined
}

export function senderOf(authorization: string, accounts: readonly Account[]): Sender {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const colon = decoded.indexOf(':')
  const [email, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return {
    isBasic: colon >= 0 && basic(email, password) === authorization,
    account: accounts.find(account => account.email === email && account.password === password),
  }
}

/** What a script has to know of the target. */
export type ScriptTarget = Pick<Target, 'baseUrl' | 'owner' | 'members' | 'disposable'>
