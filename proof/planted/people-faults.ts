import { deletedOf, type Fault, idOf, isOf, singleOf } from './plant.js'

/** While there are other collaborators, who was an editor and is added again is one at once, whatever is said. */
export const rememberedRoles = (): Fault => {
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

/** After two changes the password before the last but one works again. */
export const risenPassword = (): Fault => {
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

/** An editor who was made a viewer goes on writing in bulk, until the next time he reads anything. */
export const staleEditor = (): Fault => {
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
export const openDoor = (): Fault => {
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

/** Two users who choose their language one after the other, with no read in between, both get the second one's. */
export const sharedLanguage = (): Fault => {
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
