import { type OperationId, operationIds, otherNamesOf } from '../wire/routes.js'
import { nearest } from '../wire/wording.js'

/** The operations by name, both here and in other APIs, in lower case. */
function operationsByName(): Map<string, OperationId> {
  const found = new Map<string, OperationId>()
  // Existing names have precedence over those that could mean another operation: `readBooking` does not mean a list.
  for (const id of operationIds) found.set(id.toLowerCase(), id)
  for (const id of operationIds) {
    for (const name of otherNamesOf(id).map(each => each.toLowerCase())) {
      if (!found.has(name)) found.set(name, id)
    }
  }
  return found
}

/**
 * Returns the operation that a wrong name most likely means, first by its verb, then by its spelling; undefined if none is
 * close.
 */
export function nearestOperation(typed: string): OperationId | undefined {
  const known = operationsByName()
  const wanted = typed.toLowerCase().replace(/[^a-z]/g, '')
  const name = known.has(wanted) ? wanted : nearest(wanted, known.keys())
  return name === undefined ? undefined : known.get(name)
}
