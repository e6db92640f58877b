import { refusals, replies, successes, withHeaders, withJson } from './alterations.js'
import { right, type World } from './world.js'

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]) => [name, sorted(item)]))
}

const inAscii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Choices about the form of answers (sections 1 and 7). */
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
    'answers-in-ascii',
    'escapes in JSON whatever is not ASCII, and slashes',
    'JSON permits it',
    replies(reply =>
      reply.body.startsWith('{') ? { ...reply, body: inAscii(reply.body.replaceAll('/', '\\/')) } : reply,
    ),
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
