import {
  type Call,
  createRouter,
  errorBoundary,
  type Handler,
  isLoopback,
  noQuery,
  parseBody,
  parseQuery,
  Refusal,
  type Reply,
  refuseBody,
  reply,
  splitQuery,
  splitTarget,
  unmatched,
} from '../core/index.js'
import { clockOperations, faultOperations } from './condition-operations.js'
import { type Controlled, type ControlOperation, data, operation } from './control-operation.js'
import { accountOperations, serviceOperations, snapshotOperations } from './data-operations.js'

/** Every operation of the control interface. */
export const controlOperations: readonly ControlOperation[] = [
  ...serviceOperations,
  ...accountOperations,
  ...clockOperations,
  ...snapshotOperations,
  ...faultOperations,
]

const index = operation('GET /_control', 'List the operations of the control interface', () =>
  data(controlOperations.map(({ method, path, summary }) => ({ method, path, summary }))),
)

/** Is this a path of the control interface? */
export const isControlPath = (target: string): boolean => /^\/_control(?:[/?]|$)/.test(target)

/** Makes the control interface, for callers that pass `checkCaller` with a token that `isToken` accepts. */
export function createControl(controlled: Controlled, isToken: (text: string) => boolean): Handler {
  const router = createRouter([index, ...controlOperations])
  return errorBoundary(controlled.service.ports.log, async call => {
    checkCaller(call, isToken)
    const { path, query } = splitTarget(call.target)
    const match = router.match(call.method, path)
    if (match.kind !== 'found') throw unmatched(match, call.method, path)
    parseQuery(noQuery, splitQuery(query))
    const { body: schema } = match.route
    if (!schema) refuseBody(call.body, call.method)
    const body = schema && parseBody({ schema, readOnly: [] }, call.body)
    const answer = await match.route.run(controlled, body, match.params)
    return (answer as Reply | undefined) ?? reply(200, '{"success":true}')
  })
}

const isLocalHost = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

/**
 * Refuses all callers except programs on this machine that send the token. That excludes web pages, even if they know
 * the token or use a host name that resolves to this machine.
 */
export function checkCaller(call: Call, isToken: (text: string) => boolean): void {
  if (call.peer !== undefined && !isLoopback(call.peer)) {
    throw new Refusal('forbidden', 'The control interface is available only from this machine')
  }
  const host = call.header('host') ?? ''
  if (!isLocalHost(host)) {
    throw new Refusal('forbidden', `Call the control interface as localhost or 127.0.0.1, not ${host}`)
  }
  const origin = call.header('origin')
  const site = call.header('sec-fetch-site')
  if (origin !== undefined || (site !== undefined && site !== 'none')) {
    throw new Refusal('forbidden', 'The control interface is not for web pages')
  }
  const [, token] = /^bearer +(\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (token === undefined || !isToken(token)) {
    const message =
      'The control interface requires its token: send "Authorization: Bearer TOKEN"; the server shows it at startup'
    throw new Refusal('unauthorized', message, [], { 'www-authenticate': 'Bearer' })
  }
}
