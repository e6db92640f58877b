import { networkError, type Reply } from '../../core/index.js'
import { sleep } from '../sleep.js'
import {
  callBySame,
  extra,
  isOneOf,
  lists,
  type Members,
  membersOf,
  queryOf,
  refusing,
  withBody,
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

/** Answers every nth request differently. */
const every =
  (count: number, meet: (visit: Visit) => Reply | Promise<Reply>): (() => Manner) =>
  () => {
    let requests = 0
    return visit => (++requests % count === 0 ? Promise.resolve(meet(visit)) : visit.usual(visit.call))
  }

/** Answers each of certain requests differently once: later ones with the same method, path and query are answered as usual. */
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

/** Applies after a number of requests of an account. */
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

const tooMany = (headers: Readonly<Record<string, string>>) =>
  refusing(429, 'rate_limited', 'Too many requests; try again in a moment', headers)
const unauthorized = refusing(401, 'unauthorized', 'The e-mail address or the password is wrong', {
  'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"',
})

const unavailable = () => refusing(503, 'overloaded', 'Try again in a moment', { 'retry-after': '1' })

const html = (status: number, text: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><body><h1>${text}</h1></body></html>`,
})

/** Returns the first object of a list, and the path at which objects of its kind are created. */
async function firstOf({ call, usual }: Visit): Promise<{ first: Members | undefined; path: string }> {
  const page = membersOf(await usual(extra(withQuery(call, { limit: '1', offset: '0', fields: undefined }))))
  const [first] = (page?.data ?? []) as Members[]
  const [path = ''] = call.target.split('?')
  return { first, path: path.replace(/\/resources\/\d+(?=\/bookings$)/, '') }
}

/** Another client deletes the first object of a list before its next page is read. */
async function deletesFirst(visit: Visit): Promise<Reply> {
  const { call, usual } = visit
  const { first, path } = await firstOf(visit)
  if (first) await usual(callBySame(call, 'DELETE', `${path}/${first.id}`))
  return usual(call)
}

/** Another client adds an object like the first one of a list before its next page is read. */
async function addsLikeFirst(visit: Visit): Promise<Reply> {
  const { call, usual } = visit
  const { first, path } = await firstOf(visit)
  const { name, email, start, end, resource_id, title } = first ?? {}
  const added = {
    ...(name !== undefined && { name: `${String(name).slice(0, 80)} (added elsewhere)` }),
    ...(email !== undefined && { email: `added.elsewhere.${email}` }),
    ...(start !== undefined && { resource_id, title, start, end }),
  }
  if (first) await usual(withBody(callBySame(call, 'POST', path), added))
  return usual(call)
}

/** Answers the first read after a write with the state before the write. */
const staleAfterWrites = (): Manner => {
  const known = new Map<string, Reply>()
  const stale = new Set<string>()
  return async visit => {
    const { call, usual } = visit
    const key = `${call.header('authorization')} ${call.target}`
    if (isWrite(visit)) {
      for (const each of known.keys()) stale.add(each)
      return usual(call)
    }
    const before = known.get(key)
    if (before && stale.delete(key)) return before
    const reply = await usual(call)
    if (call.method === 'GET' && reply.status === 200) known.set(key, reply)
    return reply
  }
}

const ofOneObject = ['readBooking', 'readResource', 'changeBooking', 'changeResource']

/** Problems that can happen to any client. A test that fails in one may do what its author intends. */
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
    'limited-until-a-date',
    'refuses every 5th request with 429 and a date in Retry-After',
    'HTTP permits both forms of Retry-After',
    // The date has no fraction of a second: it is one to two seconds away.
    every(5, () => tooMany({ 'retry-after': new Date(Date.now() + 2_000).toUTCString() })),
  ),
  hard(
    'starts-down',
    'refuses its first three requests with 503',
    'a service starts later than its client',
    () => {
      let requests = 0
      return ({ call, usual }) => (++requests <= 3 ? unavailable() : usual(call))
    },
  ),
  hard('slow-start', 'takes 3 seconds for its first answer', 'a service that was idle has to start', () => {
    let isStarting = true
    return async ({ call, usual }) => {
      if (isStarting) {
        isStarting = false
        await sleep(3_000)
      }
      return usual(call)
    }
  }),
  hard(
    'goes-down',
    'answers nothing after an account has sent 10 requests',
    'a network fails',
    after(10, async () => networkError),
  ),
  hard(
    'unavailable-at-times',
    'answers every 7th request with 503 and Retry-After: 1',
    'a service restarts',
    every(7, unavailable),
  ),
  hard(
    'defective-at-times',
    'answers every 7th request with 500',
    'services have defects',
    every(7, () => refusing(500, 'internal', 'Something went wrong')),
  ),
  hard(
    'unauthorized-at-times',
    'answers every 9th request with 401',
    'a part of a service that checks passwords fails',
    every(9, () => unauthorized),
  ),
  hard(
    'page-of-a-proxy',
    'answers every 6th request with 502 and a page of HTML',
    'a proxy stands before most services',
    every(6, () => html(502, '502 Bad Gateway')),
  ),
  hard(
    'page-of-a-portal',
    'answers every 6th request with 200 and a page to log in with',
    'a network asks to log in first',
    every(6, () => html(200, 'Welcome to the guest network')),
  ),
  hard(
    'empty-answer',
    'answers every 6th request with 200 and nothing',
    'a proxy drops the body',
    every(6, async ({ call, usual }) => ({ ...(await usual(call)), body: '' })),
  ),
  hard(
    'slow',
    'takes a second for every 3rd answer',
    'networks are slow',
    every(3, async ({ call, usual }) => {
      const reply = await usual(call)
      await sleep(1_000)
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
    'gateway-timeout',
    'does what each write asks for, and answers 504 the first time',
    'a proxy stops waiting after the write',
    once(isWrite, async ({ call, usual }) => {
      await usual(call)
      return html(504, '504 Gateway Timeout')
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
    'lost-read',
    'loses each read the first time it is sent',
    'a connection breaks',
    once(
      ({ call }) => call.method === 'GET',
      () => networkError,
    ),
  ),
  hard(
    'done-twice',
    'does each create twice, and answers with the first',
    'a proxy sends a request again when a connection breaks',
    every(1, async ({ call, usual, operation }) => {
      const reply = await usual(call)
      if (/^create/.test(operation ?? '')) await usual(call)
      return reply
    }),
  ),
  hard(
    'stale-after-writes',
    'answers the first read after a write as before the write',
    'a replica of a database lags behind',
    staleAfterWrites,
  ),
  hard(
    'added-while-paging',
    'has somebody else add an object before the second page of a list is read',
    'others work in the same schedule',
    once(isLaterPage, addsLikeFirst),
  ),
  hard(
    'deleted-while-paging',
    'has somebody else delete the first object of a list before its second page is read',
    'others work in the same schedule',
    once(isLaterPage, deletesFirst),
  ),
  hard(
    'taken-meanwhile',
    'has somebody else take a name just before it is used',
    'others work in the same schedule',
    once(
      ({ operation }) => operation === 'createResource',
      async ({ call, usual }) => {
        await usual(extra(call))
        return usual(call)
      },
    ),
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
    'changed-elsewhere',
    'has somebody else change the note of an object just before it is read',
    'others work in the same schedule',
    once(
      ({ operation }) => isOneOf(['readBooking', 'readResource'], operation),
      async ({ call, usual }) => {
        const path = call.target.split('?')[0] ?? ''
        await usual(withBody(callBySame(call, 'PUT', path), { note: 'Changed elsewhere' }))
        return usual(call)
      },
    ),
  ),
  hard(
    'access-taken-away',
    'refuses every request to schedules after an account has sent 10 requests',
    'section 4.3: the owner may end a collaboration at any time',
    after(10, async visit =>
      /\/schedules\//.test(visit.call.target)
        ? refusing(403, 'forbidden', 'You have no access to this schedule')
        : visit.usual(visit.call),
    ),
  ),
  hard(
    'limit-used-up',
    'refuses all with 429 and Retry-After: 300 after an account has sent 20 requests',
    'section 8 limits requests within 5 minutes',
    after(20, async () => tooMany({ 'retry-after': '300' })),
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
