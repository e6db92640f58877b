import { hasZone } from '../check/instants.js'
import { isObject, type Json } from '../http/json.js'
import { meaningOf } from '../http/paths.js'
import type { Judging } from './judging.js'
import { type Expected, exactLimit, type Listed } from './lists.js'
import { mayChangeList } from './writes.js'

/** Judges the pagination of a list: by itself, against the request, and against what the run knows. */
export function judgePagination(judging: Judging, listed: Listed, expected: Expected | undefined): void {
  const { holds } = judging
  const { pagination, items, offset, limit } = listed
  for (const name of ['limit', 'offset', 'page_count', 'total_count'] as const) {
    holds('LIST-09.answers', Number.isInteger(pagination[name]), () => ({
      message: `${name} of the pagination of a list must be of type integer`,
      expected: 'integer',
      actual: pagination[name] ?? `no member ${name}`,
    }))
  }
  holds('LIST-09.answers', isObject(pagination.links), () => ({
    message: 'links of the pagination of a list must be of type object',
    expected: 'object',
    actual: pagination.links ?? 'no member links',
  }))
  holds('LIST-10.answers', pagination.page_count === items.length, () => ({
    message: `page_count should be the number of objects in the page`,
    expected: items.length,
    actual: pagination.page_count,
  }))
  if (offset === undefined || limit === undefined) return
  judgeEcho(judging, listed, { offset, limit })
  // Most targets count the objects and read the page separately: a write in between changes the list.
  const isSteady = !judging.others.some(write => mayChangeList(write, listed.scope))
  if (isSteady) judgeTotal(judging, listed, { offset, limit, expected })
  if (isObject(pagination.links)) judgeLinks(judging, listed, { offset, isSteady })
}

/** limit and offset in the pagination must be those of the request, or the defaults. */
function judgeEcho(
  { holds }: Judging,
  { pagination, items }: Listed,
  { offset, limit }: { offset: number; limit: number },
): void {
  holds('LIST-09.values', pagination.offset === offset, () => ({
    message: 'offset in the pagination should be the one that was sent, or 0',
    expected: offset,
    actual: pagination.offset,
  }))
  const shown = Number(pagination.limit)
  // "All" may be shown as any limit, and a target may have an upper bound.
  const isRight =
    limit === 0
      ? shown === 0 || shown >= items.length
      : shown === limit || (limit > exactLimit && shown < limit && shown >= items.length)
  holds('LIST-09.values', isRight, () => ({
    message: 'limit in the pagination should be the one that was sent, or 20',
    expected: limit,
    actual: pagination.limit,
  }))
}

function judgeTotal(
  { holds }: Judging,
  { pagination, items }: Listed,
  { offset, limit, expected }: { offset: number; limit: number; expected: Expected | undefined },
): void {
  const total = pagination.total_count
  if (typeof total !== 'number') return
  const end = offset + items.length
  // A target with an upper bound may return fewer than requested.
  const isLast = limit === 0 || (items.length < limit && (limit <= exactLimit || items.length < 20))
  const isKnown = isLast && (items.length > 0 || offset === 0)
  holds('LIST-11.answers', isKnown ? total === end : items.length === 0 || total >= end, () => ({
    message: `total_count is ${total}, and the page that begins at ${offset} has ${items.length} objects`,
    expected: isKnown ? end : `${end} or more`,
    actual: total,
  }))
  if (!expected) return
  const count = expected.there.length
  holds('LIST-11.answers', expected.isAll ? total === count : total >= count, () => ({
    message: `total_count is ${total}, but ${count} objects that are known to exist match`,
    expected: expected.isAll ? count : `${count} or more`,
    actual: total,
    earlier: expected.there.at(-1)?.by,
  }))
}

interface Link {
  readonly name: string
  readonly url: URL
  readonly offset: number
  readonly limit: number
}

const filters = ['ids', 'fields', 'time_min', 'time_max']

/**
 * Whether a list has no empty part, no blank and no duplicates. The meaning of other lists is up to the target, which may
 * write them into links as it understands them.
 */
function isPlain(list = ''): boolean {
  const parts = list.split(',')
  return new Set(parts).size === parts.length && parts.every(part => part !== '' && part === part.trim())
}

/**
 * Whether a link has a parameter with the same meaning as the sent one. A time without a zone may get the zone in which it
 * is read.
 */
function carries({ searchParams }: URL, parameter: string, sent = ''): boolean {
  const shown = searchParams.get(parameter)
  if (shown === null) return false
  const isOpen = parameter.startsWith('time_') && !hasZone(sent)
  return isOpen || meaningOf(parameter, shown) === meaningOf(parameter, sent)
}

const isCount = (text: string | null) => text !== null && /^\d+$/.test(text)

