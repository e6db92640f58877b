import { addressOf, basic, createdIds, type Exchange, replyOf } from '../http/exchange.js'
import { withoutCredentials } from '../http/paths.js'
import type { Redaction } from '../http/redaction.js'
import type { NetworkSettings } from '../target/network-settings.js'
import { type Account, accountsOf, type Target } from '../target/target.js'

/** Patterns that find the ids created by earlier requests of a script, by their variables. */
type Ids = ReadonlyMap<string, RegExp>

/** The language of a script that repeats requests, with how to write each part. */
export interface Language {
  /** A text with variables instead of ids. */
  text(text: string, ids: Ids, place: 'address' | 'body'): string
  /** The credentials of an account: the password is a variable if the target file says so. */
  credentials(account: Account | undefined, as: string): string
  /** An Authorization header to send unchanged. */
  header(value: string, as: string): string
  request(parts: RequestParts): string
  /** A DELETE of the object that a request created. */
  cleanup(path: string, created: string): string
}

interface RequestParts {
  readonly method: string
  readonly address: string
  /** The variable that holds the credentials, or a header that is not Basic. */
  readonly sender: { readonly name: string; readonly isBasic: boolean } | undefined
  readonly body: string | undefined
  /** The request has no Accept header. */
  readonly isWithoutAccept: boolean
  /** The variable for the id of the object that it creates. */
  readonly creates?: string
}

/** What a script has to know about the target. */
export type ScriptTarget = Pick<Target, 'baseUrl' | 'owner' | 'members' | 'disposable'> & {
  readonly network?: NetworkSettings | undefined
}

/**
 * The parts of a script that repeats requests, without reads that only echo a create: variables for credentials, the
 * requests, and their clean-up. The last request sets no variable, since nothing uses it.
 */
export function scriptOf(
  exchanges: readonly Exchange[],
  target: ScriptTarget,
  redaction: Redaction,
  language: Language,
) {
  const accounts = accountsOf(target)
  const telling = tellingOf(exchanges)
  const last = telling.at(-1)
  const created = new Map<string, Created>()
  const variables = new Map<string, string>()
  const cleanups: string[] = []
  const requests = telling.map(exchange => {
    const { request } = exchange
    const { method, path, body, authorization, accept, as } = request
    const places = placesOf(created, path)
    const name = variableOf(as)
    const sender = authorization === undefined ? undefined : senderOf(authorization, accounts)
    if (sender?.isBasic) variables.set(name, language.credentials(sender.account, as))
    else if (authorization !== undefined)
      variables.set(name, language.header(redaction.clean(authorization), as))
    const parts = {
      method,
      address: language.text(redaction.clean(addressOf(request)), places.address, 'address'),
      sender: sender && { name, isBasic: sender.isBasic },
      body: body === undefined ? undefined : language.text(redaction.clean(body), places.body, 'body'),
      isWithoutAccept: accept === null,
    }
    const id = createdId(exchange)
    const noun = path.endsWith(`/${collectionOf(path)}`) ? collectionOf(path)?.slice(0, -1) : undefined
    if (id === undefined || noun === undefined || exchange === last) return language.request(parts)
    const creates = `${noun.toUpperCase()}_${created.size + 1}`
    cleanups.unshift(language.cleanup(language.text(path, places.address, 'address'), creates))
    created.set(creates, { id, collection: `${noun}s` })
    return language.request({ ...parts, creates })
  })
  if (cleanups.length > 0 && !variables.has('OWNER'))
    variables.set('OWNER', language.credentials(target.owner, 'owner, who cleans up'))
  return { variables, requests, cleanups }
}

/** The exchanges that a script repeats: without reads that only echo a create, unless such a read is the last. */
export const tellingOf = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    (exchange, index) => index === exchanges.length - 1 || !isEcho(exchange, exchanges[index - 1]),
  )

/** Whether a script can repeat a request: credentials are variables of the script, but any other secret is missing from it. */
export function isSentAsShown({ request }: Exchange, redaction: Redaction): boolean {
  const { body = '', authorization = '' } = request
  const header = senderOf(authorization, []).isBasic ? '' : authorization
  return [addressOf(request), body, header].every(text => redaction.clean(text) === text)
}

/** Whether an exchange only reads what was just created, which a script for people does not need. */
function isEcho({ request }: Exchange, before: Exchange | undefined): boolean {
  const id = before && createdId(before)
  return id !== undefined && request.method === 'GET' && request.path === `${before?.request.path}/${id}`
}

/** Returns the id in the response to a create, if it is a number. */
function createdId(exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'POST') return undefined
  const [id = ''] = createdIds(replyOf(exchange))
  return /^\d+$/.test(String(id)) ? String(id) : undefined
}

