import type { Got } from '../requests/request.js'
import type { Twin } from './implementation.js'

const answer: Got = { status: 200, headers: {}, body: Buffer.from('{"success":true,"data":[{"id":1}]}') }

/** A twin that answers all alike, but for some requests, by their number. */
export function scriptedTwin(name: string, others: Readonly<Record<number, Partial<Got>>>): Twin {
  let number = 0
  return {
    name,
    hears: () => true,
    async send() {
      number++
      return { ...answer, ...others[number] }
    },
    steer: async () => 'done',
    accounts: async () => [],
    schedules: async () => [],
    outbox: async () => [],
    async close() {},
  }
}
