import {
  type Awaitable,
  type Clock,
  createOutboxBuffer,
  type Mail,
  type Mailer,
  type OutboxEntry,
} from '../core/index.js'
import { compose } from './message.js'
import { openTransport, type RetryOptions } from './smtp.js'

export interface MailerOptions extends Partial<RetryOptions> {
  clock: Clock
  /** The sender. @default `schedkit <no-reply@schedkit.example>` */
  from?: string | undefined
  /** An `smtp://` or `smtps://` URL of a server that delivers the mails. @default mails stay in the outbox */
  smtp?: string | undefined
  /** How many mails the outbox keeps. @default 1_000 */
  outboxLimit?: number
  /** Called when a mail is sent, and again when it is delivered or has failed: see `delivery`. */
  notify?(entry: OutboxEntry): void
}

/** The mailer of a server. */
export interface ServerMailer extends Mailer {
  outbox: { list(): Promise<OutboxEntry[]>; empty(): Promise<void> }
  /** How many mails wait for their delivery. */
  waiting(): Awaitable<number>
  /** Waits up to 5 seconds for deliveries in progress, and disconnects from the SMTP server. */
  close(): Promise<void>
}

/** A mailer whose mails can be read in an outbox. */
export interface OutboxMailer extends Mailer {
  outbox: {
    list(): OutboxEntry[]
    empty(): void
    /** Waits until every mail sent so far is composed or has failed, but not for deliveries. */
    settled(): Promise<void>
  }
  /** How many mails wait for their delivery. */
  waiting(): number
  /** Waits up to 5 seconds for deliveries in progress, and disconnects from the SMTP server. */
  close(): Promise<void>
}

/**
 * Creates a mailer that puts all mails in an outbox, and delivers them if an SMTP server is given.
 *
 * @example createMailer({ clock: { now: Date.now }, smtp: 'smtp://localhost:1025' })
 * @throws {SmtpUrlError} if the URL is not valid; an unreachable server is not an error
 */
export function createMailer(options: MailerOptions): OutboxMailer {
  const { clock, from = 'schedkit <no-reply@schedkit.example>', smtp, outboxLimit = 1_000 } = options
  const transport = openTransport(smtp, { pauses: [1_000, 5_000, 30_000], ...options })
  const buffer = createOutboxBuffer(outboxLimit)
  let composed: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function report(entry: OutboxEntry): void {
    try {
      options.notify?.({ ...entry })
    } catch {
      // A failing log must not make the request fail.
    }
  }

  /** Records how a delivery ended, and what prevented it. */
  function end(entry: OutboxEntry, delivery: OutboxEntry['delivery'], problem = entry.problem): void {
    entry.delivery = delivery
    if (delivery === 'delivered') delete entry.problem
    else if (problem !== undefined) entry.problem = problem
    report(entry)
  }

  async function composeAndDeliver(entry: OutboxEntry, at: number): Promise<void> {
    try {
      const message = await compose(entry, { from, at })
      entry.message = message.raw.toString()
      const note = (problem: string) => {
        entry.problem = problem
      }
      if (!transport) return
      waiting++
      void transport.deliver(message, note).then(taken => {
        waiting--
        end(entry, taken ? 'delivered' : 'failed')
      })
    } catch (error) {
      end(entry, 'failed', `it could not be composed: ${(error as Error).message}`)
    }
  }

  return {
    send(mail: Mail) {
      const at = clock.now()
      const entry = buffer.put({
        at: new Date(at).toISOString(),
        ...mail,
        delivery: transport ? 'sending' : 'outbox',
      })
      report(entry)
      composed = Promise.all([composed, composeAndDeliver(entry, at)])
    },
    outbox: {
      list: buffer.list,
      empty: buffer.empty,
      async settled() {
        await composed
      },
    },
    waiting: () => waiting,
    async close() {
      await composed
      await transport?.close()
    },
  }
}
