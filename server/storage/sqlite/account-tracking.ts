import type { Repositories } from '../../core/index.js'

/*
 * Every request looks up its account first, and the result reveals only whether the password is right. Such a read
 * waits until writes of accounts are on disk, but not for other users' bookings.
 */

/** Wraps repositories to track whether anything except accounts is read. */
export function trackReads(rows: Repositories): { rows: Repositories; onlyAccounts(): boolean } {
  let only = true
  const get = (_: object, name: keyof Repositories) => {
    if (name !== 'users') only = false
    return rows[name]
  }
  return { rows: new Proxy(rows, { get: get as never }), onlyAccounts: () => only }
}

/** Wraps repositories to track whether accounts were written since the last call of `touched`. */
export function trackWrites(rows: Repositories): { rows: Repositories; touched(): boolean } {
  let touched = false
  const noting = <Values extends unknown[], T>(work: (...values: Values) => T) => {
    return (...values: Values): T => {
      touched = true
      return work(...values)
    }
  }
  const { insert, change, remove } = rows.users
  return {
    rows: {
      ...rows,
      users: { ...rows.users, insert: noting(insert), change: noting(change), remove: noting(remove) },
      clear: noting(rows.clear),
    },
    touched() {
      const was = touched
      touched = false
      return was
    },
  }
}
