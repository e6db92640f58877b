import { ids, rows } from '../../../conformance/check/ids.js'
import { Refusal, type Repositories } from '../../../server/core/index.js'
import {
  access,
  accessUnless,
  after,
  afterCreate,
  inItsSchedule,
  inviteeAs,
  type OperationRequest,
  refuseIf,
  requestAs,
  run,
  scheduleOf,
  scopeOf,
} from '../../alter/requests.js'
import { answered } from '../../alter/responses.js'
import { collection, everything, storedObject, withBooked } from '../../alter/stored.js'
import { type Alter, all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

type Part = Awaited<ReturnType<Repositories['schedules']['membershipOf']>>
type Keep = (schedule: string, user: string, part: Part) => void

/** Users that `make` passes to `keep` retain their membership until they are added again. */
const remembered = (make: (keep: Keep) => Alter): Alter =>
  stateful(() => {
    const kept = new Map<string, Part>()
    return all(
      make((schedule, user, part) => kept.set(`${schedule} ${user}`, part)),
      requestAs('createCollaborator', async ({ rows, path, body }) => {
        const account = await rows.users.findByEmail(String(body.email))
        kept.delete(`${path.scheduleId} ${account?.id}`)
        return {}
      }),
      collection('schedules', usual => ({
        membershipOf: async (schedule, user) =>
          (await usual.membershipOf(schedule, user)) ?? kept.get(`${schedule} ${user}`),
      })),
    )
  })

/** The accounts of collaborators of a schedule, with their memberships. */
async function accountsOf(rows: Repositories, schedule_id: string, ids: readonly number[]) {
  const found = await rows.collaborators.list({ schedule_id, ids }, everything)
  const accounts = []
  for (const { json } of found) {
    const user = (await rows.users.findByEmail(JSON.parse(json).email))?.id
    if (user) accounts.push({ user, part: await rows.schedules.membershipOf(schedule_id, user) })
  }
  return accounts
}

/** Retains the memberships of the collaborators that a deletion removes. */
const keepingRemoved = (
  operation: 'deleteCollaborator' | 'deleteCollaborators',
  keep: Keep,
  idsOf: (asked: OperationRequest) => readonly number[],
) =>
  run(operation, async (asked, usual) => {
    const { scheduleId } = asked.path
    const accounts = await accountsOf(asked.rows, scheduleId, idsOf(asked))
    const answer = await usual()
    for (const { user, part } of accounts) keep(scheduleId, user, part)
    return answer
  })

/** Replaces the allow_collaboration setting of the invitee. */
const allowing = (
  setting: (owner: { allow_collaboration: boolean }) => boolean,
  isIf: (asked: OperationRequest) => unknown = () => true,
) =>
  inviteeAs(async (account, _, asked) => {
    if (!account || !(await isIf(asked))) return account
    const allow_collaboration = setting(JSON.parse(asked.user.json))
    return { ...account, json: JSON.stringify({ ...JSON.parse(account.json), allow_collaboration }) }
  })

/** Passes `make` a predicate that says whether a user has created an object. */
const onlyOnesOwn = (
  make: (isOwn: (kind: 'resource' | 'booking', id: number, user: string) => boolean) => Alter,
) =>
  stateful(() => {
    const makers = new Map<string, string>()
    return all(
      afterCreate('createResource', (id, { user }) => makers.set(`resource ${id}`, user.id)),
      afterCreate('createBooking', (id, { user }) => makers.set(`booking ${id}`, user.id)),
      make((kind, id, user) => makers.get(`${kind} ${id}`) === user),
    )
  })

const bulkOf = {
  resource: ['changeResources', 'deleteResources'],
  booking: ['changeBookings', 'changeResourceBookings', 'deleteBookings', 'deleteResourceBookings'],
} as const

const ownInBulk = onlyOnesOwn(isOwn =>
  all(
    ...(['resource', 'booking'] as const).map(kind =>
      requestAs(bulkOf[kind], async asked => {
        const { membership, query, rows, user } = asked
        if (membership?.role === 'owner' || query.ids) return {}
        const found = await rows[`${kind}s`].ids(scopeOf(asked))
        return { query: { ...query, ids: found.filter(id => isOwn(kind, id, user.id)) } }
      }),
    ),
  ),
)

/** Answers a single PUT of somebody else's object with success, but does nothing. */
const ownOneByOne = onlyOnesOwn(isOwn =>
  run(['changeResource', 'changeBooking'], async ({ membership, path, user }, usual) => {
    const { bookingId, resourceId = 0 } = path
    const isOnesOwn =
      bookingId === undefined ? isOwn('resource', resourceId, user.id) : isOwn('booking', bookingId, user.id)
    return membership?.role === 'owner' || isOnesOwn ? usual() : answered
  }),
)

/** Ignores bulk updates of roles: collaborators keep their previous role until a single update. */
const rolesOfSinglePuts = stateful(() => {
  const former = new Map<number, string>()
  return all(
    run('changeCollaborators', async (asked, usual) => {
      const before = await asked.rows.collaborators.list(scopeOf(asked, asked.query.ids), everything)
      const reply = await usual()
      for (const { id, json } of before) if (!former.has(id)) former.set(id, JSON.parse(json).user_role)
      return reply
    }),
    after('changeCollaborator', ({ path }) => former.delete(path.collaboratorId ?? 0)),
    collection('schedules', usual => ({
      async membershipOf(schedule, user) {
        const part = await usual.membershipOf(schedule, user)
        const role = former.get(part?.collaborator_id ?? 0)
        return part && role ? ({ ...part, role } as typeof part) : part
      },
    })),
  )
})

/** Uses the role of the latest collaboration for all collaborations of the user. */
const roleOfTheLatest = collection('schedules', usual => ({
  async membershipOf(schedule, user) {
    const part = await usual.membershipOf(schedule, user)
    if (part?.collaborator_id === undefined) return part
    const parts = await Promise.all((await usual.list()).map(({ id }) => usual.membershipOf(id, user)))
    const latest = Math.max(...parts.map(each => each?.collaborator_id ?? 0))
    const { role = part.role } = parts.find(each => each?.collaborator_id === latest) ?? part
    return { ...part, role }
  },
}))

const ofOwners = [
  'listCollaborators',
  'readCollaborator',
  'changeCollaborator',
  'createCollaborator',
] as const

/** How collaborations begin and end, and for which schedule. */
export const permissionMembershipFaults = [
  fault('access-after-leaving', 'still lets in those who deleted their own collaborator object', {
    breaks: { 'PERM-09': /as (?:editor|viewer) must be refused, but was accepted/ },
    alter: remembered(keep =>
      after('deleteCollaborator', async ({ path, user, membership }) => {
        if (membership?.role !== 'owner') keep(path.scheduleId, user.id, membership)
      }),
    ),
  }),
  fault('writes-after-removal', 'lets former editors write, because it remembers who may', {
    breaks: {
      'PERM-09.editor': /a write of a former editor had an effect/,
      'PERM-13.editor.single': /a write of a former editor had an effect/,
      'PERM-13.editor.bulk': /a write of a former editor had an effect/,
    },
    touches: ['PERM-18'],
    alter: stateful(() => {
      const editors = new Set<string>()
      return all(
        collection('schedules', usual => ({
          async membershipOf(schedule, user) {
            const part = await usual.membershipOf(schedule, user)
            if (part?.role === 'editor') editors.add(`${schedule} ${user}`)
            return part
          },
        })),
        accessUnless(
          ['changeResource', 'deleteResource', 'changeBooking', 'deleteBooking'],
          'account',
          async ({ rows, path, user }) => {
            const part = await rows.schedules.membershipOf(path.scheduleId, user.id)
            const isRemembered = part === undefined && editors.has(`${path.scheduleId} ${user.id}`)
            return !isRemembered && part?.role !== 'owner' && part?.role !== 'editor'
          },
        ),
      )
    }),
  }),
  ...rows(
    ['read', 'readCollaborator', ['PERM-02.viewer.of-user']],
    ['changed', 'changeCollaborator', ['PERM-04.viewer.of-user']],
    ['deleted', 'deleteCollaborator', ['PERM-07.viewer.of-user', 'PERM-07.editor.of-user']],
  ).map(([verb, which, checks]) =>
    fault(
      `collaborator-${verb}-as-any-user`,
      `treats the object of any collaborator with an account as the caller's own where it is ${verb}`,
      {
        breaks: Object.fromEntries(checks.map(id => [id, /must be refused, but was accepted/])),
        touches: ['PERM-02.*.own', 'PERM-04.*.own', 'USER-32'],
        alter: accessUnless(which, 'viewer', async ({ rows, path, membership }) => {
          const { scheduleId, collaboratorId = 0 } = path
          const kept = await storedObject(rows.collaborators, scheduleId, collaboratorId)
          const account = kept && (await rows.users.findByEmail(String(kept.email)))
          return membership?.role !== 'owner' && account === undefined
        }),
      },
    ),
  ),
  fault('access-after-removal', 'still lets in those whom the owner removed by a single deletion', {
    breaks: { 'PERM-13': /as (?:editor|viewer) must be refused, but was accepted/ },
    touches: ['PERM-03.stranger.own', 'COL-15.pattern'],
    alter: remembered(keep =>
      keepingRemoved('deleteCollaborator', keep, ({ path, membership }) =>
        membership?.role === 'owner' ? [path.collaboratorId ?? 0] : [],
      ),
    ),
  }),
  fault('removed-collaborator-takes-bookings', 'deletes with a collaborator the bookings that they made', {
    breaks: { 'CROSS-26.bookings': /a read of a booking by a collaborator who was removed must be accepted/ },
    touches: ['BKG-28.answers'],
    alter: withBooked(booked =>
      after(['deleteCollaborator', 'deleteCollaborators'], async ({ rows, path }) => {
        for (const { id, schedule_id, user } of booked) {
          if (schedule_id !== path.scheduleId || (await rows.schedules.membershipOf(schedule_id, user)))
            continue
          await rows.bookings.remove({ schedule_id, ids: [id] })
        }
      }),
    ),
  }),
  fault('access-after-removal-in-bulk', 'still lets in those whom the owner removed in bulk', {
    breaks: {
      'PERM-13.editor.bulk': /as editor must be refused, but was accepted/,
      'PERM-13.viewer.bulk': /as viewer must be refused, but was accepted/,
    },
    alter: remembered(keep => keepingRemoved('deleteCollaborators', keep, ({ query }) => query.ids ?? [])),
  }),
  fault('owner-of-anything', 'treats the owner of any schedule as owner of all, for collaborators', {
    breaks: { 'PERM-10.stranger': /not the owner of this schedule must be refused/ },
    touches: ['AUTH-06.together', 'PERM-0*.stranger', 'PERM-10.collaborator'],
    alter: accessUnless(ofOwners, 'account', async ({ rows, user }) =>
      (await rows.schedules.list()).every(({ owner_id }) => owner_id !== user.id),
    ),
  }),
  fault('owner-elsewhere', 'treats collaborators who own another schedule as owners', {
    breaks: { 'PERM-10.collaborator': /by a viewer must be refused/ },
    alter: accessUnless(
      ofOwners,
      'viewer',
      async ({ rows, user, membership }) =>
        membership?.role !== 'owner' &&
        (await rows.schedules.list()).every(({ owner_id }) => owner_id !== user.id),
    ),
  }),
  fault('leaving-refused-after-a-new-role', 'lets nobody leave whose role has been changed', {
    breaks: { 'PERM-08': /must be accepted, but was not/ },
    alter: stateful(() => {
      const changed = new Set<number | undefined>()
      return all(
        after('changeCollaborator', ({ path }) => changed.add(path.collaboratorId)),
        refuseIf(
          'deleteCollaborator',
          ({ membership, path }) => membership?.role !== 'owner' && changed.has(path.collaboratorId),
          'forbidden',
        ),
      )
    }),
  }),
  fault('own-object-by-address', 'knows the own object of collaborators by the address they have', {
    breaks: { 'USER-32.own': /by an account with a new address must be accepted/ },
    alter: refuseIf(
      'deleteCollaborator',
      async ({ rows, path, user, membership }) => {
        const kept = await storedObject(rows.collaborators, path.scheduleId, path.collaboratorId)
        return membership?.role !== 'owner' && kept?.email !== user.email
      },
      'forbidden',
    ),
  }),
  fault('collaborator-by-id-alone', 'finds a collaborator by id, whatever schedule the path names', {
    breaks: { 'PERM-10': /path of another schedule shows the collaborator/ },
    touches: ids`
      BULK-02.collaborators BULK-05.collaborators BULK-14.collaborators BULK-16.collaborators
      BULK-21.collaborators BULK-22.collaborators BULK-23.collaborators BULK-02 BULK-05 CROSS-01 CROSS-02`,
    alter: inItsSchedule('readCollaborator'),
  }),
  fault('collaborator-changed-by-id-alone', 'changes a collaborator through another own schedule', {
    breaks: { 'PERM-10': /collaborator \d+/ },
    alter: inItsSchedule(['changeCollaborator', 'deleteCollaborator']),
  }),
  fault('editor-through-the-own-path', 'finds what an editor changes or deletes by its id alone', {
    breaks: { 'PERM-19.elsewhere': /(?:resource|booking) \d+/ },
    touches: ['BKG-28'],
    alter: requestAs(['changeResource', 'changeBooking', 'deleteResource', 'deleteBooking'], async asked => {
      const scheduleId = asked.membership?.role === 'editor' ? await scheduleOf(asked) : undefined
      return scheduleId === undefined ? {} : { path: { ...asked.path, scheduleId } }
    }),
  }),
  fault(
    'editor-by-ids-of-any-schedule',
    'deletes the bookings that an editor lists, whatever schedule they are of',
    {
      breaks: { 'PERM-19.elsewhere': /booking \d+/ },
      touches: ['BKG-28'],
      alter: run('deleteBookings', async ({ membership, rows, query }, usual) => {
        if (membership?.role !== 'editor' || !query.ids) return usual()
        for (const { id } of await rows.schedules.list())
          await rows.bookings.remove({ schedule_id: id, ids: query.ids })
        return answered
      }),
    },
  ),
  fault('leaving-by-any-path', 'lets collaborators delete their own object through any schedule', {
    breaks: { 'PERM-11': /must be refused, but was accepted/ },
    alter: all(
      access('deleteCollaborator', 'account'),
      requestAs('deleteCollaborator', async asked => {
        const { rows, path, user } = asked
        const schedule = (await scheduleOf(asked)) ?? ''
        const [own, here] = await Promise.all(
          [schedule, path.scheduleId].map(id => rows.schedules.membershipOf(id, user.id)),
        )
        if (own?.collaborator_id === path.collaboratorId && own?.collaborator_id !== undefined)
          return { path: { ...path, scheduleId: schedule } }
        if (here?.role === 'owner') return {}
        throw new Refusal(here ? 'forbidden' : 'not_found', 'Only the owner may do that')
      }),
    ),
  }),
  fault('allow-collaboration-ignored', 'adds users whose allow_collaboration is false', {
    breaks: { 'PERM-20': /allow_collaboration = false must be refused/ },
    alter: allowing(() => true),
  }),
  fault('allow-collaboration-not-of-invited', 'checks allow_collaboration unless an invitation is sent', {
    breaks: { 'PERM-20.invited': /allow_collaboration = false with invite = true must be refused/ },
    alter: allowing(
      () => true,
      ({ body }) => body.invite === true,
    ),
  }),
  fault(
    'allow-collaboration-of-the-new-alone',
    'checks allow_collaboration only for users who do not collaborate anywhere yet',
    {
      breaks: { 'PERM-20.elsewhere': /who collaborates in another schedule must be refused/ },
      alter: allowing(
        () => true,
        async ({ body, rows }) => {
          const account = await rows.users.findByEmail(String(body.email))
          const schedules = await rows.schedules.list()
          const parts = schedules.map(({ id }) => rows.schedules.membershipOf(id, account?.id ?? ''))
          return (await Promise.all(parts)).some(part => part?.collaborator_id !== undefined)
        },
      ),
    },
  ),
  fault(
    'editor-reaches-own-in-bulk',
    'lets a bulk request of an editor affect only objects that the editor created',
    {
      breaks: {
        'PERM-22.resources': /was accepted, and did not affect all objects in scope/,
        'PERM-22.bookings': /was accepted, and did not affect all objects in scope/,
        'PERM-22.resource-bookings': /was accepted, and did not affect all objects in scope/,
      },
      alter: ownInBulk,
    },
  ),
  fault(
    'editor-changes-own-alone',
    "accepts an editor's update of an object that somebody else created, and does nothing",
    {
      breaks: { 'PERM-22.resources': /is not as it must be/, 'PERM-22.bookings': /is not as it must be/ },
      touches: ['PERM-17', 'PERM-18', 'PERM-22', 'BKG-21', 'TIME-14'],
      alter: ownOneByOne,
    },
  ),
  fault(
    'roles-of-single-updates',
    'shows a role that a bulk update has set, and still applies the role before it',
    {
      breaks: { 'PERM-18.bulk': /right after the viewer became an editor must be accepted/ },
      alter: rolesOfSinglePuts,
    },
  ),
  fault(
    'role-of-the-latest-collaboration',
    'applies the role in the schedule that the collaborator was added to last',
    {
      breaks: {
        'PERM-18': /by a viewer of this schedule who became an editor of another one must be refused/,
      },
      touches: ['PERM-*'],
      alter: roleOfTheLatest,
    },
  ),
  fault('allow-collaboration-of-the-owner', 'checks allow_collaboration of the owner, not the invitee', {
    breaks: { 'PERM-20': /allow_collaboration = false must be refused/ },
    alter: allowing(owner => owner.allow_collaboration),
  }),
]
