import { refused, unchanged } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { JsonObject } from '../http/json.js'
import type { Collection } from './collections.js'

/** What follows an id in a path and turns it into no id: letters, notations of the same number, a line end, a wildcard. */
export const endings = ['abc', '.0', 'e0', '%0A', '%25']

/** Requests with a malformed id should be refused, and never reach an object. */
export const malformedIdCheck = (id: string, collection: Collection, change: JsonObject): Check =>
  check(
    id,
    `the id of a ${collection.kind} with something behind it, or with 2^32 added, and "constructor" lead to nothing`,
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
        // To a server that keeps 32 bits of an id, this is the same one. To others, it may be done without an effect.
        await requestsTo(made.path.replace(/\d+$/, id => `${BigInt(id) + 2n ** 32n}`))
        // No integer of 64 bits.
        refused(await owner.get(made.path.replace(/\d+$/, '9'.repeat(20))))
        // A look-up by name in JavaScript finds what every object inherits.
        refused(await owner.get(made.path.replace(/\d+$/, 'constructor')))
        await unchanged(made)
      }
    },
  )
