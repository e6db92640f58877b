import type { Repositories } from '../../core/index.js'

/*
 * Every request looks up its account first, and by what it finds nothing is told but whether the password is right.
 * Such a read need not wait until the bookings of others are on disk; it waits for accounts alone.
 */

/** Rows that remember whether anything but accounts was looked at. */
export function trackReads(rows: Repositories): { rows: Repositories; onlyAccounts(): boolean } {
  let only = true
  const other = <Name extends keyof Repositories>(name: Name): Repositories[Name] => {
    only = false
    return rows[name]
  }
  return {
    onlyAccounts: () => only,
    rows: {
      users: rows.users,
      get schedules() {
        return other('schedules')
      },
      get resources() {
        return other('resources')
      },
      get bookings() {
        return other('bookings')
      },
      get collaborators() {
        return other('collaborators')
      },
      get emailChanges() {
        return other('emailChanges')
      },
      get clear() {
        return other('clear')
      },
    },
  }
}

/** Rows that remember whether accounts were written since it was last asked. */
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
