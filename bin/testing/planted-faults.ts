/*
 * Faults that show after a story only: a server that is right, and in front of it somebody who remembers what was done and
 * alters an answer, or does a little more or less than was asked for.
 */

export type Fetch = typeof globalThis.fetch

interface Call {
  readonly method: string
  /** From `/v1` on. */
  readonly path: string
  readonly query: URLSearchParams
  readonly email: string
  readonly body: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly success?: boolean
  readonly data?: unknown
  readonly pagination?: Record<string, unknown>
}

/** What a fault can do. */
interface Doing {
  readonly call: Call
  /** Passes the request on, once, as it is or with another header. */
  pass(authorization?: string): Promise<Answer>
  /** Sends a request of its own, as whoever the header is of. */
  send(method: string, path: string, authorization: string, body?: object): Promise<Answer>
  readonly authorization: string
}

/** Answers what goes out in place of the answer; nothing where that is as it came. */
type Fault = (doing: Doing) => Promise<Answer | undefined>

/** What is no object is none of its business. */
function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const refusal: Answer = { success: false }

/** Puts a fault in front of a server. `owner` is who may do everything. */
export function plant(fault: () => Fault, fetch: Fetch = globalThis.fetch): Fetch {
  const act = fault()
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const given = (init.headers ?? {}) as Record<string, string>
    const authorization = given.authorization ?? ''
    const email =
      Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')[0] ?? ''
    let last: { status: number; text: string } | undefined
    const carry = async (to: URL | string, method: string, header: string, body?: string) => {
      const answer = await fetch(`${to}`, {
        method,
        headers: { ...given, authorization: header },
        ...(body && { body }),
      })
      const text = await answer.text()
      return { status: answer.status, text }
    }
    const altered = await act({
      call: {
        method: init.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        email,
        body: parsed(String(init.body ?? '{}')) as Record<string, unknown>,
      },
      authorization,
      async pass(header = authorization) {
        last ??= await carry(url, init.method ?? 'GET', header, init.body as string | undefined)
        return parsed(last.text)
      },
      async send(method, path, header, body) {
        return parsed((await carry(new URL(path, url), method, header, body && JSON.stringify(body))).text)
      },
    })
    last ??= altered
      ? { status: 200, text: '' }
      : await carry(url, init.method ?? 'GET', authorization, init.body as string)
    const text = altered ? JSON.stringify(altered) : last.text
    const status = altered ? (altered.success ? 200 : 400) : last.status
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
}

const idOf = ({ data }: Answer) => Number((data as { id: unknown }[] | undefined)?.[0]?.id)
const isOf = (list: string, { path }: Call) => path.endsWith(`/${list}`)
const singleOf = (list: string, { path }: Call) =>
  new RegExp(`^(/v1/schedules/[^/]+)/${list}/(\\d+)$`).exec(path)

/** Which of the known paths a request deletes, alone or in bulk. */
function deletedOf({ method, path, query }: Call, known: Iterable<string>): string[] {
  if (method !== 'DELETE') return []
  const ids = query.get('ids')?.split(',')
  return [...known].filter(
    each =>
      each === path ||
      (each.startsWith(`${path}/`) &&
        (ids?.includes(each.slice(path.length + 1)) ?? query.get('all') === '1')),
  )
}

/** The name that a resource leaves with its third rename is never free again. */
const reservedNames = (): Fault => {
  const names = new Map<string, { name: string; renames: number }>()
  const reserved = new Set<unknown>()
  return async ({ call, pass }) => {
    const { method, body, path } = call
    const single = singleOf('resources', call)
    if ((method === 'POST' || method === 'PUT') && reserved.has(body.name)) return refusal
    const answer = await pass()
    if (!answer.success || typeof body.name !== 'string') return undefined
    if (method === 'POST' && isOf('resources', call)) {
      names.set(`${path}/${idOf(answer)}`, { name: body.name, renames: 0 })
    }
    const known = single && names.get(path)
    if (method === 'PUT' && known && known.name !== body.name) {
      if (++known.renames >= 3) reserved.add(known.name)
      known.name = body.name
    }
    return undefined
  }
}

