import type { OutboxEntry } from '../../server/control/index.js'
import type { Got, Sent } from '../requests/request.js'

/*
 * The secrets of activation links are each twin's own: stories speak of them by their number in the outbox.
 */

const secretIn = /\/v1\/activations\/([\w-]+)/

/** The secrets of all links in an outbox, in order of sending. */
export const secretsOf = (outbox: readonly OutboxEntry[]): string[] =>
  outbox.flatMap(({ link }) => secretIn.exec(link ?? '')?.[1] ?? [])

const placeholder = /\{secret:(\d+)\}/

/** Sends a request with the twin's own secret in it, and gives the answer with that secret taken out again. */
export async function withSecret(
  sent: Sent,
  outbox: () => Promise<readonly OutboxEntry[]>,
  send: (sent: Sent) => Promise<Got>,
): Promise<Got> {
  const [marked, number] = placeholder.exec(sent.target) ?? []
  if (marked === undefined) return send(sent)
  const secret = secretsOf(await outbox())[Number(number)] ?? `no-secret-${number}`
  const got = await send({ ...sent, target: sent.target.replace(marked, secret) })
  const body = got.body.toString().replaceAll(secret, marked)
  return { ...got, body: Buffer.from(body) }
}

/** A mail as every twin has to have sent it: without its secret, and without the message that only the server composes. */
export function comparableMail({ message: _, ...mail }: OutboxEntry): object {
  const secret = secretIn.exec(mail.link ?? '')?.[1]
  if (secret === undefined) return mail
  const hide = (text: string) => text.replaceAll(secret, '{secret}')
  return { ...mail, text: hide(mail.text), link: hide(mail.link ?? '') }
}
