import { DataError } from '../sqlite/disk/data-files.js'

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

/** Why a database can't be used, and what to do. */
export const databaseError = (url: string, reason: string, advice: string, cause?: unknown): DataError =>
  new DataError(nameOf(url), reason, advice, { cause })
