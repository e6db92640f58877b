import { z } from 'zod'
import { ids, rows } from '../../../conformance/check/ids.js'
import type { OperationId, Reply } from '../../../server/core/index.js'
import { changesOf, readsOf } from '../../alter/operation-groups.js'
import {
  type OperationRequest,
  refuseIf,
  requestAs,
  run,
  scopeOf,
  withoutReadOnly,
} from '../../alter/requests.js'
import {
  created,
  dataAs,
  intercept,
  keptOfCreate,
  type Members,
  objects,
  objectTexts,
  sentBodyAs,
  withBody,
  without,
} from '../../alter/responses.js'
import { body, oneOf, textUpTo } from '../../alter/schemas.js'
import { everything, withoutMails } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'
import { collaboratorRolesFaults } from './roles.js'

interface Person {
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
}

/** Changes `user` of collaborators, if present. */
const users = (change: (user: Person) => object) =>
  objects('collaborator', object =>
    object.user ? { ...object, user: change(object.user as Person) } : object,
  )

/** Decides whether an invitation is sent. */
const invitesIf = (isInvited: (asked: OperationRequest) => unknown) =>
  requestAs('createCollaborator', async asked => ({
    body: { ...asked.body, invite: Boolean(await isInvited(asked)) },
  }))

/** Decides from the body of a create, before defaults apply, whether an invitation is sent. */
const mailedIf = (isInvited: (sent: Members) => boolean) =>
  sentBodyAs('createCollaborator', body => ({ ...body, invite: isInvited(body) }))

/** Excludes collaborators who have an account from a bulk request without ids. */
const withoutRegistered = (which: OperationId) =>
  requestAs(which, async asked => {
    const isOfAll =
      which === 'changeCollaborators' ||
      asked.sentQuery.some(([name, value]) => name === 'all' && value === '1')
    if (asked.query.ids || !isOfAll) return {}
    const all = await asked.rows.collaborators.list(scopeOf(asked), everything)
    const ids = all.filter(({ json }) => !JSON.parse(json).user).map(({ id }) => id)
    return { query: { ...asked.query, ids } }
  })

const collaboratorWrites = [
  'createCollaborator',
  ...changesOf.collaborator,
  'deleteCollaborator',
  'deleteCollaborators',
] as const

const dates = ['created_at', 'updated_at']

