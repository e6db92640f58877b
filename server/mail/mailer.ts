import { randomUUID } from 'node:crypto'
import {
  type Awaitable,
  type Clock,
  forgetOldest,
  type Mail,
  type Mailer,
  type MailQueue,
  type OutboxEntry,
  type QueuedMail,
  type Repositories,
} from '../core/index.js'
import { compose, type Message } from './message.js'
import { openTransport, type Problem, type TransportOptions } from './smtp.js'

export interface MailerOptions extends TransportOptions {
  clock: Clock
  queue: MailQueue
  /** The sender. @default `schedkit <no-reply@schedkit.example>` */
  from?: string | undefined
  /** An `smtp://` or `smtps://` URL of a server that delivers the mails. @default mails stay in the outbox */
  smtp?: string | undefined
  /** The number of mails kept in the outbox that have failed or are only to be read: the newest. @default 1_000 */
  outboxLimit?: number
  /** Whether delivered mails are kept for reading. @default false */
  keepsDelivered?: boolean
  /** The pauses after failed attempts, in milliseconds; there is one more attempt than pauses. @default a day in total */
  pauses?: readonly number[]
  /** Milliseconds after which another process may deliver a mail that this process had taken when it ended. @default 20_000 */
  lease?: number
  /** The maximum time between two checks of the queue, in milliseconds. @default 5_000 */
  interval?: number
  /** Called when a mail is sent, when a delivery attempt fails for a new reason, and when it is delivered or has failed. */
  notify?(entry: Omit<OutboxEntry, 'id' | 'at'>): void
}

/**
 * A mailer whose mails can be read and are lost only with the data. Mails that are undelivered when it closes stay in the
 * queue for the next process; if there is none, they are reported as failed.
 */
export interface ServerMailer extends Mailer {
  outbox: { list(): Promise<OutboxEntry[]>; empty(): Promise<void> }
  /** The number of mails waiting for delivery. */
  waiting(): Awaitable<number>
  /** Waits up to 5 seconds for deliveries in progress, and disconnects from the SMTP server. */
  close(): Promise<void>
}

/** One, 5 and 30 seconds, 2 and 10 minutes, then half an hour each, for a total of one day. */
const retryPauses = [1_000, 5_000, 30_000, 120_000, 600_000, ...Array<number>(47).fill(1_800_000)]
/** There are fewer SMTP connections. */
const atOnce = 6
/** The number of attempts to record that a mail was delivered; otherwise it would be sent again. */
const endTries = 30
const pruneEvery = 50

/**
 * Creates a mailer that keeps mails in the queue of a store, and delivers them from there if an SMTP server is given. Mails
 * are delivered at least once: twice only if the process ends between the delivery and its record, with the same Message-ID.
 *
 * @throws {SmtpUrlError} if the URL is not valid; an unreachable server is not an error
 */
