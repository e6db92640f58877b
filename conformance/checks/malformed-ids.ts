import { refused, unchanged } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { JsonObject } from '../http/json.js'
import type { Collection } from './collections.js'

/** Suffixes that make an id in a path invalid: letters, notations of the same number, a line end, a wildcard. */
export const endings = ['abc', '.0', 'e0', '%0A', '%25']

/** Requests with a malformed id should be refused, and must never reach an object. */
export const malformedIdCheck = (id: string, collection: Collection, change: JsonObject): Check =>
  check(
    id,
    `the id of a ${collection.kind} with something behind it, or with 2^32 added, and "constructor" match nothing`,
    async context => {
      const { owner } = context
      const { objects } = await collection.make(context, { count: 1 })
      const text = JSON.stringify(change)

      for (const made of objects) {
        const requestsTo = async (path: string) => {
          refused(await owner.get(path))
          return [await owner.send('PUT', path, { text }), await owner.delete(path)]
        }
        await owner.each(endings, async ending => {
          for (const reply of await requestsTo(`${made.path}${ending}`)) refused(reply)
        })
        // Truncated to 32 bits, this is the same id. A request with it may also be accepted without an effect.
        await requestsTo(made.path.replace(/\d+$/, id => `${BigInt(id) + 2n ** 32n}`))
        // Too large for a 64-bit integer.
        refused(await owner.get(made.path.replace(/\d+$/, '9'.repeat(20))))
        // A lookup by name in JavaScript finds what every object inherits.
        refused(await owner.get(made.path.replace(/\d+$/, 'constructor')))
        await unchanged(made)
      }
    },
  )
