import { ids } from '../../../conformance/check/ids.js'
import type { Selection, Stored } from '../../../server/core/index.js'
import { changesOf } from '../../alter/operation-groups.js'
import { after, bodyAs, run, scopeOf } from '../../alter/requests.js'
import { intercept, refused, without } from '../../alter/responses.js'
import { anything, body, oneOf, textUpTo } from '../../alter/schemas.js'
import {
  collection,
  everything,
  notedCollaborators,
  pageOf,
  rolesComeBack,
  storedObject,
  withCreated,
} from '../../alter/stored.js'
import { type Alter, all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Passes `make` the collaborators that single deletions have removed, by schedule. */
const withDeletedCollaborators = (
  make: (deleted: (schedule_id: string) => readonly Stored[]) => Alter,
): Alter =>
  stateful(() => {
    const deleted = new Map<string, Stored[]>()
    return all(
      run('deleteCollaborator', async ({ rows, path: { scheduleId, collaboratorId = 0 } }, usual) => {
        const kept = await rows.collaborators.find(scheduleId, collaboratorId)
        const answer = await usual()
        if (kept) deleted.set(scheduleId, [...(deleted.get(scheduleId) ?? []), kept])
        return answer
      }),
      make(schedule_id => deleted.get(schedule_id) ?? []),
    )
  })

/** Sets a read-only member of collaborators from the body of an update. */
const settingReadOnly = (
  operation: 'changeCollaborator' | 'changeCollaborators',
  member: Parameters<typeof body>[1],
) =>
  notedCollaborators(note =>
    all(
      body(operation, member),
      bodyAs(operation, (body, { path, query }) => {
        const sent = Object.entries(body).filter(([name]) => name in member)
        if (sent.length === 0) return body
        for (const id of query?.ids ?? [path.collaboratorId ?? 0]) note(id, Object.fromEntries(sent))
        return without(body, ...Object.keys(member))
      }),
    ),
  )

/** Changes the role of a person in all of their schedules. */
const ofThePerson = (which: 'changeCollaborator' | 'changeCollaborators') =>
  after(which, async asked => {
    const { rows, path, query, body, now } = asked
    if (typeof body.user_role !== 'string') return
    const ids = path.collaboratorId === undefined ? query.ids : [path.collaboratorId]
    const schedules = await rows.schedules.list()
    for (const { json } of await rows.collaborators.list(scopeOf(asked, ids), everything)) {
      const account = await rows.users.findByEmail(JSON.parse(json).email)
      for (const { id: schedule_id } of account ? schedules : []) {
        const part = await rows.schedules.membershipOf(schedule_id, account?.id ?? '')
        if (part?.collaborator_id)
          await rows.collaborators.change({ schedule_id, ids: [part.collaborator_id] }, body, now)
      }
    }
  })

/** Roles, read-only members and deletions of collaborators. */
export const collaboratorRolesFaults = [
  fault(
    'collaborator-default-of-before',
    'adds an address again with the role that it had, unless one is sent',
    {
      breaks: {
        'COL-08.again': /user_role of a collaborator created again must be "viewer"/,
        'COL-08.again-registered': /user_role of a collaborator created again must be "viewer"/,
        'CROSS-25': /user_role of the one added again must be "viewer"/,
      },
      alter: rolesComeBack,
    },
  ),
  fault('role-viewer-refused-in-bulk', 'makes nobody a viewer in a bulk update', {
    breaks: { 'COL-09.bulk.viewer': /must be accepted, but was not/ },
    touches: ids`COL-22 PERM-18
      COL-19.created BULK-03.collaborators BULK-19.collaborators PERM-05.*.all PERM-05.*.own`,
    alter: body('changeCollaborators', { user_role: oneOf('editor') }),
  }),
  fault('role-ignored-on-create', 'makes every new collaborator a viewer', {
    breaks: { 'COL-09.create.editor': /user_role of the new collaborator must be "editor"/ },
    touches: ['COL-28'],
    alter: bodyAs('createCollaborator', body => ({ ...body, user_role: 'viewer' })),
  }),
  fault('role-never-taken-back', 'answers that an editor has become a viewer, and leaves it at that', {
    breaks: {
      'COL-09.update.viewer': /user_role is not as it must be/,
      'COL-22': /user_role is not as it must be/,
    },
    touches: ['PERM-04.editor.own', 'PERM-18'],
    alter: bodyAs('changeCollaborator', body => (body.user_role === 'viewer' ? {} : body)),
  }),
  fault('role-compared-with-the-first', 'ignores a new role that equals the role at creation', {
    breaks: { 'COL-22': /user_role is not as it must be/ },
    touches: ['PERM-18'],
    alter: withCreated('collaborators', created =>
      bodyAs('changeCollaborator', (body, { path }) =>
        created.get(path.collaboratorId ?? 0)?.user_role === body.user_role ? {} : body,
      ),
    ),
  }),
  fault('role-of-the-person', 'changes a role in every schedule that the person is a collaborator of', {
    breaks: { 'COL-22.elsewhere': /in the other schedule must be "editor", but is "viewer"/ },
    touches: ['CROSS-40', 'PERM-*'],
    alter: ofThePerson('changeCollaborator'),
  }),
  fault('role-of-the-person-in-bulk', 'changes roles in bulk in every schedule of the persons', {
    breaks: { 'COL-22.elsewhere.bulk': /in the other schedule must be "editor", but is "viewer"/ },
    touches: ['CROSS-40', 'PERM-*'],
    alter: ofThePerson('changeCollaborators'),
  }),
  fault('collaborator-put-sets-created-at', 'sets created_at of a collaborator from the body of an update', {
    breaks: { 'COL-20': /created_at is what a PUT named/ },
    alter: settingReadOnly('changeCollaborator', { created_at: anything }),
  }),
  fault('collaborator-put-renames-the-user', 'sets the names of a user from an update of a collaborator', {
    breaks: { 'COL-20.user': /user is not as it must be/ },
    alter: all(
      body('changeCollaborator', { user: anything }),
      run('changeCollaborator', async ({ body: { user, ...body }, rows, path, now }, usual) => {
        const { scheduleId, collaboratorId = 0 } = path
        const kept = await storedObject(rows.collaborators, scheduleId, collaboratorId)
        const account = await rows.users.findByEmail(kept?.email ?? '')
        const { firstname, lastname } = (user ?? {}) as { firstname?: string; lastname?: string }
        if (account && user) await rows.users.change(account.id, { firstname, lastname }, now)
        return usual({ body })
      }),
    ),
  }),
  fault('collaborator-email-set-in-bulk', 'sets the email of collaborators from the body of a bulk update', {
    breaks: { 'COL-24': /email/ },
    alter: settingReadOnly('changeCollaborators', { email: textUpTo(200) }),
  }),
  fault('collaborator-email-set-by-put', 'sets the email of a collaborator from the body of an update', {
    breaks: { 'COL-06': /email/ },
    alter: settingReadOnly('changeCollaborator', { email: textUpTo(200) }),
  }),
  fault('collaborator-linked-by-put', 'links a collaborator to the account whose email an update has', {
    breaks: { 'COL-06.account': /user/ },
    touches: ['PERM-*', 'COL-*', 'CROSS-*'],
    alter: all(
      body('changeCollaborator', { email: anything }),
      run('changeCollaborator', async ({ body: { email, ...body }, rows, path }, usual) => {
        const account = await rows.users.findByEmail(String(email))
        const reply = await usual({ body })
        if (account) await rows.collaborators.link(path.collaboratorId ?? 0, account.id)
        return reply
      }),
    ),
  }),
  fault('role-any-on-create', 'accepts any word as a role when a collaborator is created', {
    breaks: { 'COL-10.create': /user_role "owner" must be refused/ },
    alter: body('createCollaborator', { user_role: textUpTo(20) }),
  }),
  fault('role-any-on-update', 'accepts any word as a role in a single update', {
    breaks: { 'COL-10.update': /user_role "owner" must be refused/ },
    touches: ['ENV-05.values'],
    alter: body(changesOf.collaborator[0], { user_role: textUpTo(20) }),
  }),
  fault('collaborator-read-with-account-only', 'reads only collaborators that have an account', {
    breaks: { 'COL-21': /an object that is needed cannot be read/ },
    alter: intercept('readCollaborator', async (_, usual) => {
      const answer = await usual()
      const { data } = JSON.parse(answer.body)
      return data && !data.user && 'email' in data ? refused(404) : answer
    }),
  }),
  fault('collaborator-deleted-softly', 'still reads a collaborator that was deleted in a single deletion', {
    breaks: { 'COL-23.single': /reading the deleted collaborator \d+ must be refused/ },
    touches: ids`
      COL-21.delete-collaborator PERM-07 PERM-08 PERM-12.delete-collaborator CROSS-24 CROSS-25 USER-32`,
    alter: withDeletedCollaborators(deleted =>
      collection('collaborators', usual => ({
        find: async (schedule_id, id) =>
          (await usual.find(schedule_id, id)) ?? deleted(schedule_id).find(kept => kept.id === id),
      })),
    ),
  }),
  fault('collaborator-deleted-but-listed', 'still lists a collaborator after its single deletion', {
    breaks: { 'COL-23.single': /after collaborator \d+ was deleted/ },
    touches: ids`
      BULK-02.collaborators BULK-05.collaborators COL-21.delete-collaborator PERM-03.stranger.own PERM-07
      PERM-08 PERM-12.delete-collaborator PERM-20 CROSS-24`,
    alter: withDeletedCollaborators(deleted =>
      collection('collaborators', usual => {
        const listed = ({ schedule_id, ids }: Selection) =>
          deleted(schedule_id).filter(({ id }) => !ids || ids.includes(id))
        return {
          list: async (selection, slice) =>
            pageOf([...(await usual.list(selection, everything)), ...listed(selection)], slice),
          count: async selection => (await usual.count(selection)) + listed(selection).length,
        }
      }),
    ),
  }),
]
