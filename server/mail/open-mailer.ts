import type { Mailer, MailQueue, OutboxEntry, Store } from '../core/index.js'
import { createMailer, type MailerOptions } from './outbox.js'
import { createQueuedMailer } from './queued-mailer.js'

/** The mailer of a server. */
export interface ServerMailer extends Mailer {
  outbox: { list(): Promise<OutboxEntry[]>; empty(): Promise<void> }
  /** Waits up to 5 seconds for deliveries in progress, and disconnects from the SMTP server. */
  close(): Promise<void>
}

export interface ServerMailerOptions extends Pick<MailerOptions, 'clock' | 'smtp'> {
  store: Store & { mails?: MailQueue }
  /** Whether delivered mails can be read. */
  keepsDelivered: boolean
  notify(entry: Omit<OutboxEntry, 'id' | 'at'>): void
}

/** Creates a mailer that keeps mails where the store keeps its data. */
export function openMailer({ store, keepsDelivered, ...options }: ServerMailerOptions): ServerMailer {
  const { mails: queue } = store
  if (queue) return createQueuedMailer({ ...options, store, queue, keepsDelivered })
  const mailer = createMailer(options)
  const { outbox } = mailer
  return {
    ...mailer,
    outbox: {
      async list() {
        await outbox.settled()
        return outbox.list()
      },
      empty: async () => outbox.empty(),
    },
  }
}
