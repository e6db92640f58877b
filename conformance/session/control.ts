import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { textWithin } from '../http/answer-limits.js'
import { isObject, parseJson } from '../http/json.js'
import { urlOf } from '../http/paths.js'
import {
  type Account,
  type Provision,
  refusePlainHttp,
  TargetError,
  type TargetInput,
  UnreachableError,
} from '../target/target.js'
import { kitCommand } from './defaults.js'
import { LedgerError, type Leftovers, openExisting, openLedger, readLedger, refuseForeign } from './ledger.js'

/** Options of `provisionByControl`. */
export interface ControlOptions {
  /** Base URL of the server, without `/v1` and `/_control`. */
  readonly url: string
  /** The token that the server was started with. */
  readonly token: string
  /** The number of throwaway accounts to create; 8 by default, twice as many as a complete run uses up. */
  readonly throwaways?: number
  /** The number of additional owners with schedules of their own, who run checks in parallel; none by default. */
  readonly additionalOwners?: number
  /** Allow the token and the passwords over plain http to another machine; false by default. */
  readonly insecure?: boolean
  /** Sends the requests instead of the network. */
  readonly fetch?: typeof globalThis.fetch
  /** Folder for a ledger of the accounts, for `removeAccounts` if the process is killed; none by default. */
  readonly ledgerFolder?: string
}

/**
 * Creates a target through the control interface of the reference server; its `teardown` removes it. Throws an
 * `UnreachableError` if the server does not answer or refuses the token, a `LedgerError` if no ledger can be written, and a
 * `TargetError` if the token would be sent over plain http to another machine.
 *
 * @example
 * const { target, teardown } = await provisionByControl({ url: 'http://localhost:4000', token })
 */
export async function provisionByControl(options: ControlOptions): Promise<Provision> {
  const { throwaways = 8, additionalOwners = 0, ledgerFolder } = options
  const baseUrl = baseUrlOf(options)
  const nonce = randomBytes(4).toString('hex')
  const call = createCall(options)

  const throwawayNames = Array.from({ length: throwaways }, (_, index) => `throwaway-${index + 1}`)
  const ownerNames = Array.from({ length: additionalOwners }, (_, index) => `owner-${index + 2}`)
  const names = ['owner', 'editor', 'viewer', 'stranger', 'limited', ...throwawayNames, ...ownerNames]
  const ids = names.map(name => `${name}-${nonce}`)
  // Before the first account: the process may be killed at any time.
  const ledger =
    ledgerFolder === undefined
      ? undefined
      : openLedger(ledgerFolder, { type: 'accounts', nonce: `sk${nonce}`, control: baseUrl, ids })
  const sent: Promise<unknown>[] = []
  const account = async (name: string, members: object = {}): Promise<Account> => {
    const credentials = {
      email: `${name}.${nonce}@example.test`,
      password: randomBytes(9).toString('base64url'),
    }
    const id = `${name}-${nonce}`
    const create = call('POST', '/users', { id, ...credentials, request_rate_limit: 1_000_000, ...members })
    sent.push(create)
    await create
    return credentials
  }
  const schedule = async (owner: Account, name: string) => {
    const id = `${name}-${nonce}`
    await call('POST', '/schedules', { owner: owner.email, id })
    return id
  }
  const populate = async (): Promise<TargetInput> => {
    // In parallel: the server takes long to hash each password.
    const [owner, editor, viewer, stranger, ...disposable] = await Promise.all([
      account('owner'),
      account('editor'),
      account('viewer'),
      account('stranger'),
      account('limited', { request_rate_limit: 20 }),
      ...throwawayNames.map(name => account(name)),
    ])
    const schedulesOf = async (owner: Account, suffix = '') => {
      const schedules: string[] = []
      for (const name of ['first', 'second', 'spare'])
        schedules.push(await schedule(owner, `${name}${suffix}`))
      return schedules
    }
    const schedules = await schedulesOf(owner)
    const owners: NonNullable<TargetInput['owners']> = []
    for (const name of ownerNames) {
      const additional = await account(name)
      owners.push({ ...additional, schedules: await schedulesOf(additional, name.slice('owner'.length)) })
    }
    // Owning a schedule must give no rights in the others.
    await schedule(stranger, 'elsewhere')
    const members = [editor, viewer, stranger]
    return { baseUrl, owner, schedules, owners, members, disposable, mailDomain: 'example.test' }
  }
  const teardown = async (signal?: AbortSignal) => {
    const { remains } = await removeEach(ids, createCall(options, signal))
    if (remains.length === 0) return ledger?.discard()
    ledger?.close()
    const again = ledger
      ? ` Once the server answers again:\n  ${kitCommand} cleanup ${ledger.file} --control ${baseUrl} --control-token TOKEN`
      : ''
    throw new UnreachableError(`Failed to remove the accounts of the run. ${remains[0]}.${again}`)
  }

  const target = await populate().catch(async error => {
    const results = await Promise.allSettled(sent)
    if (results.every(({ status }) => status === 'rejected')) ledger?.discard()
    else await teardown(AbortSignal.timeout(2000)).catch(() => {})
    throw error
  })
  return {
    target,
    teardown,
    ...(ledger && { ledger: ledger.file }),
    async mailbox(address) {
      const { data: mails = [] } = outbox.safeParse(await call('GET', '/outbox'))
      return mails.filter(({ to }) => [to].flat().includes(address)).map(mail => ({ ...mail, to: address }))
    },
  }
}

