import type { Mail } from '../core/index.js'

/** A composed e-mail and the addresses for the SMTP envelope. */
export interface Message {
  raw: Buffer
  envelope: { from: string; to: string[] }
}

/**
 * Composes an RFC 5322 message from `from`, dated `at` (milliseconds since 1970). With a `key`, the result is always the
 * same.
 */
export async function compose(
  mail: Mail,
  { from, at, key }: { from: string; at: number; key?: string },
): Promise<Message> {
  // Loaded with the first mail: most runs send none, and startup should be fast.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const node = new MailComposer({
    from,
    // An address object is used as it is; a string would be parsed for names and further addresses.
    to: { address: mail.to },
    subject: mail.subject,
    text: mail.text,
    date: new Date(at),
    ...(key !== undefined && { messageId: `<${key}@${/@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>` }),
    // RFC 3834: prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const { from: sender, to } = node.getEnvelope()
  if (!sender) throw new Error(`the sender "${from}" has no address; write it as NAME <USER@HOST>`)
  return { raw: await node.build(), envelope: { from: sender, to } }
}