export const collaboratorFaults = [
  fault('role-editor-by-default', 'makes a collaborator editor unless a role is given', {
    breaks: { 'COL-08': /must be "viewer", but is "editor"/ },
    touches: ['COL-*', 'BULK-17', 'CROSS-25'],
    alter: body('createCollaborator', { user_role: oneOf('editor', 'viewer').default('editor') }),
  }),
  fault('role-owner-in-bulk', 'accepts any word as a role in a bulk update', {
    breaks: { 'COL-10.bulk': /"owner" must be refused/ },
    touches: ['BULK-19'],
    alter: body('changeCollaborators', { user_role: textUpTo(20) }),
  }),
  fault('collaborator-put-strict', 'refuses an update of a collaborator that has more than user_role', {
    breaks: { 'COL-06': /must be accepted/, 'COL-07': /must be accepted/ },
    touches: ['COL-20'],
    alter: withoutReadOnly(changesOf.collaborator),
  }),
  fault('invite-shown', 'shows invite in reads of a collaborator', {
    breaks: { 'COL-11': /shows invite/ },
    alter: objects('collaborator', object => ({ ...object, invite: false })),
  }),
  fault('invite-shown-once-set', 'shows invite in reads of a collaborator who was created with true', {
    breaks: { 'COL-11.answers': /shows invite/ },
    touches: ['COL-13'],
    alter: stateful(() => {
      const invited = new Set<unknown>()
      return all(
        intercept('createCollaborator', async ({ body }, usual) => {
          const answer = await usual()
          if (body.invite === true) invited.add(body.email)
          return answer
        }),
        objects('collaborator', object => (invited.has(object.email) ? { ...object, invite: true } : object)),
      )
    }),
  }),
  fault(
    'collaborator-created-at-of-the-create',
    'keeps the created_at that a create of a collaborator names',
    {
      breaks: { 'COL-20.create': /created_at is what a create named/ },
      touches: ['COL-19'],
      alter: keptOfCreate('createCollaborator', 'collaborator', 'created_at'),
    },
  ),
  fault('collaborators-invited-alone-changed', 'changes only those without an account in an update of all', {
    breaks: { 'BULK-02.registered': /user_role .*is not as it must be/ },
    touches: ['PERM-*', 'CROSS-*', 'COL-*'],
    alter: withoutRegistered('changeCollaborators'),
  }),
  fault('collaborators-invited-alone-deleted', 'deletes only those without an account with all=1', {
    breaks: { 'BULK-05.registered': /after it was deleted in bulk/ },
    touches: ['PERM-*', 'CROSS-*', 'COL-*'],
    alter: withoutRegistered('deleteCollaborators'),
  }),
  fault('invitation-not-sent', 'sends no invitation', {
    breaks: { 'COL-13.mail': /no invitation e-mail/ },
    touches: ['COL-28'],
    alter: withoutMails('invitation'),
  }),
  ...rows(
    [
      'invitation-unless-false',
      'sends an invitation unless invite is false',
      ({ invite }: Members) => invite !== false,
    ],
    [
      'invitation-where-invite-is-sent',
      'sends an invitation if invite is present, even as false',
      (body: Members) => 'invite' in body,
    ],
  ).map(([id, title, isInvited]) =>
    fault(id, title, {
      breaks: { 'COL-14': /an e-mail has come to .* created with/ },
      alter: mailedIf(isInvited),
    }),
  ),
  fault('invitation-to-all-without-account', 'always sends an invitation to an address without an account', {
    breaks: { 'COL-14': /an e-mail has come to .* created without invite/ },
    alter: invitesIf(
      async ({ rows, body }) => body.invite || !(await rows.users.findByEmail(`${body.email}`)),
    ),
  }),
  fault('invitation-not-to-accounts', 'sends no invitation to an address that has an account', {
    breaks: { 'COL-28': /no invitation e-mail/ },
    alter: invitesIf(
      async ({ rows, body }) => body.invite && !(await rows.users.findByEmail(`${body.email}`)),
    ),
  }),
  fault('role-of-invited-accounts-lost', 'makes an invited user a viewer where the address has an account', {
    breaks: { 'COL-28.editor': /added with invite = true must be "editor", but is "viewer"/ },
    alter: requestAs('createCollaborator', async ({ rows, body }) =>
      body.invite && (await rows.users.findByEmail(`${body.email}`))
        ? { body: { ...body, user_role: 'viewer' } }
        : {},
    ),
  }),
  fault('user-of-invited-accounts-not-shown', 'shows no user of those who were added with invite = true', {
    breaks: { 'COL-16.invited': /should have user, an object/ },
    alter: stateful(() => {
      const invited = new Set<number>()
      return all(
        created('createCollaborator', (object, { body }) => {
          if (body.invite === true) invited.add(Number(object.id))
          return object
        }),
        objects('collaborator', object =>
          invited.has(Number(object.id)) ? without(object, 'user') : object,
        ),
      )
    }),
  }),
  fault('invitation-not-to-editors', 'sends no invitation to an editor', {
    breaks: { 'COL-13.mail.editor': /no invitation e-mail/ },
    alter: invitesIf(({ body }) => body.invite && body.user_role !== 'editor'),
  }),
  fault('invitation-once', 'sends an address one invitation, whatever schedules it is added to', {
    breaks: { 'COL-13.mail.again': /no invitation e-mail/ },
    alter: stateful(() => {
      const invited = new Set<unknown>()
      return invitesIf(({ body: { invite, email } }) => {
        const isFirst = !invited.has(email)
        if (invite) invited.add(email)
        return invite && isFirst
      })
    }),
  }),
  fault('user-of-unregistered', 'has the member user for an address without an account too', {
    breaks: { 'COL-15': /has the member user/ },
    touches: ['USER-51', 'COL-20', 'USER-53'],
    alter: objects('collaborator', object => ({
      ...object,
      user: object.user ?? { email: object.email, firstname: '', lastname: '' },
    })),
  }),
  ...collaboratorRolesFaults,
  // Invitations, and collaborators with an account.
  fault('invite-false-refused', 'accepts invite only if it is true', {
    breaks: { 'COL-12': /must be accepted, but was not/ },
    touches: ['COL-14'],
    alter: body('createCollaborator', { invite: z.literal(true).optional() }),
  }),
  fault('invite-true-refused', 'knows no invite in the body of a create', {
    breaks: { 'COL-13': /must be accepted, but was not/, 'COL-12': /must be accepted, but was not/ },
    touches: ['COL-28', 'COL-14', 'COL-16'],
    alter: body('createCollaborator', { invite: z.never().optional() }),
  }),
  fault('user-never-shown', 'shows no user of collaborators who have an account', {
    breaks: { 'COL-16': /should have user, an object/ },
    touches: ['ENV-17.collaborator-user', 'COL-18', 'USER-32'],
    alter: objects('collaborator', object => without(object, 'user')),
  }),
  fault('user-without-lastname', 'shows user of a collaborator without lastname', {
    breaks: { 'COL-17': /lastname of user of a collaborator must be a string/ },
    touches: ['COL-18'],
    alter: users(({ email, firstname }) => ({ email, firstname })),
  }),
  fault('user-names-null', 'shows null for a name that a collaborator has not given', {
    breaks: { 'COL-17': /firstname of user of a collaborator must be a string/ },
    alter: users(({ email, firstname, lastname }) => ({
      email,
      firstname: firstname || null,
      lastname: lastname || null,
    })),
  }),
  fault('user-names-of-the-first-read', 'shows the names that a collaborator had at the first read', {
    breaks: { 'COL-18': /name of user|user/ },
    alter: stateful(() => {
      const known = new Map<string, Person>()
      return users(user => {
        const first = known.get(user.email) ?? user
        known.set(user.email, first)
        return first
      })
    }),
  }),
  fault('user-names-of-the-first-list', 'lists collaborators from a cache that only their changes clear', {
    breaks: { 'COL-18': /firstname of user of a collaborator after the account changed them must be/ },
    alter: stateful(() => {
      const cache = new Map<string, Reply>()
      return all(
        intercept('listCollaborators', async ({ call }, usual) => {
          const key = `${call.header('authorization')} ${call.target}`
          const answer = cache.get(key) ?? (await usual())
          if (answer.status === 200) cache.set(key, answer)
          return answer
        }),
        intercept(collaboratorWrites, async ({ call: { method, target } }, usual) => {
          const answer = await usual()
          const [, changed] = /(?:collaborators\/|[?&]ids=)([\d,]+)/.exec(target) ?? []
          for (const key of cache.keys()) {
            const [, listed] = /[?&]ids=([\d,]+)/.exec(key) ?? []
            // A list of other ids does not contain the new object.
            const isOfOthers = listed !== undefined && (method === 'POST' || changed !== undefined)
            if (!isOfOthers || changed?.split(',').some(id => listed.split(',').includes(id)))
              cache.delete(key)
          }
          return answer
        }),
      )
    }),
  }),
  // The collaborator object: its members, its id and its dates.
  fault(
    'user-null-where-fields-names-it',
    'shows user as null where fields names it and there is no account',
    {
      breaks: { 'COL-01.answers': /user of .* must be of type object/ },
      touches: ['ENV-06.nothing'],
      alter: dataAs(readsOf.collaborator, (data: Members | Members[], { query }) => {
        const isNamed = query.get('fields')?.split(',').includes('user')
        const filled = (object: Members) => (isNamed ? { user: null, ...object } : object)
        return Array.isArray(data) ? data.map(filled) : filled(data)
      }),
    },
  ),
  fault('collaborator-without-created-at', 'shows no created_at of a collaborator in lists', {
    breaks: { 'COL-01': /created_at of a collaborator in a list must be of type string/ },
    touches: ['ENV-13', 'COL-19.iso', 'LIST-31.unnamed.collaborators', 'LIST-26.collaborators'],
    alter: objects('listCollaborators', object => without(object, 'created_at')),
  }),
  fault('collaborator-schedule-as-number', 'shows the schedule of a collaborator by a number', {
    breaks: { 'COL-01': /schedule_id of a collaborator .* must be of type string/ },
    touches: ['COL-20'],
    alter: objects('collaborator', object => ({ ...object, schedule_id: 1 })),
  }),
  fault('collaborator-id-as-text', 'shows the id of a collaborator as a text in single reads', {
    breaks: { 'COL-02': /id of a collaborator must be an integer/ },
    touches: ['ENV-12', 'ENV-13', 'ENV-09.collaborator', 'COL-01', 'COL-20'],
    alter: objects('readCollaborator', object => ({ ...object, id: String(object.id) })),
  }),
  fault('collaborator-created-with-another-id', 'answers a create without an account with another id', {
    breaks: { 'COL-03': /ids that the list shows for|is no integer/ },
    touches: ['COL-13', 'COL-21', 'ENV-09.collaborator'],
    alter: run('createCollaborator', async ({ body, rows }, usual) => {
      const answer = await usual()
      if (await rows.users.findByEmail(String(body.email))) return answer
      const { data, ...rest } = JSON.parse(answer.body)
      const shown = (data as { id: number }[]).map(({ id }) => ({ id: id + 100_000 }))
      return { ...answer, body: JSON.stringify({ ...rest, data: shown }) }
    }),
  }),
  fault('collaborator-without-email', 'accepts a collaborator without email', {
    breaks: { 'COL-04': /with all but email must be refused/ },
    touches: ['COL-26'],
    alter: body('createCollaborator', { email: textUpTo(200).default('') }),
  }),
  fault('collaborator-email-without-plus', 'refuses an email of a collaborator with a plus in it', {
    breaks: { 'COL-05.plus': /a collaborator whose email has a plus in it must be accepted/ },
    alter: refuseIf('createCollaborator', asked => /\+/.test(String(asked.body.email))),
  }),
  fault('collaborator-email-masked', 'shows a part of the addresses of collaborators in lists', {
    breaks: { 'COL-05': /email, without letter case, differs|email, without letter case, must be/ },
    touches: ids`COL-22 
      ENV-13 ENV-17.collaborator-user LIST-26.user LIST-29.collaborators COL-03 CROSS-08.collaborators`,
    alter: objectTexts('listCollaborators', 'email', email => email.replace(/^(.).*@/, '$1***@')),
  }),
  fault('collaborator-created-with-each-update', 'sets created_at of a collaborator with each update', {
    breaks: { 'COL-19.created': /created_at of a collaborator after an update/ },
    alter: objects('collaborator', object => ({
      ...object,
      created_at: object.updated_at ?? object.created_at,
    })),
  }),
  ...rows(
    ['in-bulk', 'a bulk update', 'changeCollaborators', 'created_at', 'COL-20.bulk'],
    ['by-one', 'an update', 'changeCollaborator', 'updated_at', 'COL-20'],
  ).map(([how, words, which, member, id]) =>
    fault(`collaborator-date-writable-${how}`, `stores ${member} of a collaborator as ${words} sends it`, {
      breaks: { [id]: new RegExp(`${member} is what a (?:bulk )?PUT named`) },
      touches: ['COL-19', 'COL-20'],
      alter: stateful(() => {
        const sent = new Map<string, unknown>()
        return all(
          intercept(which, async (incoming, usual) => {
            const { [member]: value, ...body } = incoming.body
            const answer = await usual(withBody(incoming, body))
            const named = incoming.query.get('ids') ?? incoming.params.collaboratorId ?? ''
            if (value !== undefined && answer.status === 200)
              for (const id of named.split(',')) sent.set(id, value)
            return answer
          }),
          objects('collaborator', object => ({
            ...object,
            [member]: sent.get(String(object.id)) ?? object[member],
          })),
        )
      }),
    }),
  ),
  fault('collaborator-dates-with-an-offset', 'shows the dates of a collaborator in the zone of the server', {
    breaks: { 'COL-19.utc': /created_at of a collaborator is not the time in UTC/ },
    alter: objectTexts('collaborator', dates, utc =>
      new Date(Date.parse(utc) + 7_200_000).toISOString().replace('Z', '+02:00'),
    ),
  }),
  fault('collaborator-dates-as-people-write-them', 'shows collaborator dates as 7/15/2023, 12:00:00 PM', {
    breaks: { 'COL-19.iso': /is no ISO 8601 date and time/ },
    touches: ['COL-19.*'],
    alter: objectTexts('collaborator', dates, utc =>
      new Date(utc).toLocaleString('en-US', { timeZone: 'UTC' }),
    ),
  }),
]
