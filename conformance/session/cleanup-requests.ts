import { me, queryText, scheduleOf } from '../http/paths.js'
import type { Leftovers } from './ledger.js'

/** Parts of a ledger that say what the clean-up sends. */
type Listed = Pick<Leftovers, 'run' | 'objects' | 'settings'>

/**
 * Every request that a clean-up by this ledger may send, one line for each object, list and account, with what the ledger
 * says of the run.
 *
 * @example
 * console.log(cleanupRequests(readLedger('schedkit-conformance-sk1a2b3c.jsonl')).join('\n'))
 */
export function cleanupRequests({ run, objects, settings }: Listed): string[] {
  if (!run) return []
  const { nonce, owner, schedules, baseUrl, started } = run
  const lists = schedules.map(scheduleOf).flatMap(each => [each.bookings, each.resources, each.collaborators])
  return [
    `The run ${nonce} of ${owner} began at ${started} on ${baseUrl}. As ${owner}:`,
    `  GET ${me}`,
    ...objects.map(({ list, id }) => {
      const path = `${list}/${encodeURIComponent(id)}`
      const resource = list.endsWith('/bookings') ? '; GET of its resource' : ''
      return `  DELETE ${path}; GET ${path}; GET ${list}?${queryText({ ids: id })}${resource}`
    }),
    ...lists.map(
      list => `  GET ${list}; DELETE and GET ${list}/ID of each object with a name of the run, ${nonce}...`,
    ),
    ...settings.flatMap(({ account, before }) => [
      `As ${account}, if it is an account of the target:`,
      `  GET ${me}; PUT ${me} ${JSON.stringify(before)}`,
    ]),
  ]
}
