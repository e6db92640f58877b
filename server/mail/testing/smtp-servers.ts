import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause, setTimeout as waitFor } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { OutboxEntry } from '../../core/index.js'
import { createClock, type Mail } from '../../core/index.js'
import { openSqlStore } from '../../storage/sqlite/sql-store.js'
import { createMailer, type MailerOptions, type ServerMailer } from '../index.js'

/*
 * Shared by the tests of the delivery: a mail, real servers that receive it, and their cleanup.
 */

export const clock = createClock(() => Date.UTC(2026, 10, 21, 14, 30))

export const mail: Mail = {
  kind: 'activation',
  to: 'ada@example.com',
  subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
  text: 'Guten Tag Jörg,\n\n.\nhttps://example.com/activate\n',
  link: 'https://example.com/activate',
}

const ends: (() => Promise<unknown>)[] = []

/** Closes everything that a test has opened, last opened first, because an SMTP server waits for its clients. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Starts a real SMTP server and returns it with what it received. */
export async function receive(options: SMTPServerOptions = {}, port = 0) {
  const received: { to: string[]; message: string; secure: boolean; user: unknown }[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    async onData(stream, { envelope, secure, user }, done) {
      const chunks = await stream.toArray().catch(() => undefined)
      // A sender that was killed has not sent the whole message.
      if (!chunks) return done(new Error('The message is not complete'))
      const message = Buffer.concat(chunks).toString()
      received.push({ to: envelope.rcptTo.map(({ address }) => address), message, secure, user })
      done()
    },
    ...options,
  })
  // A client that disconnects (for example, because it does not trust the certificate) must not fail the test.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  ends.push(() => new Promise<void>(resolve => server.close(resolve)))
  return { received, address: `127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

/** Starts a server that accepts connections and passes them to `meet`. */
export async function listen(meet: (socket: Socket) => void) {
  const server = createServer(socket => meet(socket.on('error', () => {}).resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise<unknown>(resolve => server.close(resolve))
  ends.push(close)
  return { port: (server.address() as AddressInfo).port, close }
}

/** Creates a mailer on an in-memory store that keeps delivered mails, together with its log entries about mails. */
export async function open(options: Partial<MailerOptions> = {}) {
  const heard: string[] = []
  const store = await openSqlStore()
  const mailer = createMailer({
    ...{ clock, queue: store.mails, keepsDelivered: true, pauses: [20, 20] },
    notify: ({ to, delivery }) => heard.push(`${to} ${delivery}`),
    ...options,
  })
  ends.push(store.close, mailer.close)
  async function send(mail: Mail): Promise<void> {
    const sent = await store.write(rows => mailer.keep(mail, rows))
    sent()
  }
  return { ...mailer, send, heard }
}

/** Returns the entries once `enough` holds for all of them. */
export async function entriesOf(
  { outbox }: ServerMailer,
  enough = (entry: OutboxEntry) => entry.delivery === 'delivered' || entry.delivery === 'failed',
) {
  for (let waited = 0; waited < 500; waited++) {
    const entries = await outbox.list()
    if (entries.length > 0 && entries.every(enough)) return entries
    await pause(10)
  }
  throw new Error(`Failed to see it happen: ${JSON.stringify(await outbox.list())}`)
}

/** Waits until a condition is true. @throws {Error} after 10 seconds */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; waited < 1_000; waited++) {
    if (await holds()) return
    await waitFor(10)
  }
  throw new Error('It did not happen within 10 seconds')
}
