import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from '../processes/exchange.js'
import { basicAuth } from '../requests/credentials.js'
import { patience } from './connection.js'
import { Finding } from './response.js'
import type { FuzzSetup } from './setup.js'

// biome-ignore lint/suspicious/noExplicitAny: a parsed response, checked by its use
type Json = any

/**
 * A regular client with a schedule of its own, which the attack must not affect: it sends valid requests until the attack ends.
 *
 * @returns the number of answered requests
 * @throws Finding if a response is wrong
 */
export async function runCanary(port: number, { canary }: FuzzSetup, isOver: () => boolean): Promise<number> {
  let turn = 0
  let answered = 0
  const headers = { authorization: basicAuth(canary.email, canary.passwords[0] ?? '') }
  const schedule = `/v1/schedules/${canary.schedule}`

  async function expect(status: number, method: string, path: string, members?: object): Promise<Json> {
    const sent = { method, path, headers, ...(members && { body: JSON.stringify(members) }) }
    const signal = AbortSignal.timeout(patience)
    const answer = await exchange(`http://127.0.0.1:${port}`, sent, { signal }).catch(() => undefined)
    const got = answer ? `${answer.status} ${answer.text}` : 'nothing'
    if (answer?.status !== status) throw new Finding(`The canary sent ${method} ${path} and got ${got}`)
    answered++
    return JSON.parse(answer.text)
  }

  function same(what: string, actual: unknown, expected: unknown): void {
    if (JSON.stringify(actual) === JSON.stringify(expected)) return
    throw new Finding(
      `The canary read ${what} as ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
    )
  }

  async function useSchedule(): Promise<void> {
    turn++
    const name = `The canary's room ${turn}`
    const room = (await expect(201, 'POST', `${schedule}/resources`, { name })).data[0].id
    const times = { start: '2026-11-21 14:30', end: '2026-11-21 15:30' }
    const booking = { resource_id: room, title: 'Täglich 😀', ...times }
    const { id } = (await expect(201, 'POST', `${schedule}/bookings`, booking)).data[0]
    const { resource_id, title, start, end } = (await expect(200, 'GET', `${schedule}/bookings/${id}`)).data
    same('a booking', { resource_id, title, start, end }, booking)
    await expect(200, 'PUT', `${schedule}/bookings/${id}`, { note: name })
    const list = await expect(200, 'GET', `${schedule}/resources/${room}/bookings?fields=id,note`)
    same('a list', list.data, [{ id, note: name }])
    await expect(422, 'POST', `${schedule}/resources`, { name: '' })
    await expect(200, 'DELETE', `${schedule}/resources/${room}`)
    await expect(404, 'GET', `${schedule}/bookings/${id}`)
    const { pagination } = await expect(200, 'GET', `${schedule}/bookings`)
    same('the number of bookings left', pagination.total_count, 0)
  }

  while (!isOver()) {
    await useSchedule()
    await sleep(50)
  }
  return answered
}
