import { appendFile } from 'node:fs/promises'

export const sendMail = (to, subject, text) =>
  appendFile(process.env.MAILS, `${JSON.stringify({ to, subject, text })}\n`)
