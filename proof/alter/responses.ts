import type { Call, OperationId, Reply } from '../../server/core/index.js'
import { basicAuth, credentialsIn } from '../requests/credentials.js'
import { type Alter, all, type IncomingCall, type Middleware, stateful } from '../server/parts.js'
import { target } from '../server/people.js'
import { isOneOf, readsOf, type Which } from './operation-groups.js'

/*
 * Alterations of calls and responses. They see a call as it was sent, before the server parses it.
 */

/** A JSON object. */
export type Members = Record<string, unknown>

/** Adds middleware around operations, or around `everything`: it answers itself, or passes this call or a changed one on. */
export const intercept =
  (which: Which | 'everything', handle: Middleware): Alter =>
  parts => ({
    ...parts,
    middleware: [
      ...parts.middleware,
      (incoming, usual) =>
        which === 'everything' || isOneOf(which, incoming.operation?.id) ? handle(incoming, usual) : usual(),
    ],
  })

/** Replaces calls. */
export const callAs = (which: Which | 'everything', change: (incoming: IncomingCall) => Call): Alter =>
  intercept(which, (incoming, usual) => usual(change(incoming)))

/** Returns a call with another query. */
export function withQuery({ call }: IncomingCall, query: URLSearchParams): Call {
  const [path = ''] = call.target.split('?')
  return { ...call, target: query.size > 0 ? `${path}?${query}` : path }
}

/** Changes the path of calls. */
export const pathAs = (change: (path: string) => string): Alter =>
  callAs('everything', ({ call }) => {
    const [path = '', ...query] = call.target.split('?')
    return { ...call, target: [change(path), ...query].join('?') }
  })

/** Changes the query of calls. */
export const sentQueryAs = (
  which: Which | 'everything',
  change: (query: URLSearchParams, incoming: IncomingCall) => void,
): Alter =>
  callAs(which, incoming => {
    const usual = String(incoming.query)
    change(incoming.query, incoming)
    return String(incoming.query) === usual ? incoming.call : withQuery(incoming, incoming.query)
  })

/** Returns a call with other members in its body. */
export const withBody = ({ call }: IncomingCall, members: object): Call => ({
  ...call,
  body: new TextEncoder().encode(JSON.stringify(members)),
})

/** Returns a call with a header replaced, or removed. */
export const withHeader = ({ call }: IncomingCall, name: string, value: string | undefined): Call => ({
  ...call,
  header: asked => (asked === name ? value : call.header(asked)),
})

/** Replaces the body of calls. */
export const sentBodyAs = (which: Which, change: (body: Members) => Members): Alter =>
  callAs(which, incoming => {
    const { body, call } = incoming
    const changed = change(body)
    return JSON.stringify(changed) === JSON.stringify(body) ? call : withBody(incoming, changed)
  })

/** Replaces the Authorization header of calls. */
export const authorizationAs = (
  which: Which | 'everything',
  change: (sent: string | undefined) => string | undefined,
): Alter =>
  callAs(which, incoming =>
    withHeader(incoming, 'authorization', change(incoming.call.header('authorization'))),
  )

/** Changes the text in Basic credentials. */
export const credentialsAs = (change: (text: string) => string, encoding?: 'utf8' | 'latin1'): Alter =>
  authorizationAs('everything', sent =>
    sent?.startsWith('Basic ')
      ? `Basic ${Buffer.from(change(credentialsIn(sent, encoding))).toString('base64')}`
      : sent,
  )

export const asOwner = basicAuth(target.owner.email, target.owner.password)

/** Answers calls without credentials as if the owner had sent them. */
export const openToAll = (which: Which): Alter => authorizationAs(which, (sent = asOwner) => sent)

/** Changes responses. */
export const reply = (
  which: Which | 'everything',
  change: (usual: Reply, incoming: IncomingCall) => Partial<Reply>,
): Alter =>
  intercept(which, async (incoming, usual) => {
    const answer = await usual()
    return { ...answer, ...change(answer, incoming) }
  })

const parsed = ({ body }: Reply): Members | undefined => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Changes the JSON of successful responses. */
export const success = (
  which: Which | 'everything',
  change: (body: Members, incoming: IncomingCall) => unknown,
): Alter =>
  reply(which, (usual, incoming) => {
    const body = parsed(usual)
    return body?.success === true ? { body: JSON.stringify(change(body, incoming)) } : {}
  })

/** Changes `data` in successful responses. */
export const dataAs = <Data>(
  which: Which | 'everything',
  change: (data: Data, incoming: IncomingCall) => unknown,
): Alter => success(which, (body, incoming) => ({ ...body, data: change(body.data as Data, incoming) }))

/** Changes error responses. */
export const refusal = (...[which, change]: Parameters<typeof reply>): Alter =>
  reply(which, (usual, incoming) => (parsed(usual)?.success === false ? change(usual, incoming) : {}))

/**
 * Changes the objects of a kind in single reads and lists, or those of the named operations; members that `fields` omits
 * stay omitted.
 */
