import { addressOf, basic, createdIds, type Exchange, replyOf } from '../http/exchange.js'
import type { Redaction } from '../http/redaction.js'
import { type Account, accountsOf, type Target } from '../target/target.js'

/** The ids that earlier requests of a script created, each with its variable. */
type Ids = ReadonlyMap<string, string>

/** The language of a script that sends requests again, with what it writes for each part. */
export interface Language {
  /** A text with variables in place of ids. */
  text(text: string, ids: Ids, place: keyof typeof places): string
  /** The credentials of an account: the password is a variable where the target file says so. */
  credentials(account: Account | undefined, as: string): string
  /** An Authorization header that has to be sent as it is. */
  header(value: string, as: string): string
  request(parts: RequestParts): string
  /** A DELETE of the object that a request created. */
  cleanup(path: string, created: string): string
}

interface RequestParts {
  readonly method: string
  readonly address: string
  /** The variable with the credentials, or with a header that is not Basic. */
  readonly sender: { readonly name: string; readonly isBasic: boolean } | undefined
  readonly body: string | undefined
  /** The variable for the id that it creates. */
  readonly creates?: string
}

/** What a script has to know of the target. */
export type ScriptTarget = Pick<Target, 'baseUrl' | 'owner' | 'members' | 'disposable'>

/**
 * The parts of a script that sends requests again, without reads that only echo a create: variables for credentials, the
 * requests, and what cleans up after them. The last request creates no variable: nothing uses it.
 */
export function scriptOf(
  exchanges: readonly Exchange[],
  target: ScriptTarget,
  redaction: Redaction,
  language: Language,
) {
  const accounts = accountsOf(target)
  const last = exchanges.at(-1)
  const ids = new Map<string, string>()
  const variables = new Map<string, string>()
  const cleanups: string[] = []
  const telling = exchanges.filter(
    (exchange, index) => exchange === last || !isEcho(exchange, exchanges[index - 1]),
  )
  const requests = telling.map(exchange => {
    const { request } = exchange
    const { method, path, body, authorization, as } = request
    const name = variableOf(as)
    const sender = authorization === undefined ? undefined : senderOf(authorization, accounts)
    if (sender?.isBasic) variables.set(name, language.credentials(sender.account, as))
    else if (authorization !== undefined)
      variables.set(name, language.header(redaction.clean(authorization), as))
    const parts = {
      method,
      address: language.text(redaction.clean(addressOf(request)), ids, 'address'),
      sender: sender && { name, isBasic: sender.isBasic },
      body: body === undefined ? undefined : language.text(redaction.clean(body), ids, 'body'),
    }
    const id = createdId(exchange)
    const noun = /\/(resource|booking|collaborator)s$/.exec(path)?.[1]?.toUpperCase()
    if (id === undefined || noun === undefined || exchange === last || ids.has(id))
      return language.request(parts)
    const creates = `${noun}_${ids.size + 1}`
    cleanups.unshift(language.cleanup(language.text(path, ids, 'address'), creates))
    ids.set(id, creates)
    return language.request({ ...parts, creates })
  })
  if (cleanups.length > 0 && !variables.has('OWNER'))
    variables.set('OWNER', language.credentials(target.owner, 'owner, who cleans up'))
  return { variables, requests, cleanups }
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
  ids: Ids,
  place: keyof typeof places,
  written: (variable: string) => string,
): string {
  let changed = text
  for (const [id, variable] of ids) changed = changed.replace(places[place](id), () => written(variable))
  return changed
}

/** The name of a variable for an actor: `OWNER`, `OWNER_WITH_A_WRONG_PASSWORD`. */
const variableOf = (as: string) =>
  as
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Whether a header is that of an address and a password, and the account of the target that has them. */
function senderOf(authorization: string, accounts: readonly Account[]) {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const colon = decoded.indexOf(':')
  const [email, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return {
    isBasic: colon >= 0 && basic(email, password) === authorization,
    account: accounts.find(account => account.email === email && account.password === password),
  }
}
