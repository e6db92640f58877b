import type { Mail } from '../ports.js'

/** A sent mail in the outbox. */
export interface OutboxEntry extends Mail {
  /** Ascending from 1; restarts when the outbox is emptied. */
  id: number
  /** When it was sent: ISO 8601, UTC, by the service's clock. */
  at: string
  /**
   * The delivery state. `outbox`: there is no SMTP server, or this is a mock; `sending`: in progress or waiting for a retry;
   * `delivered`: accepted by the SMTP server; `failed`: given up.
   */
  delivery: 'outbox' | 'sending' | 'delivered' | 'failed'
  /** The complete RFC 5322 message; missing until it is composed. */
  message?: string
  /** Why it failed, or why the last attempt failed. */
  problem?: string
}

/** Keeps the newest entries, up to `limit`; they can be changed after they are added. */
export function createOutboxBuffer(limit: number) {
  let entries: OutboxEntry[] = []
  let last = 0
  return {
    /** Returns copies, newest last. */
    list: (): OutboxEntry[] => entries.map(entry => ({ ...entry })),
    /** Removes all entries and restarts ids at 1. */
    empty() {
      entries = []
      last = 0
    },
    put(mail: Omit<OutboxEntry, 'id'>): OutboxEntry {
      last += 1
      const entry = { id: last, ...mail }
      entries.push(entry)
      if (entries.length > limit) entries.shift()
      return entry
    },
  }
}
