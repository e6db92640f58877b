import { type Account, accountsOf } from '../target/target.js'
import type { Exchange } from './exchange.js'
import type { Redaction } from './redaction.js'
import {
  type ScriptStep,
  type ScriptTarget,
  scriptSteps,
  senderOf,
  variableOf,
  withVariables,
} from './script.js'

/** The id in the response to a request with a name. */
const inResponse = (name: string) => `{{${name}.response.body.$.data[0].id}}`

/** The value of an Authorization header: the client encodes it. */
const credentials = (account: Account | undefined) =>
  account?.passwordVariable === undefined
    ? 'Basic EMAIL PASSWORD'
    : `Basic ${account.email} {{$processEnv ${account.passwordVariable}}}`

/**
 * The same requests as an `.http` file, one after another, for editors: REST Client of Visual Studio Code, and httpYac. Ids come
 * from the responses to named requests, and passwords from the environment where the target file says so.
 */
export function httpFile(exchanges: readonly Exchange[], target: ScriptTarget, redaction: Redaction): string {
  const accounts = accountsOf(target)
  const asked = new Map<string, string>()
  const cleanups: string[] = []

  function identity({ request: { authorization, as } }: ScriptStep): string[] {
    if (authorization === undefined) return []
    const { isBasic, account } = senderOf(authorization, accounts)
    asked.set(variableOf(as), isBasic ? credentials(account) : redaction.clean(authorization))
    return [`Authorization: {{${variableOf(as)}}}`]
  }

  const requests = scriptSteps(exchanges).map(step => {
    const { request, creates } = step
    const address = withVariables(redaction.clean(step.address), step, 'address', inResponse)
    if (creates !== undefined) {
      const path = withVariables(request.path, step, 'address', inResponse)
      cleanups.unshift(`DELETE {{BASE}}${path}/${inResponse(creates)}\nAuthorization: {{OWNER}}`)
    }
    return [
      ...(creates === undefined ? [] : [`# @name ${creates}`]),
      `${request.method} {{BASE}}${address}`,
      ...identity(step),
      ...(request.body === undefined
        ? []
        : [
            'Content-Type: application/json',
            '',
            withVariables(redaction.clean(request.body), step, 'body', inResponse),
          ]),
    ].join('\n')
  })

  if (cleanups.length > 0 && !asked.has('OWNER')) asked.set('OWNER', credentials(target.owner))
  const head = [`@BASE = ${target.baseUrl}`, ...[...asked].map(([name, value]) => `@${name} = ${value}`)]
  const after = cleanups.map((request, index) => (index === 0 ? `# afterwards\n${request}` : request))
  return `${[head.join('\n'), ...requests, ...after].join('\n\n###\n')}\n`
}
