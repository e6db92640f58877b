import { setTimeout as pass } from 'node:timers/promises'
import { basic } from '../requests/credentials.js'
import { Flaw } from './answer.js'
import { bytesOf, written } from './bytes.js'
import { type Connection, openConnection } from './connection.js'
import type { FuzzWorld } from './setup.js'

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered is looked at
type Json = any

/** Somebody who uses a schedule of their own, rightly, while others do what they will. */
export interface Witness {
  /** Goes on until it is told to stop; gives how many requests were served. @throws Flaw where one was not */
  use(isOver: () => boolean): Promise<number>
}

export function createWitness(port: number, { witness }: FuzzWorld): Witness {
  let connection: Connection | undefined
  let turn = 0
  let served = 0
  const authorization = basic(witness.email, witness.passwords[0] ?? '')
  const schedule = `/v1/schedules/${witness.schedule}`

  async function ask(status: number, method: string, target: string, members?: object): Promise<Json> {
    const body = members && Buffer.from(JSON.stringify(members))
    const sent = { method, target, headers: { authorization }, ...(body && { body }) }
    const talk = { pieces: [bytesOf(written(sent))], requests: [{ method }], ending: 'end' as const }
    for (;;) {
      connection = connection?.isOpen ? connection : openConnection(port)
      const { isUsed } = connection
      const { answers, late } = await connection.talk(talk)
      const [answer] = answers
      // A connection that was idle may be closed just then; on a new one this is a flaw.
      if (!answer && isUsed && !late) continue
      const told = answer ? `${answer.status} ${answer.body}` : 'nothing'
      if (answer?.status !== status) throw new Flaw(`The witness asked ${method} ${target}, and got ${told}`)
      served++
      return JSON.parse(String(answer.body))
    }
  }

  function same(what: string, found: unknown, wanted: unknown): void {
    if (JSON.stringify(found) === JSON.stringify(wanted)) return
    throw new Flaw(
      `The witness read ${what} as ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
    )
  }

  async function journey(): Promise<void> {
    turn++
    const name = `The witness's room ${turn}`
    const room = (await ask(201, 'POST', `${schedule}/resources`, { name })).data[0].id
    const times = { start: '2026-11-21 14:30', end: '2026-11-21 15:30' }
    const booking = { resource_id: room, title: 'Täglich 😀', ...times }
    const { id } = (await ask(201, 'POST', `${schedule}/bookings`, booking)).data[0]
    const read = (await ask(200, 'GET', `${schedule}/bookings/${id}`)).data
    same(
      'a booking',
      { resource_id: read.resource_id, title: read.title, start: read.start, end: read.end },
      booking,
    )
    await ask(200, 'PUT', `${schedule}/bookings/${id}`, { note: name })
    const list = await ask(200, 'GET', `${schedule}/resources/${room}/bookings?fields=id,note`)
    same('a list', list.data, [{ id, note: name }])
    await ask(422, 'POST', `${schedule}/resources`, { name: '' })
    await ask(200, 'DELETE', `${schedule}/resources/${room}`)
    await ask(404, 'GET', `${schedule}/bookings/${id}`)
    same('what is left', (await ask(200, 'GET', `${schedule}/bookings`)).pagination.total_count, 0)
  }

  return {
    async use(isOver) {
      served = 0
      while (!isOver()) {
        await journey()
        await pass(50)
      }
      connection?.destroy()
      connection = undefined
      return served
    },
  }
}
