import type { Mail } from '../ports.js'
import type { Repositories } from '../store.js'
import type { Awaitable } from '../wire/call.js'

/*
 * Where a store keeps mails until they are delivered: the transaction of a request also adds the mails that it sends, so that
 * either both are stored or neither. Several processes may deliver them.
 */

/** A stored mail. `outbox`: only to be read; `sending`: waiting for delivery. */
export interface KeptMail extends Mail {
  /** Unique and permanent; the Message-ID is derived from it. */
  key: string
  /** When it was sent, by the service's clock, in milliseconds since 1970. */
  at: number
  state: 'outbox' | 'sending' | 'delivered' | 'failed'
}

/** A mail of the queue. */
export interface QueuedMail extends KeptMail {
  /** Ascending; restarts at 1 when the queue is emptied. */
  number: number
  /** The number of delivery attempts started. */
  attempts: number
  /** Why it failed, or why the last attempt failed. */
  problem?: string
}

/**
 * The outcome of an attempt. `sending`: it is due again at `due`, in milliseconds since 1970; without a problem, the attempt
 * continues until then.
 */
export type AttemptEnd =
  | { state: 'delivered'; isKept: boolean }
  | { state: 'failed'; problem: string }
  | { state: 'sending'; problem?: string | undefined; due: number }

export interface MailQueue {
  /** Whether mails are still there for the next process. */
  readonly isKept: boolean
  /** The time for due dates, in milliseconds since 1970. @default the system clock, which several processes share */
  now?(): number
  /** Adds a mail in the transaction of `rows`; it is due at once. */
  add(mail: KeptMail, rows: Repositories): void
  /** Takes up to `count` due mails, oldest first. Nobody else takes them before `until`, in milliseconds since 1970. */
  take(options: { count: number; until: number }): Awaitable<QueuedMail[]>
  /** Records the outcome of an attempt, unless another one has started since. */
  end(mail: QueuedMail, end: AttemptEnd): Awaitable<void>
  /** When the next mail is due, in milliseconds since 1970; undefined if none is waiting. */
  nextDue(): Awaitable<number | undefined>
  /** The number of mails waiting for delivery. */
  countWaiting(): Awaitable<number>
  /** Called when a process starts: mails that certainly no other process is delivering become due. */
  resume(): Awaitable<void>
  /** The newest mails, up to `most`, newest last. */
  list(most: number): Awaitable<QueuedMail[]>
  /** Removes mails that are not waiting, except the newest `most`. */
  prune(most: number): Awaitable<void>
  /** Removes all mails; waiting ones are still delivered. */
  empty(): Awaitable<void>
}
