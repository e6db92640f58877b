import type { KeptMail, QueuedMail } from '../core/index.js'

/* Shared by the mail queues of all engines: their columns. */

/** The columns of a mail; `text` is the column with its content. */
export const mailColumns = (text: string): string => `key, number, ${text}, state, attempts, problem`

/** The stored content of a mail. */
export const mailText = ({ kind, to, link, subject, text, at }: KeptMail): string =>
  JSON.stringify({ kind, to, link, subject, text, at })

/** Converts a row with these columns into a mail. */
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
