// The entry point of the mail: composing, the outbox, and delivery to an SMTP server.

export { openMailer } from './open-mailer.js'
export { createMailer, type MailerOptions, type OutboxMailer } from './outbox.js'
export { createQueuedMailer, type QueuedMailer, type QueuedMailerOptions } from './queued-mailer.js'
export { parseSmtpUrl, SmtpUrlError } from './smtp.js'
