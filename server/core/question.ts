import { entryQuestion } from './access/entry.js'
import type { Operation } from './operations/operation.js'
import { type Parsing, unlessRefused } from './parsing.js'
import type { EntryQuestion, StoredUser } from './store.js'
import { type Params, pathIds } from './wire/router.js'

/**
 * What a store is asked together with the account of a request: all that a read needs, or what a write that is one insert presumes.
 * A list is asked for only where the account is presumed: a wrong password must not cost that much.
 */
export function questionOf(
  { access, mode, entryOnly, once, foresee }: Operation,
  email: string,
  { presumed, params, read }: { presumed: StoredUser | undefined; params: Params; read: Parsing },
): EntryQuestion | undefined {
  return unlessRefused(() => {
    const path = pathIds(params)
    if (entryOnly || once) return entryQuestion(email, access, path)
    if (mode !== 'read' || !presumed) return undefined
    const foreseen = foresee?.({ path, query: read.query().parsed, body: undefined, account: presumed })
    return foreseen && entryQuestion(email, access, path, foreseen)
  })
}
