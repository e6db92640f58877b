import { DataError } from '../errors.js'

/** A database as messages name it: without password and options. */
export function nameOf(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}

/**
 * Checks the URL of a database.
 *
 * @throws {Error} that does not repeat it: it may have a password
 */
export function checkAddress(url: string): string {
  const isDatabase = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
  if (!isDatabase) {
    throw new Error(
      'Failed to use the database: its URL is not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE. Percent-encode special characters of the password.',
    )
  }
  return url
}

/** Turns an error of the database, or of the connection to it, into one that names the database; others stay as they are. */
export function explainDatabaseError(error: unknown, url: string, advice: string): unknown {
  const { message, severity } = error as Error & { severity?: string }
  const isOfDatabase = severity !== undefined || /^Connection terminated/.test(message)
  return isOfDatabase ? databaseError(url, message, advice, error) : error
}

/** Why a database can't be used, and what to do. */
export const databaseError = (url: string, reason: string, advice: string, cause?: unknown): DataError =>
  new DataError(nameOf(url), reason, advice, { cause })
