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
  sessionOf,
  splitQuery,
  splitTarget,
  suggest,
  unmatched,
} from '../core/index.js'
import { clockOperations, faultOperations } from './condition-operations.js'
import { type ControlOperation, data, operation } from './control-operation.js'
import { accountOperations, serviceOperations, snapshotOperations } from './data-operations.js'
import type { Sessions } from './sessions.js'

/** The operations on sessions; they act on all sessions, whichever session the request names. */
const sessionOperations: readonly ControlOperation[] = [
  operation(
    'GET /_control/sessions',
    'List the sessions: requests with "Schedkit-Session: NAME", or to /_session/NAME/v1, begin one; control requests with it act on it',
    ({ sessions }) => data(sessions.list()),
  ),
  operation(
    'DELETE /_control/sessions/{sessionName}',
    'End a session, with all its data; the next request that names it begins a new one',
    ({ sessions }, _, { sessionName = '' }) => {
      if (sessions.end(sessionName)) return
      const names = sessions.list().map(({ id }) => id)
      throw new Refusal('not_found', `There is no session ${sessionName}; ${suggest(sessionName, names)}`)
    },
  ),
]

/** Whether a target is a path of the operations on sessions. */
const isAboutSessions = (target: string): boolean => /^\/_control\/sessions(?:[/?]|$)/.test(target)

/** Every operation of the control interface. */
export const controlOperations: readonly ControlOperation[] = [
  ...serviceOperations,
  ...accountOperations,
  ...clockOperations,
  ...snapshotOperations,
  ...faultOperations,
  ...sessionOperations,
]

const index = operation('GET /_control', 'List the operations of the control interface', () =>
  data(controlOperations.map(({ method, path, summary }) => ({ method, path, summary }))),
)

/** Creates the control interface, for callers that pass `checkCaller` and have a token that `isToken` accepts. */
export function createControl(
  sessions: Pick<Sessions, 'main' | 'enter' | 'list' | 'end'>,
  isToken: (text: string) => boolean,
): Handler {
  const { main } = sessions
  const router = createRouter([index, ...controlOperations])
  return errorBoundary(main.controlled.service.ports.log, async call => {
    if (!isToken(checkCaller(call))) throw wrongToken()
    const { target } = sessionOf(call)
    // These must work even when there is no room for another session.
    const { controlled } = isAboutSessions(target) ? main : await sessions.enter(call)
    const { path, query } = splitTarget(target)
    const match = router.match(call.method, path)
    if (match.kind !== 'found')
      throw unmatched(match, call.method, path, 'GET /_control lists the operations')
    parseQuery(noQuery, splitQuery(query))
    const { body: schema } = match.route
    const sent = await (call.receive ? call.receive() : call.body)
    if (!schema) refuseBody(sent, call.method)
    const body = schema && parseBody({ schema, readOnly: [] }, sent, { fields: Number.POSITIVE_INFINITY })
    const answer = await match.route.run(
      { ...controlled, sessions, lastEventId: call.header('last-event-id') },
      body,
      match.params,
    )
    return (answer as Reply | undefined) ?? reply(200, '{"success":true}')
  })
}

const isLocalHost = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

/**
 * Refuses all callers except programs on this machine that send a token, and returns that token. This excludes pages of other
 * origins, even if they know the token or use a host name that resolves to this machine; the console has the same origin.
 */
export function checkCaller(call: Call): string {
  if (call.peer !== undefined && !isLoopback(call.peer)) {
    throw new Refusal('forbidden', 'The control interface is available only from this machine')
  }
  const host = call.header('host') ?? ''
  if (!isLocalHost(host)) {
    throw new Refusal('forbidden', `Call the control interface as localhost or 127.0.0.1, not ${host}`)
  }
  const origin = call.header('origin')
  const site = call.header('sec-fetch-site')
  const isOwn =
    origin === undefined
      ? site === undefined || site === 'none' || site === 'same-origin'
      : origin === call.origin
  if (!isOwn) {
    throw new Refusal('forbidden', 'The control interface is not for web pages of other origins')
  }
  const [, token] = /^bearer +(.+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (token === undefined) throw wrongToken()
  return token
}

function wrongToken(): Refusal {
  const message =
    'The control interface requires its token: send "Authorization: Bearer TOKEN" with the token that was given to the server, or that it printed at startup'
  return new Refusal('unauthorized', message, [], { 'www-authenticate': 'Bearer' })
}
