import { entryQuestion } from './access/entry.js'
import type { Operation } from './operations/operation.js'
import { type Parsing, unlessRefused } from './parsing.js'
import type { EntryQuestion, Repositories, StoredUser } from './store.js'
import { type Params, pathIds } from './wire/router.js'

/** What is known of a request before its account is verified, and whom it asks. */
interface Known {
  presumed: StoredUser | undefined
  params: Params
  read: Parsing
  rows: Repositories
}

/**
 * What a store is asked together with the account of a request: all that a read needs, or what a write that is one insert presumes in a store that
 * answers all at once.
 * A list is asked for only where the account is presumed: a wrong password must not cost that much.
 */
export function questionOf(
  { access, mode, entryOnly, once, foresee }: Operation,
  email: string,
  { presumed, params, read, rows }: Known,
): EntryQuestion | undefined {
  return unlessRefused(() => {
    const path = pathIds(params)
    if (entryOnly || (once && rows.entry)) return entryQuestion(email, access, path)
    if (mode !== 'read' || !presumed) return undefined
    const foreseen = foresee?.({ path, query: read.query().parsed, body: undefined, account: presumed })
    return foreseen && entryQuestion(email, access, path, foreseen)
  })
}
