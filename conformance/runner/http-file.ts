import type { Exchange } from './exchange.js'
import type { Redaction } from './redaction.js'
import { type Language, type ScriptTarget, scriptOf, withVariables } from './script.js'

/** The id in the response to a request with a name. */
const inResponse = (name: string) => `{{${name}.response.body.$.data[0].id}}`

const http: Language = {
  text: (text, ids, place) => withVariables(text, ids, place, inResponse),
  // The client encodes them.
  credentials: account =>
    account?.passwordVariable === undefined
      ? 'Basic EMAIL PASSWORD'
      : `Basic ${account.email} {{$processEnv ${account.passwordVariable}}}`,
  header: value => value,
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
