import type { Actor } from '../runner/context.js'
import { Violation } from '../runner/outcomes.js'
import { type Listed, type Page, pageOf } from './listing.js'
import type { World } from './world.js'

/** Follows `next` to the end: from the offset on, each object stands on one page, and on one only. */
export async function followPages(
  world: World,
  {
    actor,
    first,
    matching,
    isWhole,
    limit,
    offset,
    shelf,
  }: Listed & { readonly actor: Actor; readonly first: Page },
): Promise<void> {
  if (!isWhole || shelf.isLoose || limit === 0 || offset >= Math.max(1, matching.length)) return
  const seen = first.items.map(({ id }) => Number(id))
  let { next } = first
  for (let turn = 0; next !== undefined && turn <= matching.length; turn++) {
    const reply = await actor.follow(next).catch(error => {
      throw error instanceof Violation ? world.differ('LIST-14', error.finding) : error
    })
    const page = reply.ok ? pageOf(world, reply) : undefined
    if (!page) {
      world.differ('LIST-17', {
        message: `the next page of a list can not be read: ${next}`,
        actual: reply.body ?? reply.text,
        replies: [reply],
      })
      return
    }
    seen.push(...page.items.map(({ id }) => Number(id)))
    next = page.next
  }
  const expected = matching.length - offset
  const isPartition = new Set(seen).size === seen.length && seen.length === expected && next === undefined
  const isOurs = seen.every(id => matching.some(thing => thing.id === id))
  if (isPartition && isOurs) return
  world.differ('LIST-17', {
    message: `the pages of a list, followed by their links to the end, must show each object once`,
    expected: { objects: expected, of: matching.map(({ id }) => id) },
    actual: seen,
    replies: [],
  })
}
