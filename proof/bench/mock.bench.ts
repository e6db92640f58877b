/**
 * The cost of a request to the mock with 10,000 bookings, through its handler alone and through `fetch` in Node, compared
 * with the same request to the service on SQLite without HTTP. Also the cost of a reset.
 *
 *     npm run build && node dist/proof/bench/mock.bench.js
 */
import { getResponse } from 'msw'
import { demo } from '../../fixtures/demo.js'
import { createPlainPasswords } from '../../mock/engine/authentication.js'
import { startMock } from '../../mock/node.js'
import { type Call, createService, parseSeed, type SeedInput } from '../../server/core/index.js'
import { openSqlStore } from '../../server/storage/index.js'
import { compare, median, note, print, printHeads } from './measure.js'

const baseUrl = 'https://api.example.test'
const now = Date.UTC(2026, 10, 23, 9)
const list = '/v1/schedules/one/bookings'
const authorization = `Basic ${btoa('ada@example.test:secret')}`

const large: SeedInput = {
  users: [{ email: 'ada@example.test', password: 'secret' }],
  schedules: [
    {
      id: 'one',
      owner: 'ada@example.test',
      resources: [{ name: 'Red' }, { name: 'Blue' }],
      bookings: Array.from({ length: 10_000 }, (_, index) => ({
        resource: index % 2 ? 'Red' : 'Blue',
        title: `Booking ${index}`,
        note,
        start: new Date(now + index * 600_000).toISOString(),
        end: new Date(now + index * 600_000 + 1_800_000).toISOString(),
      })),
    },
  ],
}

const mock = startMock({ baseUrl, seed: large, now })
await mock.ready
const store = await openSqlStore()
const defect = (error: unknown) => {
  throw error
}
const sql = createService(
  {
    store,
    clock: { now: () => now },
    ids: { user: () => 'user', schedule: () => 'schedule', secret: () => 'secret' },
    passwords: createPlainPasswords(),
    mailer: { send() {} },
    log: { defect },
  },
  { requestRateLimit: 1_000_000_000 },
)
await sql.loadSeed(parseSeed(large))
await mock.rateLimit(1_000_000_000)

async function compareRequests(
  name: string,
  { method = 'GET', target, body }: { method?: string; target: string; body?: string },
) {
  const options = { method, headers: { authorization }, ...(body !== undefined && { body }) }
  const call: Call = {
    method,
    target,
    origin: baseUrl,
    header: header => (header === 'authorization' ? authorization : undefined),
    body: new TextEncoder().encode(body),
  }
  const through = async (answer: Promise<Response | undefined>) => {
    const response = await answer
    if (response?.status !== 200) throw new Error(`${name}: ${response?.status} ${await response?.text()}`)
    await response.text()
  }
  await compare(
    name,
    300,
    () => sql.answer(call),
    () => through(fetch(baseUrl + target, options)),
    () => through(getResponse([...mock.handlers], new Request(baseUrl + target, options))),
  )
}

printHeads('At 10,000 bookings', 'SQLite', 'fetch', 'handler')
await compareRequests('read of one by id', { target: `${list}/5000` })
await compareRequests('list of 20', { target: list })
await compareRequests('list of 20 at offset 9,000', { target: `${list}?offset=9000` })
await compareRequests('list of 20 by ids', {
  target: `${list}?ids=${Array.from({ length: 20 }, (_, index) => index * 500 + 1)}`,
})
await compareRequests('change of one', { method: 'PUT', target: `${list}/5000`, body: '{"note":"changed"}' })
mock.close()
await store.close()

const small = startMock({ baseUrl, seed: demo({ now }), now, auth: 'as:mira@ribeira.example' })
await small.ready
const rooms = `${baseUrl}/v1/schedules/lisbon-studio/resources`
const write = async () => {
  await fetch(rooms, { method: 'POST', body: '{"name":"New"}' })
  await fetch(`${rooms}/1`, { method: 'PUT', body: '{"note":"changed"}' })
}
const counts = `${small.db.resource.count()} resources, ${small.db.booking.count()} bookings`
print(`\nReset of the demo (${counts})`)
async function timeReset(name: string, before: () => unknown) {
  const times: number[] = []
  for (let run = 0; run < 200; run++) {
    await before()
    const begin = performance.now()
    small.reset()
    times.push((performance.now() - begin) * 1000)
  }
  print(`${name.padEnd(46)}${median(times).toFixed(0).padStart(9)} us`)
}
await timeReset('after nothing', () => undefined)
await timeReset('after two writes', write)
await timeReset('after a deletion of all', () => small.db.user.deleteMany({ where: {} }))
small.close()
