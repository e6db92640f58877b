import type { Exchange } from '../http/exchange.js'
import type { Redaction } from '../http/redaction.js'
import { type Language, type ScriptTarget, scriptOf, withVariables } from './script.js'

/** The id in the response to a request with a name. */
const inResponse = (name: string) => `{{${name}.response.body.$.data[0].id}}`

/** Text of the target, or of the target file, in which editors must find no variable or script. */
const plain = (text: string) => text.replaceAll('{{', '{ {').replace(/[\x00-\x1f\x7f]/g, ' ')

/** Braces mean the same when they are escaped, in a URL and in JSON. */
const braces = { address: '%7B%7B', body: '{\\u007b' } as const

const http: Language = {
  text: (text, ids, place) => withVariables(text.replaceAll('{{', braces[place]), ids, place, inResponse),
  // The client encodes them.
  credentials: account =>
    account?.passwordVariable === undefined
      ? 'Basic EMAIL PASSWORD'
      : `Basic ${plain(account.email)} {{$processEnv ${account.passwordVariable}}}`,
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
 * The same requests as an `.http` file, one after another, for editors: REST Client of Visual Studio Code, and httpYac. Ids come
 * from the responses to named requests, and passwords from the environment where the target file says so.
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
    // What an editor takes for a file, a script, a comment or a variable.
    !body.some(line => /^\s*(?:[<>@#?]|\{\{)/.test(line))
  )
}

/**
 * Whether a text is an `.http` file of the kit: requests to this target, without anything that an editor runs or reads. A
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
