import {
  type Account,
  forgetId,
  type Memory,
  type Noun,
  noteIds,
  noteObject,
} from '../requests/known-state.js'
import type { Got, Sent } from '../requests/request.js'

const place =
  /^\/v1\/schedules\/([^/?]+)\/(?:resources\/\d+\/)?(resources|bookings|collaborators)(?:\/(\d+))?(?:\?|$)/

/** Draws from an answer what later requests can be made of. */
export function learn(
  memory: Memory,
  { send, by, got }: { send: Sent; by?: Account | undefined; got: Got },
): void {
  const { method, target } = send
  if (by) learnOfCaller(memory, by, send, got)
  if (got.status < 200 || got.status > 299 || method === 'HEAD' || method === 'OPTIONS') return
  const answer = JSON.parse(String(got.body).startsWith('{') ? String(got.body) : '{}')
  const [, escaped = '', noun = '', id] = place.exec(target) ?? []
  if (noun === '') {
    if (method === 'GET' && target === '/v1/users/me') noteObject(memory, 'me', answer.data)
    return
  }
  const schedule = decodeURIComponent(escaped)
  const what = noun as Noun
  if (method === 'POST') noteIds(memory, schedule, what, [Number(answer.data[0].id)])
  if (method === 'POST' && what === 'collaborators') noteGuest(memory, schedule, memberOf(send.body, 'email'))
  if (method === 'DELETE' && id !== undefined) forgetId(memory, schedule, what, Number(id))
  if (method !== 'GET') return
  const objects: Record<string, unknown>[] = [answer.data].flat()
  const whole = objects.filter(({ id }) => typeof id === 'number')
  noteIds(
    memory,
    schedule,
    what,
    whole.slice(0, 20).map(({ id }) => id as number),
  )
  for (const object of whole.slice(0, 2)) noteObject(memory, what, object)
}

/** Keeps credentials right: a new password counts from the next request on. */
function learnOfCaller(memory: Memory, by: Account, { method, target, body }: Sent, { status }: Got): void {
  if (target === '/v1/users/me?me=1' && method === 'DELETE' && status === 200) {
    memory.accounts = memory.accounts.filter(account => account !== by)
    memory.gone = [...memory.gone, by].slice(-5)
    const left = memory.schedules.filter(({ owner }) => owner !== by.id)
    // One that is no more is better than none.
    if (left.length > 0) memory.schedules = left
  }
  if (target !== '/v1/users/me' || method !== 'PUT' || !body) return
  const password = memberOf(body, 'new_password')
  if (password === undefined) return
  if (status === 200) by.passwords = [password]
  else if (memory.troubled && !by.passwords.includes(password)) by.passwords.push(password)
}

function noteGuest({ schedules }: Memory, id: string, email: string | undefined): void {
  if (email !== undefined) schedules.find(schedule => schedule.id === id)?.guests.push(email)
}

/** A text in the body of a request. */
function memberOf(body: Uint8Array | undefined, name: string): string | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body))[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
