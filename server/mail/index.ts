// The entry point of the mail: composing, the outbox, and delivery to an SMTP server.

export { createMailer, type MailerOptions, type OutboxMailer } from './outbox.js'
export { SmtpUrlError } from './smtp.js'
