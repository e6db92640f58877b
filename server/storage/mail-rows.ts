import type { KeptMail, QueuedMail } from '../core/index.js'

/* What the queues of mails of all engines have in common: their columns. */

/** `text` is the column with what is kept of a mail. */
export const mailColumns = (text: string): string => `key, number, ${text}, state, attempts, problem`

/** What is kept of a mail. */
export const mailText = ({ kind, to, link, subject, text, at }: KeptMail): string =>
  JSON.stringify({ kind, to, link, subject, text, at })

/** The mail of a row with these columns. */
export function mailOf([key, number, json, state, attempts, problem]: readonly unknown[]): QueuedMail {
  return {
    ...JSON.parse(String(json)),
    key: String(key),
    number: Number(number),
    state: state as QueuedMail['state'],
    attempts: Number(attempts),
    ...(problem !== null && { problem: String(problem) }),
  }
}
