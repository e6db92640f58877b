import type { Mail } from '../core/index.js'

/**
 * What became of a mail. `outbox`: kept here, for there is no SMTP server; `sending`: under way or about to be tried
 * again; `delivered`: the SMTP server has taken it; `failed`: given up.
 */
export type Delivery = 'outbox' | 'sending' | 'delivered' | 'failed'

/** A mail that was sent, as the outbox shows it. */
export interface OutboxEntry extends Mail {
  /** Ascends from 1, and starts anew when the outbox is emptied. */
  id: number
  /** When it was sent: ISO 8601, UTC, by the service's clock. */
  at: string
  delivery: Delivery
  /** The whole message as RFC 5322 has it; missing until it is composed. */
  message?: string
  /** Why it failed; while it is `sending`, why the last try did. */
  problem?: string
}

/** The mails that were sent, for whoever wants to read them. */
export interface Outbox {
  /** Copies of the entries, in order of sending, the newest last. */
  list(): OutboxEntry[]
  /** Forgets all entries; the next one is number 1 again. A delivery under way goes on. */
  empty(): void
  /** Waits until every mail sent so far has its `message` (or has failed); deliveries are not waited for. */
  settled(): Promise<void>
}

/** The outbox from within: what is put in can still be changed, and shows. */
export interface OutboxBuffer extends Pick<Outbox, 'list' | 'empty'> {
  put(mail: Omit<OutboxEntry, 'id'>): OutboxEntry
}

/** Keeps the newest entries, `limit` of them at most: the oldest go. */
export function createOutboxBuffer(limit: number): OutboxBuffer {
  let entries: OutboxEntry[] = []
  let last = 0
  return {
    list: () => entries.map(entry => ({ ...entry })),
    empty() {
      entries = []
      last = 0
    },
    put(mail) {
      last += 1
      const entry = { id: last, ...mail }
      entries.push(entry)
      if (entries.length > limit) entries.shift()
      return entry
    },
  }
}
