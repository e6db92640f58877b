import type { Exchange } from '../http/exchange.js'
import type { Judging } from './judging.js'
import type { Listed } from './lists.js'
import { mayChangeList, mayTouch } from './writes.js'

/** The positions of the objects of one list, from its pages. */
interface Walk {
  readonly began: number
  readonly idAt: Map<number, string>
  readonly placeOf: Map<string, { place: number; by: Exchange; how: string }>
}

/** The lists whose pages are known. */
export type Walks = Map<string, Walk>

/** The maximum number of lists to keep: a check reads the pages of a list one after the other. */
const mostWalks = 40

/** A key that is equal if two requests ask for pages of the same list. */
function keyOf({ asked }: Judging): string {
  const { kind, schedule, resource, query } = asked
  const { given } = query
  const filters = ['ids', 'time_min', 'time_max'].map(name => given.getAll(name).join('&'))
  // A filter without a zone means a different time for each caller.
  return [kind, schedule, resource, ...filters, filters[1] || filters[2] ? asked.caller : ''].join('\n')
}

/** What the order of a list may depend on: the document does not say that it is the same for every limit (LIST-08). */
const howOf = ({ asked }: Judging) =>
  JSON.stringify(['limit', 'fields'].map(name => asked.query.given.get(name)))

/**
 * Judges a page against other pages of the same list, as long as nothing has changed it: every object has one position. The
 * order of a list is free.
 */
export function judgePlaces(judging: Judging, walks: Walks, listed: Listed): void {
  const { asked, exchange, writes, holds, began, things } = judging
  const { ids, distinct, offset, limit, scope, kind, items } = listed
  const { query } = asked
  const isOdd = [query.limit, query.offset, query.ids, query.from, query.until].includes('odd')
  if (!ids || offset === undefined || limit === undefined || isOdd || items.length === 0) return
  // A list that shows an object twice is wrong in itself, whatever the other pages showed.
  if (distinct.size < ids.length) return
  const key = keyOf(judging)
  const shown = ids.flatMap(id => things.find(kind, scope.schedule, id) ?? [])
  // Other people may change their objects.
  if (shown.length < ids.length && !scope.ids) return void walks.delete(key)
  let walk = walks.get(key)
  // This page may have been requested before the known ones and answered after them.
  const since = writes.since(Math.min(walk?.began ?? began, began), asked)
  if (since.some(write => mayChangeList(write, scope) || shown.some(thing => mayTouch(write, thing)))) {
    walks.delete(key)
    walk = undefined
    if (judging.others.some(write => mayChangeList(write, scope))) return
  }
  if (!walk) {
    walk = { began, idAt: new Map(), placeOf: new Map() }
    if (walks.size > mostWalks) walks.clear()
    walks.set(key, walk)
  }
  const { idAt, placeOf } = walk
  const how = howOf(judging)
  let place = offset - 1
  for (const id of ids) {
    place++
    const known = placeOf.get(id)
    const there = idAt.get(place)
    const isMoved = known !== undefined && known.place !== place
    const isOther = there !== undefined && there !== id
    const isTwice = isMoved && !isOther && known.how === how
    const earlier = isMoved ? known.by : there === undefined ? undefined : placeOf.get(there)?.by
    holds('LIST-07.answers', !isTwice, () => ({
      message: `${kind} ${id} is shown at offset ${place}, and was shown at ${known?.place} by another page of the same list`,
      expected: 'each object on one page',
      actual: id,
      earlier,
    }))
    holds('LIST-08.answers', isTwice || (!isMoved && !isOther), () => ({
      message:
        there === undefined
          ? `${kind} ${id} is shown at offset ${place}, and was shown at ${known?.place} by a page of another length`
          : `${kind} ${id} is shown at offset ${place}, where another page of the same list showed ${kind} ${there}`,
      expected: there,
      actual: id,
      earlier,
    }))
    // The next pages tell which of the two is wrong.
    if (isMoved || isOther) walks.delete(key)
    idAt.set(place, id)
    placeOf.set(id, { place, by: exchange, how })
  }
}