export const objects = (
  which: keyof typeof readsOf | Which,
  change: (object: Members, incoming: IncomingCall) => Members,
): Alter =>
  dataAs(isKind(which) ? readsOf[which] : which, (data: Members | Members[], incoming) => {
    const changed = (object: Members) => {
      const members = change(object, incoming)
      const added = Object.keys(members).filter(name => !(name in object))
      return incoming.query.has('fields') ? without(members, ...added) : members
    }
    return Array.isArray(data) ? data.map(changed) : changed(data)
  })

const isKind = (which: string | readonly string[]): which is keyof typeof readsOf =>
  typeof which === 'string' && which in readsOf

/** Stores a read-only member that is sent in a create. */
export const keptOfCreate = (create: OperationId, kind: keyof typeof readsOf, member: string): Alter =>
  stateful(() => {
    const kept = new Map<unknown, unknown>()
    return all(
      intercept(create, async ({ body }, usual) => {
        const answer = await usual()
        const [created] = (parsed(answer)?.data ?? []) as Members[]
        if (created && member in body) kept.set(Number(created.id), body[member])
        return answer
      }),
      objects(kind, object =>
        member in object && kept.has(object.id) ? { ...object, [member]: kept.get(object.id) } : object,
      ),
    )
  })

/** Replaces empty strings in an object with null. */
export const emptyAsNull = (object: Members): Members =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, value === '' ? null : value]))

type Created = Members & { id: number }

/** Changes the object in the responses to creates. */
export const created = (which: Which, change: (object: Created, incoming: IncomingCall) => Members): Alter =>
  dataAs(which, (data: Created[], incoming) => data.map(object => change(object, incoming)))

/** Changes members of the pagination of lists. */
export const pagination = (
  which: Which,
  change: (usual: Pagination, incoming: IncomingCall) => Members,
): Alter =>
  success(which, (body, incoming) => {
    const usual = body.pagination as Pagination
    return { ...body, pagination: { ...usual, ...change(usual, incoming) } }
  })

export interface Pagination {
  limit: number
  offset: number
  page_count: number
  total_count: number
  links: Record<string, string>
}

/** Changes the links of lists: `change` returns the URL, another text, or undefined to omit the link. */
export const links = (
  which: Which,
  change: (url: URL, name: string, usual: Pagination, incoming: IncomingCall) => URL | string | undefined,
): Alter =>
  pagination(which, (usual, incoming) => ({
    links: Object.fromEntries(
      Object.entries(usual.links).flatMap(([name, link]) => {
        const changed = change(new URL(link), name, usual, incoming)
        return changed === undefined ? [] : [[name, String(changed)]]
      }),
    ),
  }))

/** Sets a parameter of a link, or removes it. */
export function withParameter(url: URL, name: string, value: string | number | undefined): URL {
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, String(value))
  return url
}

/** Changes the offset of one link of lists, unless `offset` returns undefined. */
export const linkOffset = (
  which: Which,
  link: string,
  offset: (usual: Pagination) => number | undefined,
): Alter =>
  links(which, (url, name, usual) => {
    const changed = name === link ? offset(usual) : undefined
    return changed === undefined ? url : withParameter(url, 'offset', changed)
  })

/** The response to a successful update or deletion. */
export const done = { status: 200, body: '{"success":true}' }

const headers = { 'content-type': 'application/json' }

/** The same as a complete reply, for an operation that does nothing. */
export const answered: Reply = { ...done, headers }

/** A refusal without a reason. */
export const refused = (status: number): Reply => ({ status, headers, body: '{"success":false}' })

/** Reports success for objects that do not exist. */
export const succeedOnMissing = (which: Which): Alter =>
  refusal(which, ({ status }) => (status === 404 ? done : {}))

/** Changes some strings of an object. */
export const mapTexts = (
  members: Readonly<Members>,
  names: string | readonly string[],
  change: (text: string, name: string) => string,
): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      [names].flat().includes(name) && typeof value === 'string' ? change(value, name) : value,
    ]),
  )

/** Changes some strings of the objects in responses, as `objects` changes whole objects. */
export const objectTexts = (
  which: keyof typeof readsOf | Which,
  names: string | readonly string[],
  change: (text: string, name: string, object: Members) => string,
): Alter => objects(which, object => mapTexts(object, names, (text, name) => change(text, name, object)))

/** Omits members of an object. */
export const without = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** Refuses a body for its invalid members after writing others: by default, those that are valid. */
export const partialWrite = (
  which: Which,
  written = (body: Members, wrong: readonly string[]) => without(body, ...wrong),
): Alter =>
  intercept(which, async (incoming, usual) => {
    const answer = await usual()
    const { details = [] } = JSON.parse(answer.body).error ?? {}
    const wrong: string[] = details.map(({ path }: { path: string }) => path)
    if (wrong.length > 0) await usual(withBody(incoming, written(incoming.body, wrong)))
    return answer
  })
