import { basicAuth } from '../requests/credentials.js'
import { type ApiRequest, type ApiResponse, comparedHeaders } from '../requests/http.js'
import { type Account, collections, type KnownState } from '../requests/known-state.js'
import { comparableMail, type Implementation } from './implementation.js'

/** A position in a conversation. */
export interface Position {
  seed: number
  /** The number of the step, from 1. */
  step: number
}

/** A difference between implementations, with everything needed to reproduce it. */
export class Difference extends Error {
  override readonly name = 'Difference'

  constructor(
    readonly about: Position & { what: string },
    readonly results: readonly (readonly [implementation: string, result: string])[],
  ) {
    const { seed, step, what } = about
    const lines = results.map(([name, result]) => `--- ${name}\n${result}`)
    super(`Conversation ${seed}, step ${step}: ${what}\n${lines.join('\n')}`)
    // The stack says nothing useful and would repeat the message.
    this.stack = this.name
  }
}

/** Whether two responses agree in everything that is compared. */
export const isSame = (one: ApiResponse, other: ApiResponse): boolean =>
  one.status === other.status &&
  comparedHeaders.every(name => (one.headers[name] ?? null) === (other.headers[name] ?? null)) &&
  one.body.equals(other.body)

const maxShown = 1_000
const cut = (text: string) =>
  text.length <= maxShown ? text : `${text.slice(0, maxShown)}... (${text.length} characters)`

function requestText({ method, target, headers, body, chunked }: ApiRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const content = body ? [`${chunked ? '(in chunks) ' : ''}${bytesText(body)}`] : []
  return [`${method} ${cut(target)}`, ...lines, ...content].join('\n')
}

export function responseText({ status, headers, body }: ApiResponse): string {
  const sent = Object.entries(headers).filter(([, value]) => value !== null)
  return [status, ...sent.map(([name, value]) => `${name}: ${value}`), bytesText(body)].join('\n')
}

/** Bytes as text, or in Base64 if they are not UTF-8. */
function bytesText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString()
  return cut(Buffer.from(text).equals(bytes) ? text : `(Base64) ${Buffer.from(bytes).toString('base64')}`)
}

export interface DataComparison extends Position {
  implementations: readonly Implementation[]
  state: KnownState
}

/** Compares all data as the owners of the schedules read it. @throws Difference */
export async function compareOwnedData(comparison: DataComparison): Promise<void> {
  const { accounts, schedules } = comparison.state
  for (const { id, owner } of schedules) {
    const account = accounts.find(each => each.id === owner)
    if (account) await compareReads(comparison, account, listsOf(id))
  }
  await compareLists(comparison, 'the accounts', each => each.accounts())
  await compareLists(comparison, 'the schedules', each => each.schedules())
}

/** Compares all data as every account reads it, and every mail. @throws Difference */
export async function compareAllData(comparison: DataComparison): Promise<void> {
  const { accounts, schedules } = comparison.state
  const targets = ['/v1/users/me', ...schedules.flatMap(({ id }) => listsOf(id))]
  for (const account of accounts) await compareReads(comparison, account, targets)
  await compareLists(comparison, 'the accounts', each => each.accounts())
  await compareLists(comparison, 'the schedules', each => each.schedules())
  await compareLists(comparison, 'the outbox', async each => (await each.outbox()).map(comparableMail))
}

const listsOf = (schedule: string) => collections.map(name => `/v1/schedules/${schedule}/${name}?limit=0`)

async function compareReads(
  { seed, step, implementations }: DataComparison,
  { email, passwords }: Account,
  targets: readonly string[],
): Promise<void> {
  const headers = { authorization: basicAuth(email, passwords[0] ?? '') }
  for (const target of targets) {
    const request = { method: 'GET', target, headers }
    await compareResponses({ seed, step }, request, implementations, `data, ${requestText(request)}`)
  }
}

/** Sends a request to several implementations and returns their common response. @throws Difference */
export async function compareResponses(
  position: Position,
  request: ApiRequest,
  implementations: readonly Implementation[],
  what = requestText(request),
): Promise<ApiResponse | undefined> {
  const responses = await Promise.all(implementations.map(each => each.send(request)))
  const [first] = responses
  if (first === undefined || responses.every(each => isSame(first, each))) return first
  throw new Difference(
    { ...position, what },
    responses.map((each, index) => [implementations[index]?.name ?? '', responseText(each)]),
  )
}

async function compareLists(
  { seed, step, implementations }: DataComparison,
  what: string,
  list: (implementation: Implementation) => Promise<readonly object[]>,
): Promise<void> {
  const lists = await Promise.all(
    implementations.map(async each => (await list(each)).map(item => JSON.stringify(item))),
  )
  const [first = []] = lists
  for (const [index, item] of [...first, undefined].entries()) {
    if (lists.every(each => each[index] === item)) continue
    throw new Difference(
      { seed, step, what: `${what}, at ${index}` },
      implementations.map(({ name }, place) => [name, lists[place]?.[index] ?? 'nothing']),
    )
  }
}
