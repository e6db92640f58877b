import { accepted, holds, now, same } from '../../runner/assertions.js'
import { type Check, check } from '../../runner/check.js'
import type { Actor } from '../../runner/context.js'
import type { Json } from '../../runner/json.js'

/** The ids of the resources of a list that have a name. */
export const namesakes = async (owner: Actor, list: string, name: string): Promise<Json[]> =>
  (await owner.all(list)).filter(resource => resource.name === name).map(({ id }) => id ?? null)

/**
 * How often requests are sent at the same time: one burst misses a real race about once in five times, so that five of them
 * miss it less than once in a thousand runs. The first burst is also the one that opens the connections.
 */
const bursts = 5

/** Names that several requests want at the same time. */
export const concurrentNameChecks: readonly Check[] = [
  check('UNIQ-13', 'at most one of ten concurrent creates with one name is accepted', async context => {
    const { owner, schedule, name, warn } = context
    for (let burst = 1; burst <= bursts; burst++) {
      const wanted = name()
      const bodies = Array.from({ length: 10 }, (_, index) => ({
        name: wanted,
        description: `Number ${index}`,
      }))

      const replies = await Promise.all(bodies.map(body => owner.post(schedule.resources, body)))

      const taken = replies.filter(({ ok }) => ok)
      holds(taken.length <= 1, `${taken.length} of 10 creates with the name ${wanted} were accepted`, {
        expected: 'one at most',
        actual: taken.map(({ data }) => data),
        replies: taken,
      })
      const found = await namesakes(owner, schedule.resources, wanted)
      const what = `the number of resources named ${wanted} after ${taken.length} creates`
      same(found.length, taken.length, what)
      if (taken.length === 0) {
        warn(`none of 10 creates with the free name ${wanted} was accepted, as all came at once`, ...replies)
        accepted(await owner.post(schedule.resources, { name: wanted }), 'one more, alone')
        return
      }
    }
  }),

  check('UNIQ-14', 'at most one of five concurrent renames to one name is accepted', async context => {
    const { owner, given, name, warn } = context
    const resources = await given.resources(5)
    const names = new Map(resources.map(made => [made.id, made.name]))
    for (let burst = 1; burst <= bursts; burst++) {
      const wanted = name()

      const replies = await Promise.all(resources.map(({ path }) => owner.put(path, { name: wanted })))

      const renamed = resources.filter((_, index) => replies[index]?.ok)
      const taken = replies.filter(({ ok }) => ok)
      holds(taken.length <= 1, `${taken.length} of 5 renames to ${wanted} were accepted`, {
        expected: 'one at most',
        actual: renamed.map(({ id }) => id),
        replies: taken,
      })
      for (const { id } of renamed) names.set(id, wanted)
      const read: Record<string, Json> = {}
      for (const made of resources) read[made.id] = (await now(made)).name ?? null
      same(read, Object.fromEntries(names), `the names of the five, of which ${taken.length} was renamed,`)
      if (taken.length === 0) {
        warn(`none of 5 renames to the free name ${wanted} was accepted, as all came at once`, ...replies)
        return
      }
    }
  }),
]
