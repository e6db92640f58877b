import { holds } from '../../check/assertions.js'
import type { CheckOptions } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { meaningOf, partsOfLink } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { Blocked } from '../../session/outcomes.js'
import { bookings, type Collection, resourceBookings } from '../collections.js'
import { type Listed, march, pageOf, readList, twentyFive } from './listed.js'

export type LinkName = 'first' | 'last' | 'next'

/** A parsed link of a list. */
export interface Link {
  readonly name: LinkName
  readonly text: string
  /** From `/v1/schedules/` on; the service may have a path prefix before it. */
  readonly path: string
  /** As written in the link, without the question mark. */
  readonly query: string
  readonly parameters: URLSearchParams
  readonly reply: Reply
}

/** Returns `pagination.links` unchanged; empty if it is not an object. */
export function linksOf({ pagination }: Reply) {
  return isObject(pagination) && isObject(pagination.links) ? pagination.links : {}
}

/** Whether there is a link to another page; null counts as absent. */
export const hasNext = (reply: Reply) => (linksOf(reply).next ?? null) !== null

/** Returns a link that must be there. Blocked if it is missing, or not the full URL of a list. */
export function link(reply: Reply, name: LinkName): Link {
  const text = linksOf(reply)[name]
  if (typeof text !== 'string') {
    throw new Blocked(name === 'next' ? 'LIST-13' : 'LIST-12', {
      message: `the list has no link "${name}" where it must have one`,
      expected: 'a string, a full URL',
      actual: reply.pagination,
      replies: [reply],
    })
  }
  const parts = partsOfLink(text)
  if (parts) return { name, text, ...parts, parameters: new URLSearchParams(parts.query), reply }
  throw new Blocked('LIST-14', {
    message: `the link "${name}" is not the full URL of a list`,
    expected: 'scheme, host and a path with /v1/schedules/',
    actual: text,
    replies: [reply],
  })
}

/** Returns the links first and last, and next if it is there. */
export function linksPresent(reply: Reply): readonly Link[] {
  const names: readonly LinkName[] = hasNext(reply) ? ['first', 'last', 'next'] : ['first', 'last']
  return names.map(name => link(reply, name))
}

/** Reads the page that a link leads to. */
export async function followLink(as: Actor, to: Link): Promise<Listed> {
  return pageOf(await as.get(to.path, to.query), `the page that the link "${to.name}" leads to`)
}

/** Returns every page from the given one on, by the links; at most `most` pages. */
export async function pagesFrom(as: Actor, first: Listed, most: number): Promise<readonly Listed[]> {
  const pages = [first]
  for (let page = first; hasNext(page.reply); ) {
    holds(pages.length < most, `following the link "next" from ${first.what} never ends`, {
      expected: `${most} pages at most`,
      actual: pages.map(({ ids }) => ids),
      replies: pages.map(({ reply }) => reply),
    })
    page = await followLink(as, link(page.reply, 'next'))
    pages.push(page)
  }
  return pages
}

/** Asserts that the links are full URLs (as `linksPresent` verifies), with the path of the list. */
export function areFullUrls({ what, reply }: Listed): void {
  const { path } = reply.exchange.request
  for (const { name, text, path: leadsTo } of linksPresent(reply)) {
    holds(unescaped(leadsTo) === unescaped(path), `the link "${name}" of ${what} leads to another list`, {
      expected: path,
      actual: text,
      replies: [reply],
    })
  }
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Asserts that the links of a page carry offset and limit, each as one whole number. */
export function carryNumbers({ reply, what }: Listed): void {
  for (const { name, text, parameters } of linksPresent(reply)) {
    for (const parameter of ['offset', 'limit']) {
      const values = [...new Set(parameters.getAll(parameter))]
      const isNumber = values.length === 1 && /^\d{1,15}$/.test(values[0] ?? '')
      holds(isNumber, `the link "${name}" of ${what} must carry ${parameter} as one whole number`, {
        expected: `${parameter}=, 0 or more`,
        actual: text,
        replies: [reply],
      })
    }
  }
}

/** Asserts that a link carries a parameter as it was sent: lists as sets of values, times as the same instant. */
export function carries({ name, text, parameters, reply }: Link, parameter: string, sent: string): void {
  const values = parameters.getAll(parameter)
  holds(values.length > 0, `the link "${name}" does not carry ${parameter}, which was sent`, {
    expected: `${parameter}=${sent}`,
    actual: text,
    replies: [reply],
  })
  const agrees = values.every(value => meaningOf(parameter, value) === meaningOf(parameter, sent))
  holds(agrees, `the link "${name}" carries a different ${parameter} than was sent`, {
    expected: sent,
    actual: values.join(' and '),
    replies: [reply],
  })
}

/**
 * The options for reading a list without objects: the bookings of a new resource; bookings that a filter excludes; all
 * resources and collaborators of the spare schedule, deleted.
 */
export function emptyOptions({ key }: Collection): CheckOptions {
  if (key === 'resource-bookings') return { danger: 'own' }
  if (key === 'bookings') return { danger: 'own', needs: ['25 objects'] }
  return { danger: 'wipe', needs: ['spare schedule'] }
}

/** The response to reading a list without objects; the same for all checks. */
export const emptyList = (context: Context, collection: Collection): Promise<Listed> =>
  context.once(`a list of no ${collection.words}`, async () => {
    const page = await readEmpty(context, collection)
    if (page.items.length === 0) return page
    throw new Blocked(collection.timed ? 'FILT-01' : 'BULK-05', {
      message: `${page.what} must be empty, but is not`,
      expected: [],
      actual: page.items,
      replies: [page.reply],
    })
  })

async function readEmpty(context: Context, collection: Collection): Promise<Listed> {
  const { owner, shared } = context
  if (collection === resourceBookings) {
    const resource = await shared.resource()
    return pageOf(await owner.get(resource.bookings), 'the list of the bookings of a new resource')
  }
  if (collection === bookings) {
    return readList(owner, await twentyFive(context, bookings), { time_min: march(24 * 365) })
  }
  const { spare } = context
  if (collection.kind === 'resource') await owner.delete(spare.bookings, { all: 1 })
  const path = collection.kind === 'resource' ? spare.resources : spare.collaborators
  await owner.delete(path, { all: 1 })
  return pageOf(await owner.get(path), `the list of the ${collection.words} of an emptied schedule`)
}
