import { membersOf, personMembers } from '../../conformance/catalogue/members.js'
import { type History, isObject, type Kind, kindOf, type Members, objectsIn, parsed } from './history.js'
import { paginationSpots } from './pagination-spots.js'
import type { Answer } from './recording.js'
import type { LieKind, MakeSpot, Spot } from './spot.js'

interface Lied {
  readonly method: string
  readonly path: string
  readonly query: string
}

/** Every alteration of an answer that makes it another one. */
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
