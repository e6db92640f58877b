import { type Actor, Blocked, isObject, type Reply } from '../../runner/index.js'
import { type Listed, pageOf } from './sample.js'

/** A link of a list, taken apart. */
export interface Link {
  readonly name: LinkName
  readonly text: string
  readonly scheme: string
  /** From `/v1/schedules/` on; a path prefix of the service may or may not stand before it. */
  readonly path: string
  /** As it stands in the link, without the question mark. */
  readonly query: string
  readonly parameters: URLSearchParams
  readonly reply: Reply
}

export type LinkName = 'first' | 'last' | 'next'

/** What a text says as a link of a list; undefined where it is no full URL of a list of the service. */
export function parseLink(name: LinkName, text: string, reply: Reply): Link | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, pathname, search, searchParams } = new URL(text)
  const from = pathname.lastIndexOf('/v1/schedules/')
  if (from < 0 || !/^https?:$/.test(protocol)) return undefined
  return {
    name,
    text,
    scheme: protocol.slice(0, -1),
    path: pathname.slice(from),
    query: search.slice(1),
    parameters: searchParams,
    reply,
  }
}

/** `pagination.links` as it is; empty where it is no object. */
export function linksOf({ pagination }: Reply) {
  return isObject(pagination) && isObject(pagination.links) ? pagination.links : {}
}

/** Whether there is a further page, by the link: null counts as none. */
export const hasNext = (reply: Reply) => (linksOf(reply).next ?? null) !== null

const presence = { first: 'LIST-12', last: 'LIST-12', next: 'LIST-13' } as const

/** A link that has to be there. Blocked where it isn't, or is none. */
export function link(reply: Reply, name: LinkName): Link {
  const text = linksOf(reply)[name]
  if (typeof text !== 'string') {
    throw new Blocked(presence[name], {
      message: `the list has no link "${name}" where it must have one`,
      expected: 'a string, a full URL',
      actual: reply.pagination,
      replies: [reply],
    })
  }
  const parsed = parseLink(name, text, reply)
  if (parsed) return parsed
  throw new Blocked('LIST-14', {
    message: `the link "${name}" is not the full URL of a list`,
    expected: 'scheme, host and a path with /v1/schedules/',
    actual: text,
    replies: [reply],
  })
}

/** The links that are there, of first, last and next. */
export function linksPresent(reply: Reply): readonly Link[] {
  const further = hasNext(reply) ? (['next'] as const) : []
  return (['first', 'last', ...further] as const).map(name => link(reply, name))
}

/**
 * Reads the page that a link leads to. The request goes to the target whatever host the link has, for the host may be
 * that of a proxy, and credentials are for the target alone.
 */
export async function followed(as: Actor, to: Link): Promise<Listed> {
  return pageOf(await as.get(to.path, to.query), `the page that the link "${to.name}" leads to`)
}
