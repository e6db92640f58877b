import { membersOf, personMembers } from '../../conformance/catalogue/members.js'
import { type History, isObject, type Kind, kindOf, type Members, objectsIn, parsed } from './history.js'
import type { Answer } from './recording.js'

/** The ways to alter an answer. */
export const lieKinds = [
  'change',
  'drop',
  'null',
  'old',
  'other',
  'missing',
  'twice',
  'order',
  'count',
  'link',
  'success',
  'status',
  'header',
] as const
export type LieKind = (typeof lieKinds)[number]

/** A list may be in any order: exchanging two objects contradicts nothing unless another page shows them. */
export const isPromised = (kind: LieKind) => kind !== 'order'

/** One alteration of an answer. */
export interface Spot {
  readonly kind: LieKind
  /** For example `drop name of data[3]`. */
  readonly what: string
  readonly answer: () => Answer
}

/** Makes a spot of a change of a body. */
type MakeSpot = (kind: LieKind, what: string, change: (body: Members) => void) => Spot

interface Lied {
  readonly method: string
  readonly path: string
  readonly query: string
}

/** All alterations of an answer that make a difference. */
export function spotsOf({ method, path, query }: Lied, answer: Answer, history: History): readonly Spot[] {
  const body = parsed(answer.text)
  const spot = (kind: LieKind, what: string, change: (body: Members) => void): Spot => ({
    kind,
    what,
    answer() {
      const copy = structuredClone(body ?? {})
      change(copy)
      return { ...answer, text: JSON.stringify(copy) }
    },
  })
  const spots: Spot[] = [...outerSpots(answer, body)]
  if (!body) return spots
  spots.push(
    spot('success', `success ${!body.success}`, it => Object.assign(it, { success: !it.success })),
    spot('success', 'no success', it => Reflect.deleteProperty(it, 'success')),
  )
  if (body.success !== true) return spots
  if (Array.isArray(body.data)) spots.push(...(method === 'POST' ? [] : listSpots(body.data, spot)))
  const kind = kindOf(path)
  for (const [index, object] of objectsIn(body).entries()) {
    const where = Array.isArray(body.data) ? `data[${index}]` : 'data'
    const inObject = (change: (object: Members) => void) => (it: Members) =>
      change(objectsIn(it)[index] as Members)
    spots.push(
      ...memberSpots({ kind, object, where, history }, (lie, what, change) =>
        spot(lie, what, inObject(change)),
      ),
    )
  }
  const isOfAll = new URLSearchParams(query).get('limit') === '0'
  if (isObject(body.pagination)) spots.push(...paginationSpots(body.pagination, isOfAll, spot))
  return spots
}

function outerSpots(answer: Answer, body: Members | undefined): Spot[] {
  const other = answer.status < 300 ? [404, 500] : [200, 500]
  const { 'content-type': _, ...headers } = answer.headers
  return [
    ...(body ? other : []).map(
      (status): Spot => ({ kind: 'status', what: `status ${status}`, answer: () => ({ ...answer, status }) }),
    ),
    { kind: 'header', what: 'no Content-Type', answer: () => ({ ...answer, headers }) },
    {
      kind: 'header',
      what: 'Content-Type text/html',
      answer: () => ({ ...answer, headers: { ...headers, 'content-type': 'text/html' } }),
    },
  ]
}

function listSpots(data: readonly unknown[], spot: MakeSpot): Spot[] {
  const change = (act: (data: unknown[]) => void) => (body: Members) => act(body.data as unknown[])
  return data.flatMap((_, index) => [
    spot(
      'missing',
      `no data[${index}]`,
      change(it => it.splice(index, 1)),
    ),
    spot(
      'twice',
      `data[${index}] twice`,
      change(it => it.splice(index, 0, it[index])),
    ),
    ...(index > 0
      ? [
          spot(
            'twice',
            `data[${index}] in the place of the one before`,
            change(it => it.splice(index - 1, 1, it[index])),
          ),
          spot(
            'order',
            `data[${index}] before the one before`,
            change(it => it.splice(index - 1, 2, it[index], it[index - 1])),
          ),
        ]
      : []),
  ])
}

interface Shown {
  readonly kind: Kind
  readonly object: Members
  readonly where: string
  readonly history: History
}

function memberSpots({ kind, object, where, history }: Shown, spot: MakeSpot): Spot[] {
  return Object.keys(membersOf[kind])
    .filter(member => object[member] !== undefined)
    .flatMap(member => {
      const value = object[member]
      const what = `${member} of ${where}`
      const set = (to: unknown) => (it: Members) => void Object.assign(it, { [member]: to })
      const isNew = (other: unknown) => !isEqual(member, other, value)
      const old = history.of(kind, object.id, member).findLast(isNew)
      const others = history.all(kind, member).filter(isNew)
      const changed = isObject(value) ? changedPerson(value) : changedValue(member, value)
      return [
        spot('change', `change ${what}`, set(changed)),
        spot('drop', `drop ${what}`, it => Reflect.deleteProperty(it, member)),
        spot('null', `null for ${what}`, set(null)),
        ...(old === undefined ? [] : [spot('old', `old ${what}`, set(old))]),
        ...(others.length === 0 ? [] : [spot('other', `${what} of another one`, set(others.at(-1)))]),
      ]
    })
}

