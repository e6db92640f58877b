import type { Repositories } from '../../core/index.js'

/*
 * Every request looks up its account first, and the result reveals only whether the password is right. Such a read
 * waits until writes of accounts are on disk, but not for other users' bookings.
 */

/** Wraps repositories to track whether anything except accounts was used since `begin`. */
export function trackReads(rows: Repositories) {
  let onlyAccounts = true
  const used = <T>(repository: T): T => {
    onlyAccounts = false
    return repository
  }
  return {
    rows: {
      ...rows,
      get schedules() {
        return used(rows.schedules)
      },
      get resources() {
        return used(rows.resources)
      },
      get bookings() {
        return used(rows.bookings)
      },
      get collaborators() {
        return used(rows.collaborators)
      },
      get emailChanges() {
        return used(rows.emailChanges)
      },
    } satisfies Repositories,
    begin() {
      onlyAccounts = true
    },
    onlyAccounts: () => onlyAccounts,
  }
}
