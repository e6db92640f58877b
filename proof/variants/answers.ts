import { setTimeout as sleep } from 'node:timers/promises'
import {
  bulkDeletes,
  bulkPuts,
  creates,
  lists,
  singleDeletes,
  singlePuts,
  singleReads,
} from '../alter/operation-groups.js'
import { created, intercept, objects, refusal, reply, success } from '../alter/responses.js'
import { all, stateful } from '../server/parts.js'
import { variant } from './variant.js'

const writes = [...singlePuts, ...bulkPuts, ...singleDeletes, ...bulkDeletes] as const

const inAscii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]) => [name, sorted(item)]))
}

/** Choices about status codes and the form of responses (sections 1 and 7). */
export const answerVariants = [
  variant('refusals-with-200', 'answers refusals with the status 200', {
    warns: ['ENV-14.refusal'],
    alter: refusal('everything', () => ({ status: 200 })),
  }),
  variant('refusals-all-400', 'answers every refusal with the status 400', {
    excludes: ['refusals-with-200'],
    alter: refusal('everything', ({ status }) => (status >= 500 ? {} : { status: 400 })),
  }),
  variant('refusals-as-text', 'refuses in plain words', {
    warns: ['ENV-04', 'ENV-14.media-type'],
    alter: refusal('everything', () => ({ body: 'No.', headers: { 'content-type': 'text/plain' } })),
  }),
  variant('refusals-in-other-words', 'lists what is wrong under errors', {
    excludes: ['refusals-as-text'],
    alter: refusal('everything', () => ({ body: '{"errors":[{"title":"No"}],"success":false,"data":null}' })),
  }),
  variant('strangers-403', 'answers 403 where something is not there, or is not for the caller', {
    excludes: ['refusals-with-200', 'refusals-all-400'],
    alter: refusal('everything', ({ status }) => (status === 404 ? { status: 403 } : {})),
  }),
  variant('creates-with-200', 'answers creates with the status 200 and without a Location', {
    alter: reply(creates, ({ status, headers }) =>
      status === 201 ? { status: 200, headers: { 'content-type': headers['content-type'] ?? '' } } : {},
    ),
  }),
  variant('writes-with-202', 'answers updates and deletions with the status 202', {
    alter: reply(writes, ({ status }) => (status === 200 ? { status: 202 } : {})),
  }),
  variant('collaborator-id-as-string', 'answers the create of a collaborator with its id as a string', {
    alter: created('createCollaborator', ({ id }) => ({ id: String(id) })),
  }),
  variant('profile-completed-as-number', 'reads profile_completed as 1 or 0', {
    alter: objects('user', object => ({ ...object, profile_completed: Number(object.profile_completed) })),
  }),
  variant('more-members', 'shows members that the document does not name', {
    alter: all(
      objects('resource', object => ({ ...object, capacity: 12, tags: [] })),
      objects('booking', object => ({ ...object, status: 'confirmed', duration: null })),
      objects('collaborator', object => ({ ...object, accepted: true })),
      objects('user', object => ({ ...object, avatar: null, roles: ['user'] })),
    ),
  }),
  variant('more-beside-data', 'adds members next to data in responses to reads', {
    alter: all(
      success([...singleReads, 'readMe'], body => ({ ...body, meta: { version: 1 } })),
      success(lists, body => ({ meta: { took: 3 }, ...body })),
    ),
  }),
  variant('members-sorted', 'writes members in alphabetical order, with blanks and line ends', {
    alter: success('everything', sorted),
  }),
  variant('answers-in-ascii', 'escapes in JSON whatever is not ASCII, and slashes', {
    alter: reply('everything', ({ body }) =>
      /^\s*\{/.test(body) ? { body: inAscii(body.replaceAll('/', '\\/')) } : {},
    ),
  }),
  variant('media-type-of-its-own', 'calls its answers application/vnd.schedule+json', {
    alter: reply('everything', ({ headers }) =>
      /json/.test(headers['content-type'] ?? '')
        ? { headers: { ...headers, 'content-type': 'application/vnd.schedule+json' } }
        : {},
    ),
  }),
  // Choices about HTTP.
  variant('slow', 'takes some milliseconds for each answer', {
    alter: intercept('everything', async (_, usual) => {
      const answer = await usual()
      await sleep(3)
      return answer
    }),
  }),
  variant('out-of-order', 'answers requests in another order than that in which they came', {
    excludes: ['slow'],
    alter: stateful(() => {
      let turn = 0
      return intercept('everything', async (_, usual) => {
        turn = (turn * 7 + 3) % 5
        if (turn > 1) await sleep(turn)
        return usual()
      })
    }),
  }),
  variant('in-pieces', 'sends answers in pieces, without a length', { manner: { pieces: true } }),
  variant('no-keep-alive', 'ends the connection after each answer', {
    manner: { closes: true },
    excludes: ['in-pieces'],
  }),
]
