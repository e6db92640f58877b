import type { OutboxEntry } from '../../server/control/index.js'
import { type ApiRequest, type ApiResponse, openClient } from '../requests/http.js'
import type { ControlAction } from './actions.js'

/** One of the implementations that must behave alike. */
export interface Implementation {
  readonly name: string
  /** Whether this implementation can receive a request: fetch rejects GET with a body and normalizes URLs. */
  canReceive(request: ApiRequest): boolean
  send: (request: ApiRequest) => Promise<ApiResponse>
  /** Performs an action. Returns the result as JSON, or `rejected`. */
  act(action: ControlAction): Promise<string>
  /** All accounts, oldest first. */
  accounts(): Promise<readonly { id: string; email: string }[]>
  /** All schedules with the e-mail addresses of their owners. */
  schedules(): Promise<readonly { id: string; owner: string }[]>
  outbox(): Promise<readonly OutboxEntry[]>
  close(): Promise<void>
}

/** The result of an action that was rejected; the wording of the reason is not compared. */
export const rejected = 'rejected'

/** A service that is reached over HTTP and has a control interface. */
export function httpImplementation(
  name: string,
  service: Pick<Implementation, 'outbox' | 'close'> & { readonly url: string },
  host: string,
): Implementation {
  const client = openClient(service.url)
  const { outbox } = service
  return {
    name,
    canReceive: () => true,
    send: request => withSecret(request, outbox, each => client.send(each, host)),
    async act({ control, ignoresData }) {
      const data = await client.control(...control)
      return data === undefined ? rejected : JSON.stringify(ignoresData ? null : data)
    },
    accounts: async () => (await client.control('GET', '/users')) as { id: string; email: string }[],
    schedules: async () => (await client.control('GET', '/schedules')) as { id: string; owner: string }[],
    outbox,
    async close() {
      await client.close()
      await service.close()
    },
  }
}

/*
 * Each implementation has its own activation secrets, so requests refer to them by their index in the outbox.
 */

const secretPattern = /\/v1\/activations\/([\w-]+)/
const placeholder = /\{secret:(\d+)\}/

/** The secrets of all links in an outbox, in the order in which they were sent. */
export const secretsIn = (outbox: readonly OutboxEntry[]): string[] =>
  outbox.flatMap(({ link }) => secretPattern.exec(link ?? '')?.[1] ?? [])

/** Sends a request with the implementation's own secret, and hides that secret in the response. */
export async function withSecret(
  request: ApiRequest,
  outbox: Implementation['outbox'],
  send: (request: ApiRequest) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const [marked, index] = placeholder.exec(request.target) ?? []
  if (marked === undefined) return send(request)
  const secret = secretsIn(await outbox())[Number(index)] ?? `no-secret-${index}`
  const response = await send({ ...request, target: request.target.replace(marked, secret) })
  return { ...response, body: Buffer.from(response.body.toString().replaceAll(secret, marked)) }
}

/** A mail without its secret, and without the MIME message that only the server composes. */
export function comparableMail({ message: _, ...mail }: OutboxEntry): object {
  const [secret] = secretsIn([mail])
  if (secret === undefined) return mail
  const hide = (text: string) => text.replaceAll(secret, '{secret}')
  return { ...mail, text: hide(mail.text), link: hide(mail.link ?? '') }
}