const urlOf = (value: Json) => (typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined)

/** Parses a link and judges its form. */
function linkOf({ holds, asked, base }: Judging, name: string, value: Json): Link | undefined {
  const url = urlOf(value)
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname.includes('/v1/')
  holds('LIST-14.answers', isWeb, () => ({
    message: `the link ${name} of a list must be a full URL`,
    expected: 'a URL with scheme and host',
    actual: value,
  }))
  if (!url || !isWeb) return undefined
  // The address of a proxy is a separate matter.
  if (url.protocol === base.protocol && url.hostname === base.hostname)
    holds('LIST-14.port', url.port === base.port, () => ({
      message: `the link ${name} of a list should have the port of the service`,
      expected: base.host,
      actual: value,
    }))
  const offset = url.searchParams.get('offset')
  const limit = url.searchParams.get('limit')
  holds('LIST-15.answers', isCount(offset) && isCount(limit), () => ({
    message: `the link ${name} of a list must carry offset and limit as integers`,
    expected: 'offset=... and limit=...',
    actual: value,
  }))
  const { given } = asked.query
  const lost = filters.find(parameter => {
    const sent = given.getAll(parameter)
    return sent.length === 1 && isPlain(sent[0]) && !carries(url, parameter, sent[0])
  })
  holds('LIST-16.answers', lost === undefined, () => ({
    message: `the link ${name} of a list must carry ${lost}, which was sent`,
    expected: given.get(lost ?? ''),
    actual: url.searchParams.get(lost ?? '') ?? value,
  }))
  return { name, url, offset: Number(offset), limit: Number(limit) }
}

function judgeLinks(
  judging: Judging,
  { pagination, items, limit }: Listed,
  { offset, isSteady }: { offset: number; isSteady: boolean },
): void {
  const { holds } = judging
  const links = isObject(pagination.links) ? pagination.links : {}
  const total = Number(pagination.total_count)
  const found = new Map<string, Link | undefined>()
  for (const name of ['first', 'last', 'next'] as const) {
    const value = links[name]
    const isThere = value !== undefined && value !== null
    if (name === 'next') {
      const isFurther = offset + items.length < total && items.length > 0
      // Whether a page past the end has a next one is left to the checks about that.
      if (isSteady && (items.length > 0 || isThere))
        holds('LIST-13.answers', isThere === isFurther, () => ({
          message: `the page at offset ${offset} with ${items.length} of ${total} objects ${isThere ? 'has' : 'lacks'} the link next`,
          expected: isFurther ? 'a link next' : 'no link next',
          actual: value ?? 'no link next',
        }))
    } else {
      holds('LIST-12.answers', isThere, () => ({
        message: `a list must have the link ${name}`,
        expected: `a link ${name}`,
        actual: value ?? `no link ${name}`,
      }))
    }
    if (isThere) found.set(name, linkOf(judging, name, value))
  }
  judgeTargets(judging, found, { end: offset + items.length, total, limit: limit ?? 0 })
}

/** Whether a link leads to a page with the final object, at whatever offset; for an empty list, to its beginning. */
const leadsToTheEnd = ({ offset, limit }: Link, total: number): boolean =>
  total === 0 ? offset === 0 : offset < total && (limit === 0 || offset + limit >= total)

/** Judges where the links lead. */
function judgeTargets(
  { holds, asked }: Judging,
  found: ReadonlyMap<string, Link | undefined>,
  { end, total, limit }: { end: number; total: number; limit: number },
): void {
  const first = found.get('first')
  const last = found.get('last')
  const next = found.get('next')
  if (next)
    holds('LIST-17.answers', next.offset === end, () => ({
      message: `the link next must lead to the object after the page, at offset ${end}`,
      expected: end,
      actual: next.offset,
    }))
  if (first)
    holds('LIST-18.answers', first.offset === 0, () => ({
      message: 'the link first should have offset 0',
      expected: 0,
      actual: first.offset,
    }))
  if (last && total >= end)
    holds('LIST-19.answers', leadsToTheEnd(last, total), () => ({
      message: `the link last should lead to a page with the last of ${total} objects`,
      expected: `an offset below ${total}, and no object after the page`,
      actual: last.url.search,
    }))
  // "All" may be shown as any limit, and a target may have an upper bound: all links must then agree.
  const isOpen = limit === 0 || limit > exactLimit
  const due = isOpen ? first?.limit : limit
  if (due === undefined) return
  const odd = [first, last, next].find(link => link && link.limit !== due)
  const why = isOpen ? ', as the link first' : asked.query.limit === undefined ? ', the default' : ''
  holds('LIST-20.answers', odd === undefined, () => ({
    message: `the link ${odd?.name} should have limit ${due}${why}`,
    expected: due,
    actual: odd?.limit,
  }))
}
