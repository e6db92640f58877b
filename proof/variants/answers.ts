import { lists, singleReads } from '../alter/operation-groups.js'
import { pathAs, refusal, reply } from '../alter/responses.js'
import type { Alter } from '../server/parts.js'
import { variant } from './variant.js'

/** Replaces the status of refusals. */
const refusalsWith = (usual: number, status: number): Alter =>
  refusal('everything', answer => (answer.status === usual ? { status } : {}))

const challenges = 'Bearer realm="api", Digest realm="api", nonce="1", Basic realm="api"'

/** Matches a JSON string, or an integer outside of strings. */
const textOrInteger = /"(?:[^"\\]|\\.)*"|-?\d+(?=[,}\]])/g

/** Choices about status codes and the form of responses (sections 1 and 7). */
export const answerVariants = [
  // Choices about HTTP.
  variant('in-pieces', 'sends answers in pieces, without a length', { manner: { pieces: true } }),
  variant('no-keep-alive', 'ends the connection after each answer', {
    manner: { closes: true },
    excludes: ['in-pieces'],
  }),
  variant('answers-compressed', 'compresses answers, as HTTP permits where a request does not mention it', {
    manner: { compresses: true },
  }),
  variant('early-hints', 'sends a response with the status 103 before each answer', {
    manner: { hints: true },
  }),
  variant('fields-after-bodies', 'sends fields after the body of an answer', { manner: { trailers: true } }),
  variant('media-type-in-capitals', 'writes the media type in capitals, and its charset in quotes', {
    excludes: ['media-type-of-its-own', 'behind-a-gateway'],
    alter: reply('everything', ({ headers }) =>
      /^application\/json/.test(headers['content-type'] ?? '')
        ? { headers: { ...headers, 'content-type': 'Application/JSON; Charset="UTF-8"' } }
        : {},
    ),
  }),
  variant('numbers-with-fractions', 'writes integers with a fraction of zero, as 20.0', {
    alter: reply('everything', ({ body }) =>
      body.startsWith('{')
        ? {
            body: body.replace(textOrInteger, part => (part.startsWith('"') ? part : `${part}.0`)),
          }
        : {},
    ),
  }),
  variant('challenge-among-others', 'challenges with Bearer and Digest, too', {
    alter: refusal('everything', ({ status, headers }) =>
      status === 401 ? { headers: { ...headers, 'www-authenticate': challenges } } : {},
    ),
  }),
  variant('paths-end-with-a-slash', 'serves paths with a slash at their end', {
    alter: pathAs(path => path.replace(/\/+$/, '')),
  }),
  variant('paths-without-letter-case', 'takes no notice of letter case in the words of paths', {
    alter: pathAs(path =>
      path.replace(/\/(?:v1|schedules|resources|bookings|collaborators|users|me)(?=\/|$)/gi, word =>
        word.toLowerCase(),
      ),
    ),
  }),
  variant('ids-with-leading-zeros', 'finds objects by ids with zeros before them', {
    alter: pathAs(path =>
      path.replace(/(?<=\/(?:resources|bookings|collaborators)\/)0+(?=[1-9]\d*(?:\/|$))/g, ''),
    ),
  }),
  // Choices about status codes.
  variant('reads-with-203', 'answers reads with the status 203', {
    alter: reply([...lists, ...singleReads, 'readMe'], ({ status }) =>
      status === 200 ? { status: 203 } : {},
    ),
  }),
  variant('creates-with-202', 'answers creates with the status 202', {
    excludes: ['creates-with-200', 'another-framework'],
    alter: reply('everything', ({ status }) => (status === 201 ? { status: 202 } : {})),
  }),
  variant('forbidden-as-missing', 'answers 404 to what the caller may not do', {
    alter: refusalsWith(403, 404),
  }),
  variant('missing-410', 'answers 410 to what is not there', { alter: refusalsWith(404, 410) }),
  variant('query-422', 'answers 422 to a wrong query', { alter: refusalsWith(400, 422) }),
  variant('taken-400', 'answers 400 to names that are taken', { alter: refusalsWith(409, 400) }),
  variant('invalid-409', 'answers 409 to invalid values', { alter: refusalsWith(422, 409) }),
  variant('rate-503', 'answers 503 to more requests than the limit', {
    // Only Retry-After shows that a 503 is about the rate limit.
    excludes: ['no-other-headers', 'rate-without-retry-after'],
    alter: refusalsWith(429, 503),
  }),
  variant('rate-drops-connections', 'closes the connection beyond the rate limit of an account', {
    manner: { drops: 429 },
  }),
  variant(
    'unreached-by-its-gateway',
    'is not reached by its gateway now and then, which answers 502 with a page',
    {
      manner: { gateway: { status: 502, oneIn: 211, asks: false } },
    },
  ),
  variant(
    'too-late-for-its-gateway',
    'is too late for its gateway now and then, which answers 504 with a page',
    {
      manner: { gateway: { status: 504, oneIn: 211, asks: true } },
    },
  ),
  variant('rate-without-retry-after', 'does not say when an account at its limit may come again', {
    alter: reply('everything', ({ status, headers: { 'retry-after': _, ...headers } }) =>
      status === 429 ? { headers } : {},
    ),
  }),
  variant('refusals-with-data', 'has a member data in refusals that shows no object', {
    alter: refusal('everything', ({ status, body }) => {
      const data = status === 403 ? [] : status === 404 ? {} : { code: status }
      return { body: JSON.stringify({ ...JSON.parse(body), data }) }
    }),
  }),
  variant('refusals-as-pages', 'refuses with a page of HTML', {
    warns: ['ENV-04', 'ENV-14.media-type'],
    excludes: ['refusals-as-text', 'refusals-empty', 'refusals-as-problems', 'another-language'],
    alter: refusal('everything', ({ status, headers }) => ({
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><title>Error ${status}</title><h1>Error ${status}</h1>`,
    })),
  }),
]
