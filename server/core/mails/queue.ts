import type { Mail } from '../ports.js'
import type { Repositories } from '../store.js'
import type { Awaitable } from '../wire/call.js'

/*
 * Where a store keeps mails until they are delivered: they are added by the transaction of the request that sends them, so that
 * both are kept, or neither. Several processes may deliver them.
 */

/** A mail that is kept. `outbox`: it is only to be read; `sending`: it waits for its delivery. */
export interface KeptMail extends Mail {
  /** Unique and permanent: the Message-ID is made of it. */
  key: string
  /** When it was sent, by the service's clock: milliseconds since 1970. */
  at: number
  state: 'outbox' | 'sending' | 'delivered' | 'failed'
}

/** A mail of the queue. */
export interface QueuedMail extends KeptMail {
  /** Ascending; restarts at 1 when the queue is emptied. */
  number: number
  /** How often its delivery was begun. */
  attempts: number
  /** Why it failed, or why the last attempt failed. */
  problem?: string
}

/** How an attempt has ended. `sending`: it is due again at `due`, in milliseconds since 1970; without a problem it goes on until then. */
export type AttemptEnd =
  | { state: 'delivered'; isKept: boolean }
  | { state: 'failed'; problem: string }
  | { state: 'sending'; problem?: string | undefined; due: number }

export interface MailQueue {
  /** Whether mails are still there for the next process. */
  readonly isKept: boolean
  /** The time by which mails are due, in milliseconds since 1970. @default the system clock, on which several processes agree */
  now?(): number
  /** Adds a mail in the transaction of `rows`; it is due at once. */
  add(mail: KeptMail, rows: Repositories): void
  /** Takes up to `count` mails that are due, oldest first. Nobody else takes them before `until`, in milliseconds since 1970. */
  take(options: { count: number; until: number }): Awaitable<QueuedMail[]>
  /** Records how an attempt has ended, unless another one has begun since. */
  end(mail: QueuedMail, end: AttemptEnd): Awaitable<void>
  /** When the next mail is due, in milliseconds since 1970; undefined if none waits. */
  nextDue(): Awaitable<number | undefined>
  /** How many mails wait for their delivery. */
  countWaiting(): Awaitable<number>
  /** A process starts: mails that certainly nobody delivers any more are due. */
  resume(): Awaitable<void>
  /** The newest mails, up to `most`, newest last. */
  list(most: number): Awaitable<QueuedMail[]>
  /** Removes mails that do not wait, except the newest `most`. */
  prune(most: number): Awaitable<void>
  /** Removes all mails; those that wait are still delivered. */
  empty(): Awaitable<void>
}
