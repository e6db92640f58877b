// The entry point of mail: composing, the outbox, and delivery to an SMTP server.

export { createMailer, type MailerOptions, type ServerMailer } from './mailer.js'
export { parseSmtpUrl, SmtpUrlError } from './smtp.js'