const outbox = z.array(
  z.object({ to: z.union([z.string(), z.array(z.string())]), subject: z.string(), text: z.string() }),
)

/** Options of `removeAccounts`. */
export interface RemoveOptions extends Pick<ControlOptions, 'url' | 'token' | 'insecure' | 'fetch'> {
  /** The ledger file that lists the accounts. */
  readonly ledger: string
  /** Act on a ledger that was not written on this machine or was changed since; false by default. */
  readonly trustLedger?: boolean
  /** Aborts what takes too long. */
  readonly signal?: AbortSignal
}

/**
 * Deletes the accounts that `provisionByControl` created, with their schedules, and then the ledger. Throws a `LedgerError`
 * if the file is not a ledger of such accounts or not one of this machine, and a `TargetError` if they belong to another
 * server. `remains` says why accounts still exist; the ledger is kept then.
 *
 * @example
 * await removeAccounts({ url: 'http://localhost:4000', token, ledger: 'schedkit-conformance-sk1a2b3c.jsonl' })
 */
export async function removeAccounts(
  options: RemoveOptions,
): Promise<{ removed: number; remains: readonly string[] }> {
  const { ledger, signal } = options
  const { accounts, isSigned } = readLedger(ledger)
  if (!accounts) throw new LedgerError(`${ledger} lists no accounts that were made with --control.`)
  refuseForeign({ isSigned }, options)
  const baseUrl = baseUrlOf(options)
  if (accounts.control !== baseUrl)
    throw new TargetError(`The ledger is for ${accounts.control}, but --control is ${baseUrl}.`)
  const outcome = await removeEach(accounts.ids, createCall(options, signal))
  if (outcome.remains.length === 0) openExisting(ledger).discard()
  return outcome
}

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

/** Lists every request that `removeAccounts` sends for a ledger. */
export const removalRequests = ({ accounts }: Pick<Leftovers, 'accounts'>): string[] =>
  accounts?.ids.map(id => `DELETE /_control${userPath(id)}`) ?? []

async function removeEach(ids: readonly string[], call: ReturnType<typeof createCall>) {
  const remains: string[] = []
  let removed = 0
  const remove = async (id: string) => {
    try {
      await call('DELETE', userPath(id))
      removed++
    } catch (error) {
      // A check may have deleted it already.
      if (!(error instanceof MissingError)) remains.push((error as Error).message)
    }
  }
  await Promise.all(ids.map(remove))
  return { removed, remains }
}

const baseUrlOf = ({ url }: Pick<ControlOptions, 'url'>) => url.replace(/\/+$/, '').replace(/\/_control$/, '')

/** Thrown when the control interface answers 404: the object is gone, or never existed. */
class MissingError extends UnreachableError {}

/** Milliseconds to wait for the control interface, which hashes a password for each account. */
const timeout = 30_000

/** Returns a function that sends a request to the control interface and returns the `data` of its response. */
function createCall(
  options: Pick<ControlOptions, 'url' | 'token' | 'insecure' | 'fetch'>,
  signal?: AbortSignal,
) {
  const { token, insecure = false, fetch = globalThis.fetch } = options
  const baseUrl = baseUrlOf(options)
  if (!insecure && !options.fetch) refusePlainHttp(baseUrl)
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const failure = (reason: string) =>
      `Failed to set up with ${baseUrl}/_control: ${method} ${path}: ${reason}`
    const fail = (reason: string) => new UnreachableError(failure(reason))
    const ends = signal ?? AbortSignal.timeout(timeout)
    const answer = await fetch(urlOf(baseUrl, { path: `/_control${path}`, query: '' }), {
      method,
      redirect: 'error',
      signal: ends,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(error => {
      throw fail((error.cause ?? error).message || 'no answer. Is the server running?')
    })
    const text = await textWithin(answer, ends).catch(error => {
      throw fail(error.message)
    })
    if (answer.status === 401)
      throw fail('the token is wrong; pass the one that the server shows as --control-token.')
    if (answer.status === 404) throw new MissingError(failure(`404 ${text.slice(0, 300)}`))
    if (!answer.ok) throw fail(`${answer.status} ${text.slice(0, 300)}`)
    const answered = parseJson(text)
    if (!isObject(answered)) throw fail(`the answer is not a JSON object: ${text.slice(0, 300)}`)
    return answered.data
  }
}