export function createMailer(options: MailerOptions): ServerMailer {
  const { clock, queue, from = 'schedkit <no-reply@schedkit.example>', smtp, outboxLimit = 1_000 } = options
  const { pauses = retryPauses, keepsDelivered = false, lease = 20_000, interval = 5_000 } = options
  const { now = () => Date.now() } = queue
  const transport = smtp === undefined ? undefined : openTransport(smtp, options)
  const composed = new Map<string, Promise<Message>>()
  let kept = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let delivering: Promise<void> | undefined
  let isDue = false

  function report(entry: Omit<OutboxEntry, 'id' | 'at'>): void {
    try {
      options.notify?.(entry)
    } catch {
      // A failing log must not make the request fail.
    }
  }

  function messageOf(mail: QueuedMail): Promise<Message> {
    const known = composed.get(mail.key)
    if (known) return known
    const made = compose(mail, { from, at: mail.at, key: mail.key })
    composed.set(mail.key, made)
    forgetOldest(composed, outboxLimit)
    return made
  }

  /** Tries to deliver a mail, which nobody else takes meanwhile. Resolves to the problem if it fails. */
  async function attempt(mail: QueuedMail): Promise<Problem | undefined> {
    const keep = () => queue.end(mail, { state: 'sending', problem: mail.problem, due: now() + lease })
    const renewing = setInterval(() => Promise.resolve(keep()).catch(() => {}), lease / 3)
    try {
      const message = await messageOf(mail)
      return await transport?.attempt(message)
    } catch (error) {
      return { reason: `it could not be composed: ${(error as Error).message}`, isPermanent: true }
    } finally {
      clearInterval(renewing)
    }
  }

  /** Delivers a taken mail and records the outcome. Resolves to whether it was delivered. */
  async function deliver(mail: QueuedMail): Promise<boolean> {
    const problem = await attempt(mail)
    const pause = pauses[mail.attempts - 1]
    if (!problem) {
      await persistently(() => queue.end(mail, { state: 'delivered', isKept: keepsDelivered }))
      report({ ...mail, delivery: 'delivered' })
    } else if (isClosed || (pause !== undefined && !problem.isPermanent)) {
      const due = now() + (isClosed ? 0 : (pause ?? 0))
      await queue.end(mail, { state: 'sending', problem: problem.reason, due })
      // For a server that stays unreachable, once per mail.
      if (!isClosed && problem.reason !== mail.problem) {
        report({ ...mail, delivery: 'sending', problem: problem.reason })
      }
    } else {
      await queue.end(mail, { state: 'failed', problem: problem.reason })
      report({ ...mail, delivery: 'failed', problem: problem.reason })
    }
    return !problem
  }

  async function persistently(work: () => unknown): Promise<void> {
    for (let count = 1; ; count++) {
      try {
        await work()
        return
      } catch (error) {
        if (count === endTries || isClosed) throw error
        await new Promise(resolve => setTimeout(resolve, 1_000))
      }
    }
  }

  /** Delivers all due mails. Resolves to the time at which the next mail is due, or undefined if none is waiting. */
  async function deliverAll(): Promise<number | undefined> {
    for (;;) {
      isDue = false
      const mails = await queue.take({ count: atOnce, until: now() + lease })
      const areDelivered = await Promise.all(mails.map(mail => deliver(mail).catch(() => false)))
      if (isClosed && areDelivered.includes(false)) return undefined
      if (mails.length > 0) continue
      const next = await queue.nextDue()
      if (!isDue) return next
    }
  }

  /** Delivers due mails, now and later. */
  function wake(): void {
    isDue = true
    if (!transport || delivering || isClosed) return
    clearTimeout(timer)
    delivering = deliverAll()
      // The store reports its own failures.
      .catch(() => undefined)
      .then((next = Number.POSITIVE_INFINITY) => {
        delivering = undefined
        if (isClosed) return
        const wait = isDue ? 0 : Math.min(interval, next - now())
        timer = setTimeout(wake, Math.max(20, wait)).unref()
      })
  }

  async function entryOf(mail: QueuedMail): Promise<OutboxEntry> {
    const { key: _, number: id, state, attempts, at, problem, ...rest } = mail
    const entry = { id, at: new Date(at).toISOString(), ...rest, delivery: state }
    const failed = (error: Error) => ({
      delivery: 'failed' as const,
      problem: `it could not be composed: ${error.message}`,
    })
    const made = await messageOf(mail).then(({ raw }) => ({ message: raw.toString() }), failed)
    return { ...entry, ...(problem !== undefined && { problem }), ...made }
  }

  if (transport) Promise.resolve(queue.resume()).then(wake, wake)

  function keep(mail: Mail, rows: Repositories) {
    const state = transport ? 'sending' : 'outbox'
    queue.add({ ...mail, key: randomUUID(), at: clock.now(), state }, rows)
    return () => {
      report({ ...mail, delivery: state })
      if (++kept % pruneEvery === 0) Promise.resolve(queue.prune(outboxLimit)).catch(() => {})
      wake()
    }
  }

  return {
    keep,
    outbox: {
      list: async () => Promise.all((await queue.list(outboxLimit)).map(entryOf)),
      empty: async () => queue.empty(),
    },
    waiting: queue.countWaiting,
    async close() {
      if (isDue) wake()
      isClosed = true
      clearTimeout(timer)
      await transport?.close(delivering)
      if (queue.isKept) return
      const problem = 'the service stopped before the SMTP server accepted it'
      // Makes all waiting mails due, including those that the outbox does not show.
      await queue.resume()
      for (const mail of await queue.take({ count: Number.MAX_SAFE_INTEGER, until: now() }))
        report({ problem, ...mail, delivery: 'failed' })
    },
  }
}