/** While there are other collaborators, who was an editor and is added again is one at once, whatever is said. */
const rememberedRoles = (): Fault => {
  const members = new Map<string, { email: string; role: string }>()
  const removed = new Map<string, string>()
  return async ({ call, pass, send, authorization }) => {
    const { method, body, path } = call
    const answer = await pass()
    if (!answer.success) return undefined
    const single = singleOf('collaborators', call)
    if (method === 'POST' && isOf('collaborators', call)) {
      const email = String(body.email)
      const place = `${path}/${idOf(answer)}`
      const before = removed.get(`${path}/${email}`)
      if (before === 'editor') await send('PUT', place, authorization, { user_role: before })
      members.set(place, { email, role: before ?? String(body.user_role ?? 'viewer') })
    }
    const member = single && members.get(path)
    if (method === 'PUT' && member) member.role = String(body.user_role)
    for (const place of deletedOf(call, members.keys())) {
      const { email, role } = members.get(place) ?? {}
      removed.set(`${place.replace(/\/\d+$/, '')}/${email}`, String(role))
      members.delete(place)
    }
    // Nobody is left: it forgets.
    if (method === 'DELETE' && members.size === 0) removed.clear()
    return undefined
  }
}

/** Times without a zone in a bulk update are taken in the zone that the user had before, but for UTC. */
const staleZone = (): Fault => {
  const zones = new Map<string, { now: string; before?: string }>()
  return async ({ call, pass, send, authorization }) => {
    const { method, body, email, path } = call
    const zone = zones.get(email)
    const isBulk = method === 'PUT' && isOf('bookings', call)
    const isZoneless = [body.start, body.end].some(time => time !== undefined && !/Z|\+/.test(String(time)))
    if (isBulk && isZoneless && zone?.before) {
      await send('PUT', '/v1/users/me', authorization, { timezone: zone.before })
      await pass()
      await send('PUT', '/v1/users/me', authorization, { timezone: zone.now })
      return undefined
    }
    const answer = await pass()
    if (method === 'PUT' && path === '/v1/users/me' && answer.success && typeof body.timezone === 'string') {
      zones.set(email, { now: body.timezone, ...(zone && body.timezone !== 'UTC' && { before: zone.now }) })
    }
    return undefined
  }
}

/** A booking that was moved and then deleted is still counted where it was first. */
const countedTwice = (): Fault => {
  const homes = new Map<string, { first: number; now: number }>()
  const ghosts = new Map<string, number>()
  return async ({ call, pass }) => {
    const { method, body, path } = call
    const answer = await pass()
    if (!answer.success) return undefined
    const single = singleOf('bookings', call)
    if (method === 'POST' && isOf('bookings', call)) {
      const resource = Number(body.resource_id)
      homes.set(`${path}/${idOf(answer)}`, { first: resource, now: resource })
    }
    const home = single && homes.get(path)
    if (method === 'PUT' && home && body.resource_id !== undefined) home.now = Number(body.resource_id)
    if (method === 'DELETE' && home && home.now !== home.first) {
      const list = `${single[1]}/resources/${home.first}/bookings`
      ghosts.set(list, (ghosts.get(list) ?? 0) + 1)
    }
    const more = method === 'GET' ? ghosts.get(path) : undefined
    if (more === undefined || !answer.pagination) return undefined
    const total_count = Number(answer.pagination.total_count) + more
    return { ...answer, pagination: { ...answer.pagination, total_count } }
  }
}

/** After two changes the password before the last but one works again. */
const risenPassword = (): Fault => {
  const passwords = new Map<string, string[]>()
  return async ({ call, pass, authorization }) => {
    const { method, body, email, path } = call
    const known = passwords.get(email) ?? [authorization]
    passwords.set(email, known)
    const isRisen = known.length > 2 && authorization === known.at(-3)
    const answer = await pass(isRisen ? known.at(-1) : authorization)
    if (
      method === 'PUT' &&
      path === '/v1/users/me' &&
      answer.success &&
      typeof body.new_password === 'string'
    ) {
      known.push(`Basic ${btoa(`${email}:${body.new_password}`)}`)
      // Back to the first one: it forgets.
      if (known.at(-1) === known[0]) known.length = 1
    }
    return undefined
  }
}

/** With a resource go the bookings that it ever had, those too that were moved away. */
const lostBookings = (): Fault => {
  const homes = new Map<string, { first: number }>()
  return async ({ call, pass, send, authorization }) => {
    const { method, body, path } = call
    const answer = await pass()
    if (!answer.success) return undefined
    if (method === 'POST' && isOf('bookings', call)) {
      homes.set(`${path}/${idOf(answer)}`, { first: Number(body.resource_id) })
    }
    const single = singleOf('resources', call)
    if (method !== 'DELETE' || !single) return undefined
    for (const [booking, { first }] of homes) {
      if (first === Number(single[2]) && booking.startsWith(`${single[1]}/`))
        await send('DELETE', booking, authorization)
    }
    return undefined
  }
}

