import { sleep } from '../sleep.js'
import { bodyOf, refusals, refusing, replies, successes, withHeaders, withJson } from './alterations.js'
import { right, type World } from './world.js'

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]) => [name, sorted(item)]))
}

/** Existing escapes are kept: combined worlds may apply this twice. */
const inAscii = (text: string) =>
  text
    .replace(/(?<!\\)\//g, '\\/')
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Choices about the form of responses (sections 1 and 7). */
export const answerWorlds = [
  right(
    'more-beside-data',
    'adds members next to data in responses to reads',
    'section 1 forbids nothing more',
    successes((members, { call }) => (call.method === 'GET' ? { meta: { took: 3 }, ...members } : members)),
  ),
  right(
    'members-sorted',
    'writes members in alphabetical order',
    'the members of a JSON object have no order',
    successes(sorted),
  ),
  right(
    'answers-indented',
    'writes JSON with line ends and indentation',
    'JSON permits blanks between its parts',
    replies(reply =>
      reply.body.startsWith('{')
        ? { ...reply, body: JSON.stringify(JSON.parse(reply.body), undefined, 2).replaceAll('\n', '\r\n') }
        : reply,
    ),
  ),
  right(
    'answers-in-ascii',
    'escapes in JSON whatever is not ASCII, and slashes',
    'JSON permits it',
    replies(reply => (reply.body.startsWith('{') ? { ...reply, body: inAscii(reply.body) } : reply)),
  ),
  right(
    'media-type-of-its-own',
    'calls its answers application/vnd.schedule+json',
    'section 1 says JSON, and names no media type',
    replies(reply =>
      /json/.test(reply.headers['content-type'] ?? '')
        ? withHeaders(reply, { 'content-type': 'application/vnd.schedule+json' })
        : reply,
    ),
  ),
  right(
    'more-headers',
    'sends headers of its own, among them a cookie',
    'the document names no header of a response',
    replies(reply =>
      withHeaders(reply, {
        'set-cookie': 'visitor=1; Path=/; HttpOnly',
        vary: 'Accept-Encoding',
        'x-served-by': 'edge-7',
        'strict-transport-security': 'max-age=60',
      }),
    ),
  ),
  right(
    'no-other-headers',
    'sends no header but the media type, not even Location or RateLimit',
    'the document names no header of a response',
    replies(reply => ({
      ...reply,
      headers: { 'content-type': reply.headers['content-type'] ?? 'application/json' },
    })),
  ),
  right('no-head', 'answers HEAD with 405', 'section 4 has no HEAD', visit =>
    visit.call.method === 'HEAD'
      ? refusing(405, 'method_not_allowed', 'HEAD is not supported', { allow: 'GET, POST, PUT, DELETE' })
      : visit.usual(visit.call),
  ),
  right(
    'out-of-order',
    'takes some milliseconds more for some answers: they come in another order than requests',
    'the document promises no time',
    async visit => {
      const reply = await visit.usual(visit.call)
      await sleep(3 + 6 * (visit.call.target.length % 3))
      return reply
    },
  ),
  right(
    'creates-with-200',
    'answers creates with the status 200 and without a Location',
    'section 7 names no status',
    replies(reply => {
      if (reply.status !== 201) return reply
      const { location: _, ...headers } = reply.headers
      return { ...reply, status: 200, headers }
    }),
  ),
  right(
    'location-relative',
    'names a created object by a path in Location',
    'the document names no header of a response, and HTTP permits a path',
    replies(reply => {
      const { location } = reply.headers
      return location === undefined
        ? reply
        : withHeaders(reply, { location: location.replace(/^https?:\/\/[^/]+/, '') })
    }),
  ),
  right(
    'json-required',
    'refuses bodies that are not declared as JSON',
    'section 4 leaves open which Content-Type a body must have',
    visit =>
      bodyOf(visit.call) && !/json/.test(visit.call.header('content-type') ?? '')
        ? refusing(415, 'invalid', 'The Content-Type must be application/json')
        : visit.usual(visit.call),
  ),
  right(
    'writes-with-202',
    'answers updates and deletions with the status 202',
    'section 7 names no status',
    replies((reply, { call }) =>
      reply.status === 200 && /^(?:PUT|DELETE)$/.test(call.method) ? { ...reply, status: 202 } : reply,
    ),
  ),
  right(
    'refusals-all-400',
    'answers every refusal with the status 400',
    'section 7 names no status',
    refusals(reply => ({ ...reply, status: 400 })),
  ),
  right(
    'refusals-with-200',
    'answers refusals with the status 200',
    'section 7 names no status; section 1 says how a refusal shows: success is not true',
    refusals(reply => ({ ...reply, status: 200 })),
  ),
  right(
    'refusals-as-text',
    'refuses in plain words',
    'section 7 leaves the body of a refusal open',
    refusals(reply => ({ ...withHeaders(reply, { 'content-type': 'text/plain' }), body: 'No.' })),
  ),
  right(
    'refusals-empty',
    'refuses without a word',
    'section 7 leaves the body of a refusal open',
    refusals(reply => ({ ...reply, body: '' })),
  ),
  right(
    'refusals-as-problems',
    'refuses with the members of RFC 9457, as application/problem+json',
    'section 7 leaves the body of a refusal open',
    refusals(reply => {
      const { status } = reply
      const problem = { type: 'about:blank', title: 'The request was refused', status, success: false }
      return withHeaders(withJson(reply, problem), { 'content-type': 'application/problem+json' })
    }),
  ),
  right(
    'names-taken-422',
    'answers 422 to a name that is taken',
    'section 7 names no status',
    refusals(reply => (reply.status === 409 ? { ...reply, status: 422 } : reply)),
  ),
  right(
    'wrong-credentials-403',
    'answers wrong credentials with the status 403',
    'section 7 names no status',
    refusals(reply => (reply.status === 401 ? { ...reply, status: 403 } : reply)),
  ),
  right(
    'refusals-in-other-words',
    'lists what is wrong under errors',
    'section 7 leaves the body of a refusal open',
    refusals(reply => withJson(reply, { errors: [{ title: 'No' }], success: false, data: null })),
  ),
  right(
    'refusals-in-german',
    'explains refusals in another language, without codes and details',
    'section 7 leaves the text of a refusal open',
    refusals(reply => withJson(reply, { success: false, error: { message: 'Das geht leider nicht.' } })),
  ),
  right(
    'strangers-403',
    'answers 403 where something is not there, or is not for the caller',
    'section 7 names no status',
    refusals(reply => (reply.status === 404 ? { ...reply, status: 403 } : reply)),
  ),
] as const satisfies readonly World[]
