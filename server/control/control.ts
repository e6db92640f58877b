import {
  createRouter,
  errorBoundary,
  type Handler,
  noQuery,
  parseBody,
  parseQuery,
  refuseBody,
  reply,
  splitQuery,
  splitTarget,
  unmatched,
} from '../core/index.js'
import { accountOperations } from './account-operations.js'
import { clockOperations } from './clock-operations.js'
import type { Controlled, ControlOperation } from './control-operation.js'
import { faultOperations } from './fault-operations.js'
import { checkCaller } from './guard.js'
import { serviceOperations } from './service-operations.js'
import { snapshotOperations } from './snapshot-operations.js'

/** Every operation of the control interface. */
export const controlOperations: readonly ControlOperation[] = [
  ...serviceOperations,
  ...accountOperations,
  ...clockOperations,
  ...snapshotOperations,
  ...faultOperations,
]

const index: ControlOperation = {
  method: 'GET',
  path: '/_control',
  summary: 'List the operations of the control interface',
  run: () => {
    const data = controlOperations.map(({ method, path, summary }) => ({ method, path, summary }))
    return reply(200, JSON.stringify({ success: true, data }))
  },
}

/** Is this a path of the control interface? */
export const isControlPath = (target: string): boolean => /^\/_control(?:[/?]|$)/.test(target)

/** Makes the control interface: it answers whoever `isToken` knows and `checkCaller` lets in. */
export function createControl(controlled: Controlled, isToken: (text: string) => boolean): Handler {
  const router = createRouter([index, ...controlOperations])
  return errorBoundary(controlled.service.ports.log, async call => {
    checkCaller(call, isToken)
    const { path, query } = splitTarget(call.target)
    const match = router.match(call.method, path)
    if (match.kind !== 'found') throw unmatched(match, call.method, path)
    parseQuery(noQuery, splitQuery(query))
    const { body: schema } = match.route
    if (!schema) refuseBody(call.body, call.method)
    const body = schema && parseBody({ schema, readOnly: [] }, call.body)
    return match.route.run({ body, params: match.params, controlled })
  })
}
