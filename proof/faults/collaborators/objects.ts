import { body, objects, run, success, textUpTo, without } from '../../alter/index.js'
import { fault } from '../fault.js'

type Members = Record<string, unknown>

const hour = 3_600_000
/** The same time as a clock two hours east of UTC shows it. */
const inBerlin = (utc: unknown) =>
  new Date(Date.parse(String(utc)) + 2 * hour).toISOString().replace('Z', '+02:00')

/** The collaborator object: its members, its id and its dates. */
export const collaboratorObjectsFaults = [
  fault('collaborator-without-created-at', 'shows no created_at of a collaborator in lists', {
    breaks: { 'COL-01': /created_at of a collaborator in a list is missing/ },
    touches: ['ENV-13', 'COL-19.iso', 'LIST-31.unnamed.collaborators', 'LIST-26.collaborators'],
    alter: success('listCollaborators', body => ({
      ...body,
      data: (body.data as Members[]).map(object => without(object, 'created_at')),
    })),
  }),
  fault('collaborator-schedule-as-number', 'shows the schedule of a collaborator by a number', {
    breaks: { 'COL-01': /schedule_id of a collaborator .* of another type/ },
    alter: objects('collaborator', object =>
      'schedule_id' in object ? { ...object, schedule_id: 1 } : object,
    ),
  }),
  fault('collaborator-id-as-text', 'shows the id of a collaborator as a text in single reads', {
    breaks: { 'COL-02': /id of a collaborator must be an integer/ },
    touches: ['ENV-12', 'ENV-13', 'ENV-09.collaborator', 'COL-01'],
    alter: success('readCollaborator', body => {
      const object = body.data as Members
      return { ...body, data: 'id' in object ? { ...object, id: String(object.id) } : object }
    }),
  }),
  fault('collaborator-created-with-another-id', 'answers a create without an account with another id', {
    breaks: { 'COL-03': /ids that the list shows for|is no integer/ },
    touches: ['COL-21', 'ENV-09.collaborator'],
    alter: run('createCollaborator', async ({ body, rows }, usual) => {
      const answer = await usual()
      if (await rows.users.findByEmail(String(body.email))) return answer
      const { data, ...rest } = JSON.parse(answer.body)
      const shown = (data as { id: number }[]).map(({ id }) => ({ id: id + 100_000 }))
      return { ...answer, body: JSON.stringify({ ...rest, data: shown }) }
    }),
  }),
  fault('collaborator-without-email', 'takes a collaborator without email', {
    breaks: { 'COL-04': /with all but email must be refused/ },
    alter: body('createCollaborator', { email: textUpTo(200).default('') }),
  }),
  fault('collaborator-email-masked', 'shows a part of the addresses of collaborators in lists', {
    breaks: { 'COL-05': /email, without letter case, differs|email, without letter case, must be/ },
    touches: [
      'ENV-13',
      'ENV-17.collaborator-user',
      'LIST-26.user',
      'LIST-29.collaborators',
      'COL-03',
      'CROSS-08.collaborators',
    ],
    alter: success('listCollaborators', body => ({
      ...body,
      data: (body.data as Members[]).map(object =>
        'email' in object ? { ...object, email: String(object.email).replace(/^(.).*@/, '$1***@') } : object,
      ),
    })),
  }),
  fault('collaborator-created-with-each-update', 'sets created_at of a collaborator with each update', {
    breaks: { 'COL-19.created': /created_at of a collaborator after an update/ },
    alter: objects('collaborator', object =>
      'created_at' in object && 'updated_at' in object
        ? { ...object, created_at: object.updated_at }
        : object,
    ),
  }),
  fault('collaborator-dates-with-an-offset', 'shows the dates of a collaborator in the zone of the server', {
    breaks: { 'COL-19.utc': /created_at of a collaborator is not the time in UTC/ },
    alter: objects('collaborator', object =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [name, name.endsWith('_at') ? inBerlin(value) : value]),
      ),
    ),
  }),
  fault('collaborator-dates-as-people-write-them', 'shows collaborator dates as 7/15/2023, 12:00:00 PM', {
    breaks: { 'COL-19.iso': /is no ISO 8601 date and time/ },
    touches: ['COL-19.*'],
    alter: objects('collaborator', object =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [
          name,
          name.endsWith('_at') ? new Date(String(value)).toLocaleString('en-US', { timeZone: 'UTC' }) : value,
        ]),
      ),
    ),
  }),
]
