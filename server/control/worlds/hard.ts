import { networkError, type Reply } from '../../core/index.js'
import {
  callBySame,
  isOneOf,
  lists,
  type Members,
  membersOf,
  queryOf,
  refusing,
  withQuery,
} from './alterations.js'
import type { Manner, Visit, World } from './world.js'

const hard = <const Name extends string>(
  name: Name,
  title: string,
  because: string,
  begin: () => Manner,
) => ({
  ...{ name, title, because, kind: 'hard' as const, begin },
})

/** Meets every so many requests with something else. */
const every =
  (count: number, meet: (visit: Visit) => Reply | Promise<Reply>): (() => Manner) =>
  () => {
    let requests = 0
    return visit => (++requests % count === 0 ? Promise.resolve(meet(visit)) : visit.usual(visit.call))
  }

/** Meets each of certain requests once: those of the same method, path and query are answered as usual from then on. */
const once =
  (isMeant: (visit: Visit) => boolean, meet: (visit: Visit) => Reply | Promise<Reply>): (() => Manner) =>
  () => {
    const met = new Set<string>()
    return async visit => {
      const key = `${visit.call.method} ${visit.call.target}`
      if (met.has(key) || !isMeant(visit)) return visit.usual(visit.call)
      met.add(key)
      return meet(visit)
    }
  }

/** What comes after so many requests of an account. */
const after =
  (count: number, meet: (visit: Visit) => Promise<Reply>): (() => Manner) =>
  () => {
    const counts = new Map<string, number>()
    return visit => {
      const account = visit.call.header('authorization') ?? ''
      const requests = (counts.get(account) ?? 0) + 1
      counts.set(account, requests)
      return requests > count ? meet(visit) : visit.usual(visit.call)
    }
  }

const isWrite = ({ call }: Visit) => /^(?:POST|PUT|DELETE)$/.test(call.method)
const isLaterPage = ({ call, operation }: Visit) =>
  isOneOf(lists, operation) && Number(queryOf(call).get('offset') ?? 0) > 0

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const tooMany = (headers: Readonly<Record<string, string>>) =>
  refusing(429, 'rate_limited', 'Too many requests; try again in a moment', headers)
const unauthorized = refusing(401, 'unauthorized', 'The e-mail address or the password is wrong', {
  'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"',
})

/** Somebody else deletes the first object of a list before its next page is read. */
async function deletesFirst({ call, usual }: Visit): Promise<Reply> {
  const first = membersOf(await usual(withQuery(call, { limit: '1', offset: '0', fields: 'id' })))
  const [{ id } = {} as Members] = (first?.data ?? []) as Members[]
  const [path] = call.target.split('?')
  if (id !== undefined)
    await usual(callBySame(call, 'DELETE', `${path?.replace(/\/resources\/\d+(?=\/bookings$)/, '')}/${id}`))
  return usual(call)
}

const ofOneObject = ['readBooking', 'readResource', 'changeBooking', 'changeResource']

/** What happens to anybody. A test that fails in one may be what its author wants. */
export const hardWorlds = [
  hard(
    'rate-limited',
    'refuses every 5th request with 429 and Retry-After: 1',
    'section 8 limits requests',
    every(5, () => tooMany({ 'retry-after': '1' })),
  ),
  hard(
    'rate-limited-without-advice',
    'refuses every 5th request with 429, and does not say when to try again',
    'section 8 limits requests',
    every(5, () => tooMany({})),
  ),
  hard(
    'limited-while-paging',
    'refuses the second page of a list with 429 once',
    'section 8 limits requests',
    once(isLaterPage, () => tooMany({ 'retry-after': '1' })),
  ),
  hard(
    'unauthorized-while-paging',
    'refuses the second page of a list with 401 once',
    'section 5.3: a password can be changed from another device',
    once(isLaterPage, () => unauthorized),
  ),
  hard(
    'unavailable-at-times',
    'answers every 7th request with 503 and Retry-After: 1',
    'a service restarts',
    every(7, () => refusing(503, 'overloaded', 'Try again in a moment', { 'retry-after': '1' })),
  ),
  hard(
    'page-of-a-proxy',
    'answers every 6th request with 502 and a page of HTML',
    'a proxy stands before most services',
    every(6, () => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
    })),
  ),
  hard(
    'slow',
    'takes a second for every 3rd answer',
    'networks are slow',
    every(3, async ({ call, usual }) => {
      const reply = await usual(call)
      await wait(1_000)
      return reply
    }),
  ),
  hard(
    'lost-answer',
    'does what each write asks for, and loses the first answer to it',
    'a connection breaks after the write',
    once(isWrite, async ({ call, usual }) => {
      await usual(call)
      return networkError
    }),
  ),
  hard(
    'lost-request',
    'loses each write the first time it is sent',
    'a connection breaks before the write',
    once(isWrite, () => networkError),
  ),
  hard(
    'half-an-answer',
    'cuts every 6th answer in the middle',
    'a connection breaks while an answer arrives',
    every(6, async ({ call, usual }) => {
      const reply = await usual(call)
      return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) }
    }),
  ),
  hard(
    'deleted-while-paging',
    'has somebody else delete the first object of a list before its second page is read',
    'others work in the same schedule',
    once(isLaterPage, deletesFirst),
  ),
  hard(
    'deleted-elsewhere',
    'has somebody else delete an object just before it is read or changed',
    'others work in the same schedule',
    once(
      ({ operation }) => isOneOf(ofOneObject, operation),
      async ({ call, usual }) => {
        await usual(callBySame(call, 'DELETE', call.target.split('?')[0] ?? ''))
        return usual(call)
      },
    ),
  ),
  hard(
    'role-taken-away',
    'takes the right to write away after an account has sent 10 requests',
    'section 4.3: the owner may change a role at any time',
    after(10, async visit =>
      isWrite(visit) && /\/schedules\//.test(visit.call.target)
        ? refusing(403, 'forbidden', 'You may read this schedule, and not change it')
        : visit.usual(visit.call),
    ),
  ),
  hard(
    'password-changed-elsewhere',
    'refuses the password after an account has sent 10 requests',
    'section 5.3: a password can be changed from another device',
    after(10, async () => unauthorized),
  ),
] as const satisfies readonly World[]
