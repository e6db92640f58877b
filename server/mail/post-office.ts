import { createShelf, type Outbox, type OutboxEntry } from '../control/index.js'
import type { Clock, Mail, Mailer } from '../core/index.js'
import { type Courier, createCourier, type Patience } from './courier.js'
import { compose, type Letter } from './letter.js'
import { parseSmtpUrl } from './smtp-url.js'

export interface PostOfficeOptions extends Partial<Patience> {
  clock: Clock
  /** The sender, for example `schedkit <no-reply@schedkit.example>`, which it is by default. */
  from?: string | undefined
  /** An `smtp://` or `smtps://` URL: mails are delivered to this server too. Without it they stay in the outbox. */
  smtp?: string | undefined
  /** How many mails the outbox keeps; 1,000 by default. */
  outboxLimit?: number
  /** Hears of a mail when it is sent, and again when it is delivered or has failed: see `delivery`. */
  notify?(entry: OutboxEntry): void
}

export interface PostOffice {
  mailer: Mailer
  outbox: Outbox
  /** Waits for deliveries under way, 5 seconds at most, and lets go of the SMTP server. */
  close(): Promise<void>
}

/**
 * Opens the place all mails go through: into an outbox that can be read, and on to an SMTP server if there is one.
 *
 * @example createPostOffice({ clock: { now: Date.now }, smtp: 'smtp://localhost:1025' })
 * @throws {SmtpUrlError} when the URL cannot be used; a server that is away is no error
 */
export function createPostOffice(options: PostOfficeOptions): PostOffice {
  const { clock, from = 'schedkit <no-reply@schedkit.example>', smtp, outboxLimit = 1_000 } = options
  const { pauses = [1_000, 5_000, 30_000], timeout = 10_000, grace = 5_000 } = options
  const courier =
    smtp === undefined ? undefined : createCourier(parseSmtpUrl(smtp), { pauses, timeout, grace })
  const shelf = createShelf(outboxLimit)
  let composed: Promise<unknown> = Promise.resolve()

  function tell(entry: OutboxEntry): void {
    try {
      options.notify?.({ ...entry })
    } catch {
      // A log that cannot be written must not become an answer that is refused.
    }
  }

  function fail(entry: OutboxEntry, problem?: string): void {
    entry.delivery = 'failed'
    if (problem !== undefined) entry.problem = problem
    tell(entry)
  }

  async function deliver(courier: Courier, entry: OutboxEntry, letter: Letter): Promise<void> {
    const taken = await courier.deliver(letter, problem => {
      entry.problem = problem
    })
    if (!taken) return fail(entry)
    entry.delivery = 'delivered'
    delete entry.problem
    tell(entry)
  }

  async function post(entry: OutboxEntry, at: number): Promise<void> {
    try {
      const letter = await compose(entry, { from, at })
      entry.message = letter.message.toString()
      if (courier) void deliver(courier, entry, letter)
    } catch (error) {
      fail(entry, `it could not be composed: ${(error as Error).message}`)
    }
  }

  return {
    mailer: {
      send(mail: Mail) {
        const at = clock.now()
        const entry = shelf.put({
          at: new Date(at).toISOString(),
          ...mail,
          delivery: courier ? 'sending' : 'outbox',
        })
        tell(entry)
        composed = Promise.all([composed, post(entry, at)])
      },
    },
    outbox: {
      list: shelf.list,
      empty: shelf.empty,
      async settled() {
        await composed
      },
    },
    async close() {
      await composed
      await courier?.close()
    },
  }
}
