import type { SentQuery } from './query.js'

/** The URL of a list request, which its links repeat. */
export interface ListUrl {
  /** Origin and path, without query. */
  base: string
  sent: SentQuery
}

export interface PageCounts {
  /** The maximum number of objects per page; 0 means all. */
  limit: number
  /** The number of objects before this page. */
  offset: number
  /** The number of objects in this page. */
  page_count: number
  /** The number of all matching objects. */
  total_count: number
}

/** The pagination object of section 2.5. */
export interface Pagination extends PageCounts {
  /** Full URLs with the query of the request; `next` only if there is another page. */
  links: {
    /** The first page. */
    first: string
    /** The last page; the first one if there is only one. */
    last: string
    /** The page after this one; absent on the last page. */
    next?: string
  }
}

/** The offset of the last page; 0 if there is only one. */
const lastOffset = ({ limit, total_count }: PageCounts) =>
  limit === 0 || total_count === 0 ? 0 : Math.floor((total_count - 1) / limit) * limit

/** The pagination object of section 2.5, with its links. */
export function paginate(page: PageCounts, { base, sent }: ListUrl): Pagination {
  let others = ''
  for (const [name, value] of sent) {
    if (name !== 'offset' && name !== 'limit') others += `${name}=${encoded(value)}&`
  }
  const linkTo = (offset: number) => `${base}?${others}offset=${offset}&limit=${page.limit}`
  const further = page.limit > 0 && page.offset + page.limit < page.total_count
  return {
    ...page,
    links: {
      first: linkTo(0),
      last: linkTo(lastOffset(page)),
      ...(further && { next: linkTo(page.offset + page.limit) }),
    },
  }
}

/** Percent-encodes a value, except commas and colons, which a query may contain. */
const encoded = (value: string) => encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')
