/**
 * How the time of every parser and regular expression grows with what a stranger sends, up to the limits: each is given
 * what would make it try over and over, at an eighth, a quarter, a half and the whole of its limit. Twice the input has
 * to take about twice the time; what grows faster is marked. Milliseconds, the best of several turns.
 *
 *     npm run build && node dist/server/growth.bench.js
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { jsonPlaces } from '../fixtures/json-places.js'
import { failureHeaders } from './control/failure-headers.js'
import { checkCaller } from './control/guard.js'
import { claimedEmail, safeBody } from './control/redact.js'
import { bookingChange, bookingCreate } from './core/contract/booking.js'
import { collaboratorCreate } from './core/contract/collaborator.js'
import { bookingListQuery } from './core/contract/listing.js'
import { resourceCreate } from './core/contract/resource.js'
import { newAccount, userChange } from './core/contract/user.js'
import {
  booking,
  type Call,
  createRouter,
  operations,
  parseBody,
  parseQuery,
  readBasic,
  refuseBody,
  splitQuery,
  unmatched,
  withoutSecret,
} from './core/index.js'
import { activationMail } from './core/mails.js'
import { corsHeaders } from './http/cors.js'
import { refuseCrossSite } from './http/cross-site.js'
import { forwardedBy } from './http/forwarded.js'
import { createLog } from './http/log.js'
import { wrongHost } from './http/unfit.js'
import { isPasswordHash } from './passwords.js'

const body = 2 ** 20
const header = 2 ** 14
const url = 2 ** 13

interface Subject {
  name: string
  /** The most characters that it is given. */
  limit: number
  /** What is given, of a length. */
  input(length: number): string
  work(text: string): unknown
}

/** Refusals are what is to be expected. */
function tried(work: () => unknown): void {
  try {
    work()
  } catch {}
}

const fill = (length: number, unit: string, first = '', last = '') =>
  first + unit.repeat(Math.max(0, Math.floor((length - first.length - last.length) / unit.length))) + last

const shapes = (units: readonly string[], first = '', lasts: readonly string[] = ['']) =>
  units.flatMap(unit =>
    lasts.map(last => ({
      shape: JSON.stringify(`${first}${unit}${unit}..${last}`),
      input: (length: number) => fill(length, unit, first, last),
    })),
  )

function subjects(
  name: string,
  limit: number,
  work: (text: string) => unknown,
  given: readonly { shape: string; input(length: number): string }[],
): Subject[] {
  return given.map(({ shape, input }) => ({ name: `${name} ${shape}`, limit, input, work }))
}

const bytes = (text: string) => Buffer.from(text)
const callOf = (headers: Record<string, string>): Call => ({
  method: 'GET',
  target: '/v1/users/me',
  origin: 'http://localhost',
  peer: '127.0.0.1',
  header: name => headers[name],
  body: new Uint8Array(),
})
const requestOf = (headers: Record<string, string>) => ({ method: 'PUT', headers, url: '/' }) as never

const member = (name: string, value: string) => JSON.stringify({ [name]: value })
const bodies = [resourceCreate, bookingCreate, bookingChange, collaboratorCreate, userChange]
/** The bodies that know a member, or the first of them. */
const bodyWith = (name: string) => bodies.find(({ schema }) => name in schema.shape) ?? resourceCreate
const texts = [
  'a',
  ' ',
  '0',
  '-',
  ':',
  '@',
  'é',
  '😀',
  '\n',
  '\t',
  'http://',
  'a@',
  '@a',
  '2026-01-01 ',
  '0:',
  'T0',
  '"',
  '\\',
  '\u0000',
]
const query = bookingListQuery(booking)
const list = (text: string) => parseQuery(query as never, splitQuery(text))
const router = createRouter(operations)
const log = createLog({ format: 'pretty', write() {}, now: Date.now, colour: false })
const user = { firstname: '', lastname: '', email: 'a@b', language_tag: 'en' } as never

