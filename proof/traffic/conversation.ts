import { createRouter, linkTargets, operations, type Seed, splitTarget } from '../../server/core/index.js'
import { basicAuth } from '../requests/credentials.js'
import { createRequestGenerator, type GeneratedRequest } from '../requests/generator.js'
import type { ApiRequest, ApiResponse } from '../requests/http.js'
import { initialState, learnFrom } from '../requests/known-state.js'
import { startTime, unlimitedAccount } from '../requests/seed.js'
import { isSafe } from '../requests/targets.js'
import {
  type ControlAction,
  createActionGenerator,
  endFailures,
  freezeClock,
  limitRate,
  type Session,
  setClock,
} from './actions.js'
import { compareAllData, compareOwnedData, compareResponses, Difference } from './comparison.js'
import { type Implementation, rejected, secretsIn } from './implementation.js'

export interface Conversation {
  seed: number
  data: Seed
  /** The number of requests. */
  requests: number
  /** The implementations that must behave alike; later requests depend on the responses of the first one. */
  implementations: readonly [Implementation, ...Implementation[]]
  /** Called with each response that all agree on, unless failures are planned. It may throw. */
  inspect?(request: ApiRequest, response: ApiResponse): void
}

/** The number of occurrences of each status, operation and action. */
export type Tally = Map<string, number>

interface Run {
  readonly conversation: Conversation
  readonly session: Session
  readonly tally: Tally
  /** The number of the current request, from 1. */
  step: number
}

/**
 * Sends the same requests and actions to all implementations and compares the results after each step.
 *
 * @throws Difference at the first step where they differ
 */
export async function converse(conversation: Conversation): Promise<Tally> {
  const { seed, data, requests } = conversation
  const nextAction = createActionGenerator(seed)
  const nextRequest = createRequestGenerator(seed)
  const initial = initialState(data)
  const session: Session = { initial, state: structuredClone(initial), snapshots: new Map() }
  const run: Run = { conversation, session, tally: new Map(), step: 0 }
  await stopClock(run)
  for (run.step = 1; run.step <= requests; run.step++) {
    const action = nextAction(session.state)
    if (action) await act(run, action)
    await send(run, nextRequest(session.state))
  }
  await act(run, endFailures)
  await act(run, limitRate(100_000))
  await compareAllData(comparisonOf(run))
  return run.tally
}

const count = ({ tally }: Run, what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1)

const comparisonOf = ({ conversation: { seed, implementations }, session: { state }, step }: Run) => ({
  seed,
  implementations,
  state,
  step,
})

async function act(run: Run, action: ControlAction): Promise<void> {
  const { implementations, seed } = run.conversation
  // A reset or a restore would hide a difference in the data.
  if (/^(?:reset|restore)/.test(action.name)) await compareOwnedData(comparisonOf(run))
  const results = await Promise.all(implementations.map(each => each.act(action)))
  if (results.some(each => each !== results[0])) {
    const [method, path, body] = action.control
    throw new Difference(
      { seed, step: run.step, what: `${action.name}, ${method} ${path} ${JSON.stringify(body) ?? ''}` },
      implementations.map(({ name }, index) => [name, results[index] ?? '']),
    )
  }
  const isRejected = results[0] === rejected
  count(run, isRejected ? `${action.name}, rejected` : action.name)
  if (isRejected) return
  action.learn?.(run.session)
  if (action.name === 'reset') await stopClock(run)
  if (action.name === 'restore snapshot') await learnEmails(run)
}

/** Freezes the clocks, because the duration of a step must not affect the responses. */
async function stopClock({ conversation: { implementations } }: Run): Promise<void> {
  const actions = [freezeClock, setClock(new Date(startTime).toISOString())]
  for (const action of actions) await Promise.all(implementations.map(each => each.act(action)))
}

async function send(run: Run, { request: generated, account }: GeneratedRequest): Promise<void> {
  const { conversation, session, step } = run
  const { seed, implementations } = conversation
  const receivers = implementations.filter(each => each.canReceive(generated))
  const isForAll = receivers.length === implementations.length
  // A request that not all can receive must not change data.
  if (!isForAll && (!isSafe(generated) || session.state.hasFailures)) return count(run, 'not sent')
  const request = isForAll ? generated : byUnlimitedAccount(generated)
  const response = await compareResponses({ seed, step }, request, receivers)
  if (!response) return
  const { method, target } = request
  if (response.status !== 0 && !session.state.hasFailures) conversation.inspect?.(request, response)
  count(run, `${response.status}`)
  count(run, `${operationOf(request)} ${Math.floor(response.status / 100) === 2 ? 'done' : 'refused'}`)
  if (isForAll) learnFrom(session.state, request, response, account)
  if (target.startsWith('/v1/activations/') && response.status === 200) await learnEmails(run)
  if (target === '/v1/users/me' && method === 'PUT')
    session.state.links = secretsIn(await implementations[0].outbox()).length
}

/** Learns the e-mail addresses of the known accounts, which activations and restores change. */
async function learnEmails({ conversation, session }: Run): Promise<void> {
  for (const { id, email } of await conversation.implementations[0].accounts()) {
    const account = session.state.accounts.find(each => each.id === id)
    if (account) account.email = email
  }
}

function byUnlimitedAccount(request: ApiRequest): ApiRequest {
  const authorization = basicAuth(unlimitedAccount.email, unlimitedAccount.password)
  return { ...request, headers: { ...request.headers, authorization } }
}

const router = createRouter([...operations, ...linkTargets])

function operationOf({ method, target }: ApiRequest): string {
  const match = router.match(method, splitTarget(target).path)
  return match.kind === 'found' ? match.route.id : 'nothing'
}
