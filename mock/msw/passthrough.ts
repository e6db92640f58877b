import { hintForOperation, operationOf } from '../../server/control/index.js'
import { type OperationId, operationIds, shown } from '../../server/core/index.js'

/** Requests that go through to the network: those of some operations, or those for which a function returns true. */
export type Passthrough = readonly OperationId[] | ((request: Request) => boolean | Promise<boolean>)

/**
 * Returns a function that says whether a request goes through; `target` is its path from `/v1` on, with its query.
 *
 * @throws an Error if an operation does not exist
 */
export function createPassthrough(
  wanted: Passthrough,
): (request: Request, target: string) => Promise<boolean> {
  if (typeof wanted === 'function') return async request => wanted(request.clone())
  for (const name of wanted) {
    if (operationIds.includes(name)) continue
    throw new Error(
      `Failed to create a mock: passthrough has ${shown(name)}, which is not an operation; ${hintForOperation(name)}`,
    )
  }
  return async ({ method }, target) => {
    const operation = operationOf({ method, target })
    return operation !== undefined && wanted.includes(operation)
  }
}