/** An editor who was made a viewer goes on writing in bulk, until the next time he reads anything. */
const staleEditor = (): Fault => {
  const members = new Map<string, { email: string; role: string }>()
  const stale = new Map<string, string>()
  return async ({ call, pass, authorization }) => {
    const { method, body, path, email } = call
    const schedule = /^\/v1\/schedules\/[^/]+/.exec(path)?.[0]
    const isBulk = method === 'PUT' && (isOf('bookings', call) || isOf('resources', call))
    const right = isBulk ? stale.get(`${schedule}/${email}`) : undefined
    const answer = await pass(right)
    if (method === 'GET')
      for (const key of [...stale.keys()]) if (key.endsWith(`/${email}`)) stale.delete(key)
    if (!answer.success) return undefined
    if (method === 'POST' && isOf('collaborators', call)) {
      const role = String(body.user_role ?? 'viewer')
      members.set(`${path}/${idOf(answer)}`, { email: String(body.email), role })
    }
    const single = singleOf('collaborators', call)
    const member = single && members.get(path)
    if (method === 'PUT' && member) {
      if (member.role === 'editor' && body.user_role === 'viewer')
        stale.set(`${schedule}/${member.email}`, authorization)
      member.role = String(body.user_role)
    }
    return undefined
  }
}

/** Who left, while others stayed, is let in again as soon as somebody else is added. */
const openDoor = (): Fault => {
  const members = new Map<string, string>()
  const left = new Set<string>()
  const open = new Map<string, string>()
  return async ({ call, pass, authorization }) => {
    const { method, body, path, email } = call
    const schedule = /^\/v1\/schedules\/[^/]+/.exec(path)?.[0]
    const answer = await pass(method === 'GET' ? open.get(`${schedule}/${email}`) : undefined)
    if (!answer.success) return undefined
    if (method === 'POST' && isOf('collaborators', call)) {
      members.set(`${path}/${idOf(answer)}`, String(body.email))
      for (const key of left) if (key.startsWith(`${schedule}/`)) open.set(key, authorization)
      open.delete(`${schedule}/${body.email}`)
      left.delete(`${schedule}/${body.email}`)
    }
    for (const place of deletedOf(call, members.keys())) {
      if (place === path && members.get(place) === email) left.add(`${schedule}/${email}`)
      members.delete(place)
    }
    // Nobody is left: it forgets.
    if (method === 'DELETE' && members.size === 0) for (const keys of [left, open]) keys.clear()
    return undefined
  }
}

/** A booking that was moved loses its note with the next update of something else. */
const forgottenNote = (): Fault => {
  const moved = new Set<string>()
  return async ({ call, pass, send, authorization }) => {
    const { method, body, path } = call
    const answer = await pass()
    const isSingle = singleOf('bookings', call) !== null
    if (!answer.success || method !== 'PUT' || !isSingle) return undefined
    if (moved.has(path) && body.note === undefined) await send('PUT', path, authorization, { note: '' })
    if (body.resource_id !== undefined) moved.add(path)
    return undefined
  }
}

/** Two users who choose their language one after the other, with no read in between, both get the second one's. */
const sharedLanguage = (): Fault => {
  let last: { email: string; header: string } | undefined
  return async ({ call, pass, send, authorization }) => {
    const { method, body, path, email } = call
    const answer = await pass()
    if (method === 'GET') last = undefined
    if (method !== 'PUT' || path !== '/v1/users/me' || !answer.success) return undefined
    const { language_tag } = body
    if (last && last.email !== email && language_tag !== undefined) {
      await send('PUT', path, last.header, { language_tag })
    }
    last = language_tag === undefined ? undefined : { email, header: authorization }
    return undefined
  }
}

/** An object that took over the name of a deleted one gets its note too. */
const inheritedNote = (): Fault => {
  const notes = new Map<string, { name: unknown; note: unknown }>()
  const legacies = new Map<unknown, unknown>()
  return async ({ call, pass, send, authorization }) => {
    const { method, body, path } = call
    const answer = await pass()
    if (!answer.success) return undefined
    if (method === 'POST' && isOf('resources', call)) {
      const place = `${path}/${idOf(answer)}`
      notes.set(place, { name: body.name, note: body.note ?? '' })
      if (legacies.has(body.name)) await send('PUT', place, authorization, { note: legacies.get(body.name) })
    }
    const known = notes.get(path)
    if (method === 'PUT' && known) Object.assign(known, body)
    if (method === 'DELETE' && known && known.note !== '') legacies.set(known.name, known.note)
    return undefined
  }
}

export const plantedFaults = {
  reservedNames,
  rememberedRoles,
  staleZone,
  countedTwice,
  risenPassword,
  lostBookings,
  staleEditor,
  openDoor,
  forgottenNote,
  sharedLanguage,
  inheritedNote,
}
