import { HttpError } from './http-error.js'
import { makes } from './mistake.js'

/** Keeps only the members that the query parameter fields names, if it is present. */
export function project(object, { fields }) {
  if (fields === undefined) return object
  const names = String(fields).split(',')
  if (makes('projection-deletes')) {
    for (const name of Object.keys(object)) if (!names.includes(name)) delete object[name]
    return object
  }
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}

/** The items that the query parameter ids lists; all of them without it. */
export function select(items, { ids }) {
  if (ids === undefined) return items
  const texts = String(ids).split(',')
  if (!texts.every(text => /^\d+$/.test(text))) throw new HttpError(400, 'ids must be integers')
  const wanted = texts.map(makes('map-parse-int') ? Number.parseInt : Number)
  return items.filter(({ id }) => wanted.includes(id))
}

/** The items that a bulk DELETE is about. */
export function selectForDelete(items, query) {
  if (query.ids === undefined && query.all !== '1') throw new HttpError(400, 'all=1 or ids is required')
  return select(items, query)
}

/** @throws {HttpError} if there is no such item */
export function find(items, id) {
  const wanted = makes('parse-int-id') ? Number.parseInt(id, 10) : /^[1-9]\d*$/.test(id) && Number(id)
  const item = items.find(item => item.id === wanted)
  if (!item) throw new HttpError(404, `There is no ${id}`)
  return item
}

function count(query, name, initial) {
  const value = query[name] ?? initial
  if (!/^\d+$/.test(value)) throw new HttpError(400, `${name} must be an integer of 0 or more`)
  return Number(value)
}

/** Sends the page of the items that limit and offset select. */
export function sendList(req, res, all, show = item => item) {
  const limit = count(req.query, 'limit', 20)
  const offset = count(req.query, 'offset', 0)
  const items = select(all, req.query)
  const page = items.slice(offset, limit === 0 ? undefined : offset + limit)
  const linkTo = start => {
    const path = makes('path-in-links') ? req.path : req.originalUrl
    const url = new URL(path, `${req.protocol}://${req.get('Host')}`)
    url.searchParams.set('limit', limit)
    url.searchParams.set('offset', start)
    return url.href
  }
  const pages = limit === 0 ? 1 : Math.max(Math.ceil(items.length / limit), 1)
  const links = { first: linkTo(0), last: linkTo((pages - 1) * limit) }
  if (limit > 0 && offset + limit < items.length) {
    links.next = linkTo((makes('plus-joins-text') ? (req.query.offset ?? 0) : offset) + limit)
  }
  res.json({
    success: true,
    data: page.map(item => project(show(item), req.query)),
    pagination: { limit, offset, page_count: page.length, total_count: items.length, links },
  })
}