const all: Subject[] = [
  ...subjects('Basic credentials', header, text => tried(() => readBasic(text)), [
    ...shapes([' ', 'A', '=', 'A=', '/', '+ '], 'Basic ', ['', '!', ' !', '=', '===']),
    ...shapes(['Basic ', 'basic'], ''),
  ]),
  ...subjects(
    'credentials in records',
    header,
    text => claimedEmail(callOf({ authorization: text })),
    shapes([' ', 'A', '6'], 'Basic ', ['', '!']),
  ),
  ...subjects(
    'the token',
    header,
    text => tried(() => checkCaller(callOf({ host: 'localhost', authorization: text }), () => false)),
    shapes([' ', 'a', 'a '], 'Bearer ', ['', ' ', ' x']),
  ),
  ...subjects(
    'the local host',
    header,
    text => tried(() => checkCaller(callOf({ host: text }), () => false)),
    shapes(['1', '.1', '127.', ':'], '127', ['', 'x']),
  ),
  ...subjects(
    'Host',
    header,
    text => wrongHost(requestOf({ host: text })),
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
      corsHeaders(requestOf({ origin: text, host: 'x' }), ['https://x']),
      refuseCrossSite(requestOf({ origin: text, host: 'x' }), []),
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
  ...subjects('a query', url, text => tried(() => list(text)), [
    ...shapes(['&', '=', 'a', '%', '%41', '+', 'a&', 'a=&', '%2B', '&&='], ''),
    { shape: 'of unknown names', input: length => counted(length, index => `n${index}=&`) },
  ]),
  ...['ids=', 'fields=', 'limit=', 'time_min='].flatMap(name =>
    subjects('a query', url, text => tried(() => list(text)), [
      ...shapes(['1', '1,', ',', '0', 'a', 'a,', 'id,', '+', '-', '2026-', '0:', 'T', '%20', '%0A'], name, [
        '',
        'x',
        ',',
      ]),
    ]),
  ),
  ...subjects('a query', url, text => tried(() => list(text)), [
    { shape: 'ids=1,2,3..', input: length => `ids=${counted(length, index => `${index},`)}1` },
    { shape: 'fields=a1,a2..', input: length => `fields=${counted(length, index => `a${index},`)}id` },
  ]),
  ...[
    'name',
    'color_bk',
    'link',
    'note',
    'start',
    'title',
    'email',
    'timezone',
    'user_role',
    'new_password',
    'language_tag',
  ].flatMap(name =>
    subjects(name, body, text => tried(() => parseBody(bodyWith(name) as never, bytes(text))), [
      ...texts.map(unit => ({
        shape: JSON.stringify(`${unit}${unit}..`),
        input: (length: number) => member(name, fill(length, unit)),
      })),
      { shape: 'http://a..a a', input: length => member(name, fill(length, 'a', 'http://', ' a')) },
      { shape: 'a..a@a..a a', input: length => member(name, fill(length, 'a', 'a@', ' a')) },
      {
        shape: '2026-01-01 00:00:00.0..0x',
        input: length => member(name, fill(length, '0', '2026-01-01 00:00:00.', 'x')),
      },
      { shape: '2026-1-1-1..x', input: length => member(name, fill(length, '-1', '2026', 'x')) },
      { shape: '2026T0:0:..x', input: length => member(name, fill(length, '0:', '2026T', 'x')) },
    ]),
  ),
  ...subjects('a body', body, text => tried(() => parseBody(userChange as never, bytes(text))), [
    {
      shape: 'of unknown names',
      input: length => `{${counted(length - 2, index => `"m${index}":1,`).slice(0, -1)}}`,
    },
    {
      shape: 'of long unknown names',
      input: length =>
        `{${counted(length - 2, index => `"${`m${index}`.padEnd(99, 'x')}":1,`).slice(0, -1)}}`,
    },
    { shape: 'of one name', input: length => `{${counted(length - 2, () => '"name":1,').slice(0, -1)}}` },
    {
      shape: 'of numbers as names',
      input: length => `{${counted(length - 2, index => `"${index}":1,`).slice(0, -1)}}`,
    },
    { shape: 'of one long name', input: length => fill(length, 'k', '{"', '":1}') },
    ...shapes(
      [
        ' ',
        '[',
        '{',
        '{"a":',
        '"',
        '\\',
        '[]',
        ',',
        '1',
        '-',
        'e',
        '1e',
        '{}',
        '\ufeff',
        '\u00a0',
        '\n',
        '/',
      ],
      '',
      ['', '{}', 'x'],
    ),
    ...shapes(['1', '[],', '{},', '"",', '0,', '1e5,'], '{"name":[', ['0]}', '']),
    ...shapes(['9', '0'], '{"resource_id":', ['}', '.1}', 'e1}', '']),
    ...shapes(['\\u0041', '\\\\', '\\"', '\\ud800'], '{"name":"', ['"}', '']),
  ]),
  ...subjects(
    'a body where none belongs',
    body,
    text => tried(() => refuseBody(bytes(text), 'GET')),
    shapes([' ', '\ufeff', '\n'], '', ['', 'x', '{}']),
  ),
  ...subjects('a record', body, text => safeBody(bytes(text), 16_384), [
    ...shapes(['password', '\\u', '"password":', '[', 'a', '\0', '{"password":'], '', ['', '"']),
    { shape: 'of numbers', input: length => `{"\\u0061":[${fill(length, '1,')}1]}` },
    { shape: 'of objects', input: length => `{"\\u0061":[${fill(length, '{"a":1},')}1]}` },
    {
      shape: 'of names',
      input: length => `{"\\u0061":1,${counted(length - 20, index => `"m${index}":1,`).slice(0, -1)}}`,
    },
  ]),
  ...subjects(
    'headers of a failure',
    body,
    text => failureHeaders.safeParse({ [text.slice(0, text.length / 2)]: text, x: text }),
    shapes(['a', ' ', '\n', 'é', '😀', '!'], '', ['', '\n', 'Ω']),
  ),
  ...subjects(
    'an account',
    body,
    text => newAccount.safeParse({ email: text, password: text, id: text, timezone: text }),
    shapes(['a', '.', '@', '/', '😀'], '', ['', ' ']),
  ),
  ...subjects(
    'a name in a mail',
    150,
    text => activationMail({ ...(user as object), firstname: text } as never, 'a@b', 'x'),
    shapes([' ', '\n', 'a ', '\u0000', ' a'], '', ['', 'x']),
  ),
  ...subjects(
    'a hash',
    body,
    isPasswordHash,
    shapes(['1', 'A', '$', '='], '$scrypt$ln=1,r=8,p=1$', ['', '$']),
  ),
  ...subjects(
    'a line of the log',
    url,
    text =>
      log.exchange({
        call: { ...callOf({}), target: text },
        reply: { status: 404, headers: {}, body: JSON.stringify({ error: { code: 'x', message: text } }) },
        took: 1,
      }),
    shapes(['a', '\u0007', '\u001b', '\n'], '/'),
  ),
  ...subjects('a seed file', body, jsonPlaces, [
    ...shapes(['a', '\\"', '\\u0041', '\\', 'é'], '"', ['"', '', '\n"']),
    ...shapes([' ', '\n', '1', '0,', '"",', '[],', '1e'], '[', ['0]', '']),
    {
      shape: 'of names',
      input: length => `{${counted(length - 2, index => `"m${index}":1,`).slice(0, -1)}}`,
    },
    { shape: 'of one name', input: length => `{${counted(length - 2, () => '"m":1,').slice(0, -1)}}` },
  ]),
]

function counted(length: number, of: (index: number) => string): string {
  const parts: string[] = []
  for (let index = 0, written = 0; ; index++) {
    const part = of(index)
    written += part.length
    if (written > length) return parts.join('')
    parts.push(part)
  }
}

setFlagsFromString('--expose-gc')
/** Collects what earlier turns left: else the longest input pays for all of them. */
const collect: () => void = runInNewContext('gc')

/** The best of several turns, each long enough to be measured. */
function milliseconds(work: () => void, most: number): number {
  let best = Number.POSITIVE_INFINITY
  const begin = performance.now()
  for (let turn = 0; turn < 3 || (turn < 200 && performance.now() - begin < most); turn++) {
    if (most > 100) collect()
    let runs = 0
    const start = performance.now()
    let took: number
    do {
      work()
      runs++
      took = performance.now() - start
    } while (took < 0.5)
    best = Math.min(best, took / runs)
  }
  return best
}

const parts = [8, 4, 2, 1]
const wanted = process.argv[2] ?? ''
/** What is too quick for its growth to matter, or to be measured. */
const negligible = 0.05
const slow = 200

function measured({ limit, input, work }: Subject, most: number): { times: number[]; isSuspicious: boolean } {
  const times = parts.map(part => {
    const text = input(Math.floor(limit / part))
    return milliseconds(() => void work(text), most)
  })
  const [, , half = 0, whole = 0] = times
  return { times, isSuspicious: whole > negligible && whole / half > 2.5 }
}

const chosen = all.filter(({ name }) => name.includes(wanted))
let marked = 0
for (const subject of chosen) {
  let found = measured(subject, 20)
  // Once more: a machine with other things to do shows growth that is none.
  for (let turn = 0; turn < 2 && found.isSuspicious; turn++) found = measured(subject, 500)
  const { times, isSuspicious } = found
  const [, , half = 0, whole = 0] = times
  const isSlow = whole > slow
  if (isSuspicious || isSlow) marked++
  const mark = isSuspicious ? 'GROWS' : isSlow ? 'SLOW' : ''
  const cells = times.map(time => time.toFixed(3).padStart(10))
  process.stdout.write(
    `${mark.padEnd(6)}${cells.join('')}  x${(whole / half).toFixed(2).padEnd(6)}${subject.name}\n`,
  )
}
process.stdout.write(`${chosen.length} measured, ${marked} marked\n`)
