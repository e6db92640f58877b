/*
 * What both Fastify peers share: the columns of a booking, the schemas of bodies, queries and responses, and the hash of a
 * password. Each stores data and caches logins in its own way.
 */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Row = Record<string, unknown>
interface Request {
  method: string
  headers: { authorization?: string }
  params: { schedule: string; id: number }
  query: { offset: number; limit: number; time_min?: string; time_max?: string }
  body: Row
}
interface Reply {
  code(status: number): Reply
}
interface App {
  addHook(name: string, hook: (request: Request) => Promise<void>): void
  get(path: string, options: object, handler: (request: Request) => unknown): void
  post(path: string, options: object, handler: (request: Request, reply: Reply) => unknown): void
  listen(options: object): Promise<string>
}

const texts = ['title', 'color_fg', 'color_bk', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const times = ['start', 'end', 'start_utc', 'end_utc', 'updated_at', 'created_at']
const flags = ['all_day_display', 'text_bold']
export const columns = ['schedule_id', 'resource_id', ...times, ...texts, ...flags]
export const quoted = columns.map(name => `"${name}"`).join()

/** The SQL definitions of the columns after the id. */
export const columnTypes = (text: string, flag: string): string =>
  [...[...times, ...texts].map(name => `"${name}" ${text}`), ...flags.map(name => `${name} ${flag}`)].join()

/** Treats all local times as UTC. */
const instant = (local: string) => `${local.slice(0, 10)}T${local.slice(11, 16)}:00Z`

const defaults = Object.fromEntries(texts.map(name => [name, '']))

/** @param flag converts a boolean for the database */
export function complete(schedule_id: string, body: Row, flag: (value: unknown) => unknown): Row {
  const now = new Date().toISOString()
  return {
    ...defaults,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    ...body,
    schedule_id,
    start_utc: instant(String(body.start)),
    end_utc: instant(String(body.end)),
    updated_at: now,
    created_at: now,
    ...Object.fromEntries(flags.map(name => [name, flag(body[name])])),
  }
}

/** The accounts of a seed file with the hashes of their passwords, and the bookings of its first schedule. */
export function readSeed(file: string, flag: (value: unknown) => unknown) {
  const { users, schedules } = JSON.parse(readFileSync(file, 'utf8'))
  const [{ id, owner, collaborators = [], bookings }] = schedules
  const members = (collaborators as Row[]).map(({ email, user_role }) => [email, user_role] as const)
  return {
    schedule: String(id),
    members: [[owner, 'owner'] as const, ...members],
    users: (users as Row[]).map(({ email, password }) => [email, hashPassword(String(password))] as const),
    bookings: (bookings as Row[]).map(({ resource, ...booking }) =>
      complete(id, { ...booking, resource_id: resource === 'Red' ? 1 : 2 }, flag),
    ),
  }
}

const hashPassword = (password: string) => scryptSync(password, 'salt', 32)
export const isRight = (password: string, hash: Buffer) => timingSafeEqual(hashPassword(password), hash)

/** The address and the password of Basic credentials. */
export const readCredentials = (authorization: string): string[] =>
  Buffer.from(authorization.slice(6), 'base64').toString().split(':')

const string = { type: 'string' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const object = (properties: object) => ({ type: 'object', properties })
const of = (names: readonly string[], type: object) => Object.fromEntries(names.map(name => [name, type]))
const booking = object({
  ...{ id: integer, schedule_id: string, resource_id: integer },
  ...of([...times, ...texts], string),
  ...of(flags, boolean),
})
const one = object({ success: boolean, data: booking })
const created = object({ success: boolean, data: { type: 'array', items: object({ id: integer }) } })
const body = {
  ...object({ resource_id: integer, ...of(['start', 'end', ...texts], string), ...of(flags, boolean) }),
  required: ['resource_id', 'title', 'start', 'end'],
  additionalProperties: false,
}
const links = object(of(['first', 'last', 'next', 'previous'], string))
const totals = of(['limit', 'offset', 'page_count', 'total_count'], integer)
const many = object({
  success: boolean,
  data: { type: 'array', items: booking },
  pagination: object({ ...totals, links }),
})
const querystring = object({
  offset: { ...integer, default: 0 },
  limit: { ...integer, default: 20 },
  ...of(['time_min', 'time_max'], string),
})

/** A page of a list, with links to others. */
export function toPage(
  { params: { schedule }, query: { offset, limit } }: Request,
  data: Row[],
  total: number,
) {
  const url = (start: number) =>
    `http://localhost/v1/schedules/${schedule}/bookings?offset=${start}&limit=${limit}`
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  return {
    success: true,
    data,
    pagination: {
      ...{ limit, offset, page_count: data.length, total_count: total },
      links: { first: url(0), last: url(last), next: url(offset + limit) },
    },
  }
}

interface Answers {
  mayEnter(authorization: string, request: Request): boolean | Promise<boolean>
  read(request: Request): unknown
  list(request: Request): unknown
  create(request: Request): unknown
}

export const load = (packages: string) => createRequire(join(packages, 'package.json'))

/** Serves the bookings on a free port, and prints its URL. */
export async function serve(packages: string, { mayEnter, read, list, create }: Answers): Promise<void> {
  const app: App = load(packages)('fastify')()
  const path = '/v1/schedules/:schedule/bookings'
  app.addHook('onRequest', async request => {
    const { authorization = '' } = request.headers
    if (!(await mayEnter(authorization, request)))
      throw Object.assign(new Error('Log in'), { statusCode: 401 })
  })
  const params = object({ schedule: string, id: integer })
  app.get(`${path}/:id`, { schema: { params, response: { 200: one } } }, read)
  app.get(path, { schema: { querystring, response: { 200: many } } }, list)
  app.post(path, { schema: { body, response: { 201: created } } }, (request, reply) => {
    reply.code(201)
    return create(request)
  })
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
}
