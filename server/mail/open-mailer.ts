import type { MailQueue, OutboxEntry, Store } from '../core/index.js'
import { createMailer, type MailerOptions, type ServerMailer } from './outbox.js'
import { createQueuedMailer } from './queued-mailer.js'

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
