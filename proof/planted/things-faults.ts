import { type Fault, idOf, isOf, refusal, singleOf } from './plant.js'

/** The name that a resource leaves with its third rename is never free again. */
export const reservedNames = (): Fault => {
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

/** Times without a zone in a bulk update are taken in the zone that the user had before, but for UTC. */
export const staleZone = (): Fault => {
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
export const countedTwice = (): Fault => {
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

/** With a resource go the bookings that it ever had, those too that were moved away. */
export const lostBookings = (): Fault => {
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

/** A booking that was moved loses its note with the next update of something else. */
export const forgottenNote = (): Fault => {
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

/** An object that took over the name of a deleted one gets its note too. */
export const inheritedNote = (): Fault => {
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