/** An object that a request of a script created. A resource and a booking may have the same id. */
interface Created {
  readonly id: string
  readonly collection: string
}

/** The last collection in a path: `bookings` in `/v1/schedules/x/resources/1/bookings/2`. */
const collectionOf = (path: string) => /.*\/((?:resource|booking|collaborator)s)(?:\/|$)/.exec(path)?.[1]

/** Where ids occur: in the path, in the parameter `ids`, and as `id` or `resource_id` of a body. */
function placesOf(created: ReadonlyMap<string, Created>, path: string): Record<'address' | 'body', Ids> {
  const own = collectionOf(path)
  const inAddress = ({ id, collection }: Created) =>
    new RegExp(`(?<=/${collection}(?:/|\\?(?:.*&)?ids=(?:[^&]*,)?))${id}(?=[/?,&']|$)`, 'g')
  const inBody = ({ id, collection }: Created) => {
    const names = [
      ...(collection === own ? ['id'] : []),
      ...(collection === 'resources' ? ['resource_id'] : []),
    ]
    return new RegExp(names.length === 0 ? '(?!)' : `(?<="(?:${names.join('|')})":)${id}(?=[,}])`, 'g')
  }
  const each = (place: (object: Created) => RegExp) =>
    new Map([...created].map(([variable, object]) => [variable, place(object)]))
  return { address: each(inAddress), body: each(inBody) }
}

/** Replaces ids in a text by variables, as `written` writes them. */
function withVariables(text: string, ids: Ids, written: (variable: string) => string): string {
  let changed = text
  for (const [variable, place] of ids) changed = changed.replace(place, () => written(variable))
  return changed
}

