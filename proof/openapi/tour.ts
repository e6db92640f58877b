import { type OperationId, operations } from '../../server/core/index.js'
import { codesOf } from '../../server/core/openapi/responses.js'
import type { Exchange } from '../../server/testing/documented/index.js'
import { withFrozenTime } from '../requests/frozen-time.js'
import { exchange, type TourRequest } from './client.js'
import { ordinaryRequest, owner } from './ordinary.js'
import { refusedRequest } from './refused.js'
import { control, now, stages, startDemo } from './stages.js'

/** A response with which an operation answered: `createBooking 201`, or `createBooking 422 invalid` for a refusal. */
export type Visits = Map<string, Exchange>

/** The id of the link target. */
const link = 'activateEmail'

/** Has every operation answer with every status and code that the document declares for it. */
export const tour = (): Promise<Visits> => withFrozenTime(now, takeTour)

async function takeTour(): Promise<Visits> {
  const visits: Visits = new Map()
  const visit = async (operation: string, url: string, request: TourRequest) => {
    const seen = await exchange(url, request)
    const code = seen.status < 400 ? undefined : JSON.parse(seen.body).error.code
    visits.set([operation, seen.status, code].filter(Boolean).join(' '), seen)
  }
  await visitOperations(visit)
  await visitLink(visit)
  await visitStages(visit)
  return visits
}

type Visit = (operation: string, url: string, request: TourRequest) => Promise<void>

async function visitOperations(visit: Visit): Promise<void> {
  const server = await startDemo()
  for (const operation of operations) {
    const id = operation.id as OperationId
    for (const code of codesOf(operation)) {
      const refused = refusedRequest(id, code)
      if (refused) await visit(id, server.url, refused)
    }
    await visit(id, server.url, ordinaryRequest(id))
    if (operation.method === 'GET') continue
    await server.reset()
    server.clock.freeze()
  }
  await visit('any', server.url, { method: 'GET', target: '/v1/schedules/lisbon-studio/rooms', as: owner })
  await visit('any', server.url, { method: 'PATCH', target: '/v1/users/me', as: owner })
  await server.close()
}

const openLink = (path: string, headers: TourRequest['headers'] = {}): TourRequest => ({
  method: 'GET',
  target: path,
  as: undefined,
  headers,
})

async function visitLink(visit: Visit): Promise<void> {
  const server = await startDemo()
  const asked = async (email: string) => {
    const body = JSON.stringify({ email })
    await exchange(server.url, { method: 'PUT', target: '/v1/users/me', as: owner, body })
    const mails = await server.outbox()
    return new URL(mails.findLast(mail => mail.link)?.link ?? '').pathname
  }
  const taken = 'mira@estuary.example'
  const path = await asked(taken)
  await control(server.url, 'POST', '/users', { email: taken, password: 'a secret' })
  await visit(link, server.url, openLink(path))
  await visit(link, server.url, openLink(await asked('mira.duarte@ribeira.example')))
  await visit(link, server.url, openLink(path.replace(/\w+$/, 'unknown')))
  for (const [name, value] of [
    ['host', 'no host'],
    ['expect', '202-accepted'],
    ['cookie', 'x'.repeat(17_000)],
  ] as const)
    await visit(link, server.url, openLink(path, { [name]: value }))
  await visit(link, server.url, openLink(`${path}?${'x'.repeat(9_000)}`))
  await server.close()
}

async function visitStages(visit: Visit): Promise<void> {
  for (const { code, onlyWrites = false, stalls = false, open } of stages) {
    const { url, close } = await open()
    const withBody = (request: TourRequest) => ({
      ...request,
      stalls,
      ...(stalls && { body: request.body ?? '{' }),
    })
    const affected = operations.filter(({ mode }) => mode === 'write' || !onlyWrites)
    const requests = affected.map(({ id }) => [id, ordinaryRequest(id)] as const)
    const isForLink = !['rate_limited', 'too_many_guesses'].includes(code)
    const all = isForLink ? [...requests, [link, openLink('/v1/activations/unknown')] as const] : requests
    await Promise.all(all.map(([id, request]) => visit(id, url, withBody(request))))
    await close()
  }
}
