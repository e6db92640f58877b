import { setTimeout as sleep } from 'node:timers/promises'
import { basicAuth } from '../requests/credentials.js'
import { singleRequest } from './bytes.js'
import { type Connection, openConnection } from './connection.js'
import { Finding } from './response.js'
import type { FuzzSetup } from './setup.js'

// biome-ignore lint/suspicious/noExplicitAny: a parsed response, checked by its use
type Json = any

/** A regular client of a schedule of its own, which must not notice the attack. */
export function createCanary(port: number, { canary }: FuzzSetup) {
  let connection: Connection | undefined
  let turn = 0
  let answered = 0
  const headers = { authorization: basicAuth(canary.email, canary.passwords[0] ?? '') }
  const schedule = `/v1/schedules/${canary.schedule}`

  async function expect(status: number, method: string, target: string, members?: object): Promise<Json> {
    const body = members && Buffer.from(JSON.stringify(members))
    const request = { method, target, headers, ...(body && { body }) }
    for (;;) {
      connection = connection?.isOpen ? connection : openConnection(port)
      const { isUsed } = connection
      const { responses, isLate } = await connection.exchange(singleRequest('canary', request))
      const [response] = responses
      // The server may close an idle connection at any time, but not a new one.
      if (!response && isUsed && !isLate) continue
      const got = response ? `${response.status} ${response.body}` : 'nothing'
      if (response?.status !== status) throw new Finding(`The canary sent ${method} ${target} and got ${got}`)
      answered++
      return JSON.parse(String(response.body))
    }
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

  return {
    /** Sends valid requests until told to stop; returns how many. @throws Finding if a response is wrong */
    async run(isOver: () => boolean): Promise<number> {
      answered = 0
      while (!isOver()) {
        await useSchedule()
        await sleep(50)
      }
      connection?.destroy()
      connection = undefined
      return answered
    },
  }
}
