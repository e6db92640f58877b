import { refused, unchanged } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { JsonObject } from '../http/json.js'
import type { Collection } from './collections.js'

/** What follows an id in a path and turns it into no id: letters, notations of the same number, a line end, a wildcard. */
export const endings = ['abc', '.0', 'e0', '%0A', '%25']

/** GET, PUT and DELETE of an id with something behind it should be refused, and never reach the object itself. */
export const malformedIdCheck = (id: string, collection: Collection, change: JsonObject): Check =>
  check(
    id,
    `the id of a ${collection.kind} with something behind it, or with 2^32 added, leads to nothing`,
    async context => {
      const { owner } = context
      const { objects } = await collection.make(context, { count: 1 })
      const text = JSON.stringify(change)

      for (const made of objects) {
        // An id with 2^32 added is the same id to a server that keeps 32 bits of it.
        const beyond = made.path.replace(/\d+$/, id => `${BigInt(id) + 2n ** 32n}`)
        await owner.each([...endings.map(ending => `${made.path}${ending}`), beyond], async path => {
          refused(await owner.get(path))
          refused(await owner.send('PUT', path, { text }))
          refused(await owner.delete(path))
        })
        await unchanged(made)
      }
    },
  )