/** Returns the name of the variable for an actor: `OWNER`, `OWNER_WITH_A_WRONG_PASSWORD`. */
const variableOf = (as: string) =>
  as
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Whether a header contains an address and a password, and the account of the target that they belong to. */
function senderOf(authorization: string, accounts: readonly Account[]) {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const colon = decoded.indexOf(':')
  const [email, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return {
    isBasic: colon >= 0 && basic(email, password) === authorization,
    account: accounts.find(account => account.email === email && account.password === password),
  }
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const shell: Language = {
  text: (text, ids) =>
    withVariables(inQuotes(text), ids, variable => `'"$${variable}"'`)
      .replace(/^''(?=")/, '')
      .replace(/(?<=")''$/, ''),
  credentials(account, as) {
    const { email = 'EMAIL', passwordVariable: variable } = account ?? {}
    const value =
      variable === undefined
        ? inQuotes(`${email}:PASSWORD`)
        : `"${email.replace(/["$`\\]/g, '\\$&')}:$${variable}"`
    return `${value}  # ${as}`
  },
  header: (value, as) => `${inQuotes(value)}  # the header of ${as}`,
  request({ method, address, sender, body, isWithoutAccept, creates }) {
    // curl would expand brackets and braces as patterns.
    const parts = [/[[\]{}]/.test(address) ? 'curl -gsS' : 'curl -sS']
    if (method !== 'GET') parts.push(`-X ${method}`)
    if (sender) parts.push(sender.isBasic ? `-u "$${sender.name}"` : `-H "authorization: $${sender.name}"`)
    // curl sends `Accept: */*` by default.
    if (isWithoutAccept) parts.push('-H accept:')
    if (body !== undefined) parts.push("-H 'content-type: application/json'", `--data-binary ${body}`)
    const command = [...parts, `"$BASE"${address}`].join(' ')
    if (creates === undefined) return `${command}; echo`
    return `${creates}=$(${command} | sed -nE 's/.*"id" *: *"?([0-9]+).*/\\1/p')`
  },
  cleanup: (path, created) => `curl -sS -X DELETE -u "$OWNER" "$BASE"${path}/"$${created}"`,
}

/** A shell function around curl with the proxy and headers of the kit; undefined if none are needed. */
function curlThrough({ network }: ScriptTarget): string | undefined {
  const { headers = {}, ca, certificate, key, proxy } = network ?? {}
  const given = {
    cacert: ca,
    cert: certificate,
    key,
    proxy: proxy && withoutCredentials(proxy, 'USER:PASSWORD@'),
  }
  const options = [
    ...Object.entries(given).flatMap(([name, value]) => (value ? [`--${name} ${inQuotes(value)}`] : [])),
    ...Object.keys(headers).map(name => `-H ${inQuotes(`${name}: [header ${name}]`)}`),
  ]
  return options.length === 0 ? undefined : `curl() { command curl ${options.join(' ')} "$@"; }`
}

/**
 * A shell script that repeats the requests. It takes ids from the target's new responses, and credentials from variables in
 * its first lines: those of the target file, or placeholders to fill in.
 */
export function curlScript(
  exchanges: readonly Exchange[],
  target: ScriptTarget,
  redaction: Redaction,
): string {
  const { variables, requests, cleanups } = scriptOf(exchanges, target, redaction, shell)
  const head = [...variables].map(([variable, value]) => `${variable}=${value}`)
  const after = cleanups.length > 0 ? ['# afterwards', ...cleanups] : []
  const way = curlThrough(target) ?? []
  return [`BASE=${inQuotes(target.baseUrl)}`, way, ...head, ...requests, ...after].flat().join('\n')
}

/** Refers to the id in the response to a named request. */
const inResponse = (name: string) => `{{${name}.response.body.$.data[0].id}}`

/** Text from the target or the target file, in which editors must find no variable or script. */
const plain = (text: string) => text.replaceAll('{{', '{ {').replace(/[\x00-\x1f\x7f]/g, ' ')

/** Escaped braces, with the same meaning, in a URL and in JSON. */
const braces = { address: '%7B%7B', body: '{\\u007b' } as const

const http: Language = {
  text: (text, ids, place) => withVariables(text.replaceAll('{{', braces[place]), ids, inResponse),
  // The client encodes them.
  credentials: ({ email, passwordVariable: variable } = { email: 'EMAIL', password: '' }) =>
    `Basic ${plain(email)} ${variable === undefined ? 'PASSWORD' : `{{$processEnv ${variable}}}`}`,
  header: plain,
  request: ({ method, address, sender, body, creates }) =>
    [
      ...(creates === undefined ? [] : [`# @name ${creates}`]),
      `${method} {{BASE}}${address}`,
      ...(sender ? [`Authorization: {{${sender.name}}}`] : []),
      ...(body === undefined ? [] : ['Content-Type: application/json', '', body]),
    ].join('\n'),
  cleanup: (path, created) => `DELETE {{BASE}}${path}/${inResponse(created)}\nAuthorization: {{OWNER}}`,
}

/**
 * The same requests as an `.http` file, in sequence, for editors: REST Client of Visual Studio Code, and httpYac. Ids come
 * from the responses to named requests, and passwords from the environment if the target file says so.
 */
export function httpFile(exchanges: readonly Exchange[], target: ScriptTarget, redaction: Redaction): string {
  const { variables, requests, cleanups } = scriptOf(exchanges, target, redaction, http)
  const head = [`@BASE = ${target.baseUrl}`, ...[...variables].map(([name, value]) => `@${name} = ${value}`)]
  const after = cleanups.map((request, index) => (index === 0 ? `# afterwards\n${request}` : request))
  return `${[head.join('\n'), ...requests, ...after].join('\n\n###\n')}\n`
}

const variable = /^\{\{(?:[A-Z0-9_]+(?:\.response\.body\.\$\.data\[0\]\.id)?|\$processEnv [A-Za-z_]\w*)\}\}$/
/** Whether a part of a file is a request as `http` writes it: comments, the request, headers, and a body after an empty line. */
function isRequest(part: string): boolean {
  const lines = part.trimEnd().split('\n')
  while (/^# (?:@name \w+|afterwards)$/.test(lines[0] ?? '')) lines.shift()
  const [first = '', ...rest] = lines
  const empty = rest.indexOf('')
  const [headers, body] = empty < 0 ? [rest, []] : [rest.slice(0, empty), rest.slice(empty + 1)]
  return (
    /^[A-Z]+ \{\{BASE\}\}\/\S*$/.test(first) &&
    headers.every(line => /^(?:Authorization|Content-Type): /.test(line)) &&
    // What an editor would read as a file, a script, a comment or a variable.
    !body.some(line => /^\s*(?:[<>@#?]|\{\{)/.test(line))
  )
}

/**
 * Whether a text is an `.http` file of the kit: requests to this target, and nothing that an editor would run or read. A
 * report can come from anywhere.
 */
export function isHttpFile(text: string, baseUrl: string): boolean {
  const [head = '', ...requests] = text.split(/^###\n/m)
  const [base, ...variables] = head.trimEnd().split('\n')
  return (
    base === `@BASE = ${baseUrl}` &&
    variables.every(line => /^@[A-Z0-9_]+ = [^\n]*$/.test(line)) &&
    requests.every(isRequest) &&
    [...text.matchAll(/\{\{[^}]*\}{0,2}/g)].every(([found]) => variable.test(found))
  )
}
