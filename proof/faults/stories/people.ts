import {
  access,
  after,
  all,
  bookingBulkPuts,
  collection,
  everything,
  lists,
  port,
  refuseIf,
  run,
  singleReads,
  stateful,
} from '../../alter/index.js'
import { type Fault, fault } from '../fault.js'

/*
 * Faults that show only after a sequence of steps. Where a fault forgets, it does so once a walk has cleaned up: the next
 * walk meets the server as it was.
 */

const reads = [...lists, ...singleReads, 'readMe'] as const

export const peopleStories: readonly Fault[] = [
  fault('role-remembered', 'makes a former editor an editor again, while there are other collaborators', {
    breaks: { 'COL-08': /user_role of collaborator/ },
    steps: 4,
    alter: collection('collaborators', usual => {
      const editors = new Set<string>()
      return {
        async insert(row, now) {
          const isFormer = editors.has(`${row.schedule_id}/${row.email}`)
          return usual.insert({ ...row, ...(isFormer && { user_role: 'editor' }) }, now)
        },
        async remove(selection) {
          for (const { json } of await usual.list(selection, everything)) {
            const { schedule_id, email, user_role } = JSON.parse(json)
            if (user_role === 'editor') editors.add(`${schedule_id}/${email}`)
            else editors.delete(`${schedule_id}/${email}`)
          }
          await usual.remove(selection)
          if ((await usual.count({ schedule_id: selection.schedule_id })) === 0) editors.clear()
        },
      }
    }),
  }),
  fault('door-opened-again', 'lets in who left a schedule as soon as somebody else is added to it', {
    breaks: { 'PERM-15': /must be refused/ },
    steps: 4,
    alter: stateful(() => {
      const left = new Set<string>()
      const open = new Set<string>()
      return all(
        collection('schedules', usual => ({
          membershipOf: async (schedule, user) =>
            (await usual.membershipOf(schedule, user)) ??
            (open.has(`${schedule}/${user}`) ? { role: 'viewer' } : undefined),
        })),
        run('createCollaborator', async ({ rows, path, body }, usual) => {
          const added = await rows.users.findByEmail(String(body.email))
          open.delete(`${path.scheduleId}/${added?.id}`)
          const reply = await usual()
          left.delete(`${path.scheduleId}/${added?.id}`)
          for (const each of left) if (each.startsWith(`${path.scheduleId}/`)) open.add(each)
          return reply
        }),
        after(['deleteCollaborator', 'deleteCollaborators'], async ({ rows, path, user, membership }) => {
          if (membership?.role !== 'owner') left.add(`${path.scheduleId}/${user.id}`)
          const others = await rows.collaborators.count({ schedule_id: path.scheduleId })
          if (others === 0) for (const each of [left, open]) each.clear()
        }),
      )
    }),
  }),
  fault('editor-stale', 'lets an editor who is a viewer now write in bulk until that user reads something', {
    breaks: { 'PERM-16': /must be refused/ },
    steps: 4,
    alter: stateful(() => {
      const stale = new Set<string>()
      const bulk = ['changeResources', ...bookingBulkPuts] as const
      return all(
        access(bulk, 'viewer'),
        refuseIf(
          bulk,
          ({ path, user, membership }) =>
            membership?.role === 'viewer' && !stale.has(`${path.scheduleId}/${user.email}`),
          'forbidden',
        ),
        run(reads, async ({ user }, usual) => {
          for (const each of stale) if (each.endsWith(`/${user.email}`)) stale.delete(each)
          return usual()
        }),
        run('changeCollaborator', async ({ rows, path, body }, usual) => {
          const before = await rows.collaborators.find(path.scheduleId, path.collaboratorId ?? 0)
          const reply = await usual()
          const { email, user_role } = JSON.parse(before?.json ?? '{}')
          if (user_role === 'editor' && body.user_role === 'viewer') stale.add(`${path.scheduleId}/${email}`)
          return reply
        }),
      )
    }),
  }),
  fault('language-shared', 'sets both languages if two users choose theirs without a read in between', {
    breaks: { 'USER-28': /language_tag/ },
    steps: 2,
    alter: stateful(() => {
      let last: string | undefined
      return all(
        run(reads, async (_, usual) => {
          last = undefined
          return usual()
        }),
        after('changeMe', async ({ rows, user, body, now }) => {
          const language_tag = body.language_tag as 'en' | 'de' | undefined
          if (last !== undefined && last !== user.id && language_tag !== undefined)
            await rows.users.change(last, { language_tag }, now)
          last = language_tag && user.id
        }),
      )
    }),
  }),
  fault('password-risen', 'accepts the password before the last but one again', {
    breaks: { 'USER-36': /must be refused/ },
    steps: 2,
    alter: stateful(() => {
      const hashes = new Map<string, string[]>()
      return all(
        collection('users', usual => ({
          async change(id, change, now) {
            const own = hashes.get(id) ?? [(await usual.find(id))?.password_hash ?? '']
            if (change.password_hash !== undefined) hashes.set(id, [...own, change.password_hash])
            // Back to the first password.
            if (change.password_hash === own[0]) hashes.delete(id)
            await usual.change(id, change, now)
          },
        })),
        port('passwords', usual => ({
          async verify(password, hash) {
            const former = [...hashes.values()].find(own => own.at(-1) === hash)?.at(-3)
            return (
              (await usual.verify(password, hash)) ||
              (former !== undefined && (await usual.verify(password, former)))
            )
          },
        })),
      )
    }),
  }),
]
