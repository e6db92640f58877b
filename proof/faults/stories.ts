import { UniqueViolation } from '../../server/core/index.js'
import { bookingBulkPuts, lists, singleReads } from '../alter/operation-groups.js'
import { after, run, zoneAs } from '../alter/requests.js'
import { pagination } from '../alter/responses.js'
import { collection, everything, port, removing, withCreated } from '../alter/stored.js'
import { all, stateful } from '../server/parts.js'
import { type Fault, fault } from './fault.js'

const reads = [...lists, ...singleReads, 'readMe'] as const

/**
 * Faults that show only after a sequence of steps: `explore` must find them and shrink them to `steps`; single checks need
 * not see them. A fault with state resets it once a walk has cleaned up, so that the next walk finds the server unchanged.
 */
export const stories: readonly Fault[] = [
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
    // One of the steps creates the object that shows the fault.
    steps: 5,
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
          if (last && last !== user.id && language_tag) await rows.users.change(last, { language_tag }, now)
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
            // The account has its first password again.
            if (change.password_hash === own[0]) hashes.delete(id)
            await usual.change(id, change, now)
          },
        })),
        port('passwords', usual => ({
          async verify(password, hash) {
            const former = [...hashes.values()].find(own => own.at(-1) === hash)?.at(-3)
            return (await usual.verify(password, hash)) || usual.verify(password, former)
          },
        })),
      )
    }),
  }),
  fault('third-rename-reserved', 'never frees the name that a resource leaves with its third rename', {
    breaks: { 'UNIQ-11': /must be accepted/ },
    steps: 5,
    alter: collection('resources', usual => {
      const renames = new Map<number, number>()
      const reserved = new Set<unknown>()
      const check = (name: string | undefined) => {
        if (reserved.has(name)) throw new UniqueViolation('resource name')
      }
      return {
        async insert(row, now) {
          check(row.name)
          return usual.insert(row, now)
        },
        async change(selection, change, now) {
          check(change.name)
          const before = change.name === undefined ? [] : await usual.list(selection, everything)
          await usual.change(selection, change, now)
          for (const { id, json } of before) {
            const { name } = JSON.parse(json)
            if (name === change.name) continue
            const times = (renames.get(id) ?? 0) + 1
            renames.set(id, times)
            if (times >= 3) reserved.add(name)
          }
        },
      }
    }),
  }),
  fault('zone-stale-in-bulk', "reads times without a zone in bulk updates in the user's previous zone", {
    breaks: { 'TIME-09': /start/ },
    steps: 4,
    alter: stateful(() => {
      const previous = new Map<string, string>()
      return all(
        after('changeMe', ({ user, body }) => {
          // A walk ends with the zone that it started with.
          if (body.timezone === 'UTC') previous.delete(user.id)
          else if (body.timezone !== undefined) previous.set(user.id, user.timezone)
        }),
        zoneAs(bookingBulkPuts, ({ user }) => previous.get(user.id)),
      )
    }),
  }),
  fault('moved-booking-counted', 'counts a booking that was moved and deleted where it was first', {
    breaks: { 'LIST-11': /total_count/ },
    steps: 5,
    alter: withCreated('bookings', created => {
      const ghosts: number[] = []
      return all(
        run('deleteBooking', async ({ rows, path: { scheduleId, bookingId = 0 } }, usual) => {
          const kept = await rows.bookings.find(scheduleId, bookingId)
          const reply = await usual()
          const home = created.get(bookingId)?.resource_id
          if (home !== undefined && kept && JSON.parse(kept.json).resource_id !== home) ghosts.push(home)
          return reply
        }),
        pagination('listResourceBookings', (usual, { params }) => ({
          ...usual,
          total_count: usual.total_count + ghosts.filter(home => String(home) === params.resourceId).length,
        })),
      )
    }),
  }),
  fault('moved-bookings-deleted', 'deletes with a resource the bookings that were moved away from it', {
    breaks: { 'BKG-28': /booking/ },
    steps: 5,
    alter: withCreated('bookings', created =>
      after('deleteResource', async ({ rows, path }) => {
        const theirs = [...created].filter(([, { resource_id }]) => resource_id === path.resourceId)
        await rows.bookings.remove({ schedule_id: path.scheduleId, ids: theirs.map(([id]) => id) })
      }),
    ),
  }),
  fault('note-forgotten-after-move', 'clears the note of a moved booking with its next update', {
    breaks: { 'BKG-29': /note/ },
    steps: 4,
    alter: stateful(() => {
      const moved = new Set<unknown>()
      return run('changeBooking', async ({ path, body }, usual) => {
        const clears = moved.has(path.bookingId) && body.note === undefined
        const reply = await usual({ body: { ...body, ...(clears && { note: '' }) } })
        if (body.resource_id !== undefined) moved.add(path.bookingId)
        return reply
      })
    }),
  }),
  fault('note-inherited', 'gives a resource the note of a deleted one that had its name', {
    breaks: { 'RES-40': /note/ },
    steps: 3,
    alter: collection('resources', usual => {
      const notes = new Map<string, string>()
      return {
        insert: (row, now) => usual.insert({ ...row, note: notes.get(row.name) ?? row.note }, now),
        remove: removing(usual, ({ name, note }) => {
          if (note !== '') notes.set(name, note)
        }),
      }
    }),
  }),
]
