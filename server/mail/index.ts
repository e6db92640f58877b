// The door of the mail: composing, the outbox, and delivery to an SMTP server.

export { createPostOffice, type PostOffice, type PostOfficeOptions } from './post-office.js'
export { SmtpUrlError } from './smtp-url-error.js'