/** Booleans of an account may be shown as 1 and 0. */
const isEqual = (member: string, one: unknown, other: unknown) =>
  member === 'profile_completed'
    ? Boolean(one) === Boolean(other)
    : JSON.stringify(one)?.toLowerCase() === JSON.stringify(other)?.toLowerCase()

const changedPerson = (user: Members) => ({ ...user, [personMembers[1]]: `${user[personMembers[1]]}x` })

const words: Readonly<Record<string, readonly string[]>> = {
  user_role: ['editor', 'viewer'],
  language_tag: ['en', 'de'],
  date_format: ['Y-m-d', 'd.m.Y'],
  time_format: ['H:i', 'h:i A'],
  first_day_of_week: ['monday', 'sunday'],
  timezone: ['UTC', 'Asia/Tokyo'],
}

/** Another value that the member may have. */
function changedValue(member: string, value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (member === 'profile_completed') return value ? 0 : 1
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const word = words[member]?.find(each => each !== text)
  if (word !== undefined) return word
  if (member.startsWith('color_')) return text.toUpperCase() === '#123456' ? '#654321' : '#123456'
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
    ? Date.parse(/Z$/.test(text) ? text : `${text}Z`)
    : Number.NaN
  if (Number.isNaN(time)) return member === 'link' ? 'https://example.com/another' : `${text}x`
  const later = new Date(time + 3_600_000).toISOString()
  return text.includes(' ') ? later.slice(0, 16).replace('T', ' ') : later.replace('.000Z', 'Z')
}

/**
 * The possible alterations of a pagination. Two are not lies, because the document leaves the value open: the limit that a list
 * of all objects shows, and the offset of the last page, as long as it reaches the last object.
 */
function paginationSpots(pagination: Members, isOfAll: boolean, spot: MakeSpot): Spot[] {
  const change = (act: (pagination: Members) => void) => (body: Members) => act(body.pagination as Members)
  const names = ['limit', 'offset', 'page_count', 'total_count', 'links'].filter(name => name in pagination)
  const counts = names.flatMap(name => [
    ...(name === 'links'
      ? []
      : [
          spot(
            'count',
            `${name} one more`,
            change(it => Object.assign(it, { [name]: Number(it[name]) + 1 })),
          ),
        ]),
    spot(
      'count',
      `no ${name}`,
      change(it => Reflect.deleteProperty(it, name)),
    ),
    spot(
      'count',
      `null for ${name}`,
      change(it => Object.assign(it, { [name]: null })),
    ),
  ])
  const links = isObject(pagination.links) ? pagination.links : {}
  const isOpen = ({ what }: Spot) =>
    (isOfAll && what === 'limit one more') ||
    (what === 'link last with another offset' && reachesEnd(moved(links.last, 'offset', 1), pagination))
  const onLinks = (act: (links: Members) => void) => change(it => act(it.links as Members))
  return [
    ...counts,
    ...Object.entries(links).flatMap(([name, link]) => [
      spot(
        'link',
        `no link ${name}`,
        onLinks(it => Reflect.deleteProperty(it, name)),
      ),
      ...['offset', 'limit', ...new URL(String(link)).searchParams.keys()].flatMap(parameter => [
        spot(
          'link',
          `link ${name} without ${parameter}`,
          onLinks(it => Object.assign(it, { [name]: moved(link, parameter, undefined) })),
        ),
        spot(
          'link',
          `link ${name} with another ${parameter}`,
          onLinks(it => Object.assign(it, { [name]: moved(link, parameter, 1) })),
        ),
      ]),
      spot(
        'link',
        `link ${name} without a host`,
        onLinks(it => Object.assign(it, { [name]: String(link).replace(/^https?:\/\/[^/]*/, '') })),
      ),
    ]),
    ...('next' in links
      ? []
      : [
          spot(
            'link',
            'a link next',
            onLinks(it => Object.assign(it, { next: moved(links.first, 'offset', 20) })),
          ),
        ]),
  ].filter(spot => !isOpen(spot))
}

/** Whether the page of a link includes the last object of a list. */
function reachesEnd(link: string, { total_count }: Members): boolean {
  const { searchParams } = new URL(link)
  const offset = Number(searchParams.get('offset'))
  return offset < Number(total_count) && offset + Number(searchParams.get('limit')) >= Number(total_count)
}

function moved(link: unknown, parameter: string, by: number | undefined): string {
  const url = new URL(String(link))
  const value = url.searchParams.get(parameter)
  if (by === undefined) url.searchParams.delete(parameter)
  else url.searchParams.set(parameter, /^\d+$/.test(value ?? '') ? String(Number(value) + by) : `${value},x`)
  return url.href
}
