import { createOutboxBuffer, type OutboxEntry } from '../server/control/index.js'
import type { Clock, Mailer } from '../server/core/index.js'

/** Keeps every e-mail in an outbox: a mock sends none. */
export function createOutbox(clock: Clock): {
  mailer: Mailer
  list(): readonly OutboxEntry[]
  empty(): void
} {
  const shelf = createOutboxBuffer(1_000)
  return {
    mailer: {
      send: mail => void shelf.put({ at: new Date(clock.now()).toISOString(), ...mail, delivery: 'outbox' }),
    },
    list: shelf.list,
    empty: shelf.empty,
  }
}
