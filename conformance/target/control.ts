import { randomBytes } from 'node:crypto'
import {
  type Account,
  type Provision,
  type ReceivedMail,
  type TargetInput,
  UnreachableError,
} from './target.js'

/** Options of `provisionByControl`. */
export interface ControlOptions {
  /** Base URL of the server, without `/v1` and `/_control`. */
  readonly url: string
  /** The token that the server was started with. */
  readonly token: string
  /** Throwaway accounts to make; 12 by default. */
  readonly throwaways?: number
  /** Sends the requests in place of the network. */
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Makes a target with the control interface of the reference server; its `teardown` removes it. Throws an
 * `UnreachableError` where the server does not answer or refuses the token.
 *
 * @example
 * const { target, teardown } = await provisionByControl({ url: 'http://localhost:4000', token })
 */
export async function provisionByControl(options: ControlOptions): Promise<Provision> {
  const { token, throwaways = 12, fetch = globalThis.fetch } = options
  const baseUrl = options.url.replace(/\/+$/, '').replace(/\/_control$/, '')
  const nonce = randomBytes(4).toString('hex')
  const call = createCall(baseUrl, token, fetch)

  const made: string[] = []
  const account = async (name: string, members: object = {}): Promise<Account> => {
    const credentials = {
      email: `${name}.${nonce}@example.test`,
      password: randomBytes(9).toString('base64url'),
    }
    const id = `${name}-${nonce}`
    await call('POST', '/users', { id, ...credentials, request_rate_limit: 1_000_000, ...members })
    made.push(id)
    return credentials
  }
  const schedule = async (owner: Account, name: string) => {
    const id = `${name}-${nonce}`
    await call('POST', '/schedules', { owner: owner.email, id })
    return id
  }
  const populate = async (): Promise<TargetInput> => {
    const owner = await account('owner')
    const schedules: string[] = []
    for (const name of ['first', 'second', 'spare']) schedules.push(await schedule(owner, name))
    const stranger = await account('stranger')
    // Owning a schedule must give no rights in the others.
    await schedule(stranger, 'elsewhere')
    const members = [await account('editor'), await account('viewer'), stranger]
    const disposable = [await account('limited', { request_rate_limit: 20 })]
    for (let index = 1; index <= throwaways; index++) disposable.push(await account(`throwaway-${index}`))
    return { baseUrl, owner, schedules, members, disposable, mailDomain: 'example.test' }
  }
  const teardown = async () => {
    // A check may have deleted an account already; a failure must not keep the others from being deleted.
    for (const id of made) await call('DELETE', `/users/${id}`).catch(() => {})
  }

  const target = await populate().catch(async error => {
    await teardown()
    throw error
  })
  return {
    target,
    teardown,
    async mailbox(address) {
      const mails = (await call('GET', '/outbox')) as (ReceivedMail & { to: string | string[] })[]
      return mails.filter(({ to }) => [to].flat().includes(address))
    },
  }
}

/** Sends a request to the control interface and returns the `data` of its answer. */
function createCall(baseUrl: string, token: string, fetch: typeof globalThis.fetch) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const fail = (reason: string) =>
      new UnreachableError(`Failed to set up with ${baseUrl}/_control: ${method} ${path}: ${reason}`)
    const answer = await fetch(`${baseUrl}/_control${path}`, {
      method,
      redirect: 'error',
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(error => {
      throw fail((error.cause ?? error).message || 'no answer. Is the server running?')
    })
    const text = await answer.text()
    if (answer.status === 401)
      throw fail('the token is wrong; pass the one that the server shows as --control-token.')
    if (!answer.ok) throw fail(`${answer.status} ${text.slice(0, 300)}`)
    return (JSON.parse(text) as { data?: unknown }).data
  }
}
