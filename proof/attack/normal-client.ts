/*
 * A client with an account of its own, which an attack should not affect.
 */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { basicHeaders, sample } from '../processes/data.js'
import { exchange, type Sent } from '../processes/exchange.js'
import { type Counts, client, newcomers, normalAddress, type Seen, token } from './attack.js'

const period = 10
/** The maximum number of open requests: the client does not pile up requests while it waits for responses. */
const mostOpen = 20
const patience = 10_000

const bookings = '/v1/schedules/two/bookings'
const headers = basicHeaders(client)

const list: Sent = { method: 'GET', path: `${bookings}?limit=5`, headers }
const create: Sent = {
  method: 'POST',
  path: bookings,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ ...sample, resource_id: 3 }),
}
const health: Sent = {
  method: 'GET',
  path: '/_control/health',
  headers: { authorization: `Bearer ${token}` },
}

/** @throws {Error} if there is no response in time, or no success */
async function ask(url: string, agent: Agent | false, sent: Sent): Promise<void> {
  const signal = AbortSignal.timeout(patience)
  const { status } = await exchange(url, sent, { agent, localAddress: normalAddress, signal }).catch(
    error => {
      throw signal.aborted ? new Error('no response in time') : error
    },
  )
  if (status !== 200 && status !== 201) throw new Error(String(status))
}

function createRecord() {
  const seen = { times: [] as number[], reads: [] as number[], requests: 0, failures: {} as Counts }
  return {
    seen: seen satisfies Seen,
    async record(method: string, work: () => Promise<void>): Promise<void> {
      const begin = performance.now()
      seen.requests++
      try {
        await work()
      } catch (error) {
        const { message } = error as Error
        seen.failures[message] = (seen.failures[message] ?? 0) + 1
      }
      const took = performance.now() - begin
      seen.times.push(took)
      if (method === 'GET') seen.reads.push(took)
    },
  }
}

export interface NormalOptions {
  milliseconds: number
  /** Opens a connection for each request, and sends every fifth to the control interface. */
  opensConnections?: boolean
}

/** Sends a request every ten milliseconds, a tenth of them writes, and waits for all responses. */
export async function behaveNormally(
  url: string,
  { milliseconds, opensConnections = false }: NormalOptions,
): Promise<Seen> {
  const agent = opensConnections
    ? false
    : new Agent({ keepAlive: true, maxSockets: mostOpen, localAddress: normalAddress })
  const { seen, record } = createRecord()
  const open = new Set<Promise<void>>()
  const end = performance.now() + milliseconds
  for (let turn = 0; performance.now() < end; turn++) {
    if (open.size < mostOpen) {
      const asked = turn % 10 === 1 ? create : opensConnections && turn % 5 === 0 ? health : list
      const answered = record(asked.method, () => ask(url, agent, asked))
      open.add(answered)
      answered.finally(() => open.delete(answered))
    }
    await wait(period)
  }
  await Promise.all(open)
  if (agent) agent.destroy()
  return seen
}

/** Lets people log in for the first time, one after the other, at regular intervals. */
export async function logIn(url: string, people: number, milliseconds: number): Promise<Seen> {
  const { seen, record } = createRecord()
  const logins = newcomers.slice(0, people).map(async (email, index) => {
    await wait((milliseconds / people) * index)
    const me: Sent = { method: 'GET', path: '/v1/users/me', headers: basicHeaders(email) }
    await record('GET', () => ask(url, false, me))
  })
  await Promise.all(logins)
  return seen
}
