import { checkCaller } from '../../../server/control/control.js'
import { bookingListQuery } from '../../../server/core/contract/listing.js'
import {
  booking,
  type Call,
  corsHeaders,
  createRouter,
  operations,
  parseQuery,
  readBasic,
  splitQuery,
  unmatched,
  withoutSecret,
} from '../../../server/core/index.js'
import { safeTarget, senderOf } from '../../../server/core/logs/redaction.js'
import { corsRequestOf, refuseCrossSite } from '../../../server/http/cors.js'
import { forwardedBy, unfit } from '../../../server/http/request.js'
import { header, numbered, type Subject, shapes, subjects, tolerate, url } from './subject.js'

const callOf = (headers: Record<string, string>): Call => ({
  method: 'GET',
  target: '/v1/users/me',
  origin: 'http://localhost',
  peer: '127.0.0.1',
  header: name => headers[name],
  body: new Uint8Array(),
})
const requestOf = (headers: Record<string, string>) => ({ method: 'PUT', headers, url: '/' }) as never

const query = bookingListQuery(booking)
const list = (text: string) => parseQuery(query as never, splitQuery(text))
const router = createRouter(operations)

/** What reads the request line and the headers. */
export const lineSubjects: readonly Subject[] = [
  ...subjects('Basic credentials', header, text => tolerate(() => readBasic(text)), [
    ...shapes([' ', 'A', '=', 'A=', '/', '+ '], 'Basic ', ['', '!', ' !', '=', '===']),
    ...shapes(['Basic ', 'basic'], ''),
  ]),
  ...subjects(
    'credentials in records',
    header,
    text => senderOf(callOf({ authorization: text })),
    shapes([' ', 'A', '6'], 'Basic ', ['', '!']),
  ),
  ...subjects(
    'the token',
    header,
    text => tolerate(() => checkCaller(callOf({ host: 'localhost', authorization: text }))),
    shapes([' ', 'a', 'a '], 'Bearer ', ['', ' ', ' x']),
  ),
  ...subjects(
    'the local host',
    header,
    text => tolerate(() => checkCaller(callOf({ host: text }))),
    shapes(['1', '.1', '127.', ':'], '127', ['', 'x']),
  ),
  ...subjects(
    'Host',
    header,
    text => unfit(requestOf({ host: text }), 10_000),
    shapes(['a', 'a.', ':1', '[', '0', ':'], '', ['', ' ']),
  ),
  ...subjects(
    'X-Forwarded',
    header,
    text => forwardedBy({ 'x-forwarded-for': text, 'x-forwarded-host': text, 'x-forwarded-proto': text }),
    shapes(['1', ',', ' ', '1, ', ':', ', '], '', ['', 'x']),
  ),
  ...subjects(
    'Origin',
    header,
    text => [
      corsHeaders(corsRequestOf(requestOf({ origin: text, host: 'x' })), ['https://x']),
      refuseCrossSite(requestOf({ origin: text, host: 'x' }), [], 'http://x'),
    ],
    shapes(['a', '/', '@', ':', '%', '.', 'é'], 'http://', ['', ' ']),
  ),
  ...subjects(
    'a path',
    url,
    text => {
      const match = router.match('GET', text)
      return match.kind === 'nothing' ? unmatched(match, 'GET', text) : match
    },
    shapes(['/', 'a', '%', '%41', '/a', '/v1', '/v1/schedules', '.'], '/v1/schedules/', ['', '/resources']),
  ),
  ...subjects(
    'a target with a secret',
    url,
    withoutSecret,
    shapes(['/', 'a', '/activations', '/activations/', '/activations//', '/Activation'], '/v1', [
      '',
      '?',
      '/activations/',
    ]),
  ),
  ...subjects(
    'a target with passwords',
    url,
    safeTarget,
    shapes(['password', 'password=', 'password=&', '?', '&', '='], '/v1/users/me?', ['', 'password=x']),
  ),
  ...subjects('a query', url, text => tolerate(() => list(text)), [
    ...shapes(['&', '=', 'a', '%', '%41', '+', 'a&', 'a=&', '%2B', '&&='], ''),
    { shape: 'of unknown names', input: length => numbered(length, index => `n${index}=&`) },
  ]),
  ...['ids=', 'fields=', 'limit=', 'time_min='].flatMap(name =>
    subjects('a query', url, text => tolerate(() => list(text)), [
      ...shapes(['1', '1,', ',', '0', 'a', 'a,', 'id,', '+', '-', '2026-', '0:', 'T', '%20', '%0A'], name, [
        '',
        'x',
        ',',
      ]),
    ]),
  ),
  ...subjects('a query', url, text => tolerate(() => list(text)), [
    { shape: 'ids=1,2,3..', input: length => `ids=${numbered(length, index => `${index},`)}1` },
    { shape: 'fields=a1,a2..', input: length => `fields=${numbered(length, index => `a${index},`)}id` },
  ]),
]
