import type { Repositories } from '../../../server/core/index.js'
import {
  all,
  callAs,
  changesOf,
  collection,
  created,
  everything,
  readsOf,
  run,
  stateful,
  storedObject,
  withBody,
} from '../../alter/index.js'
import { fault } from '../fault.js'

/** Ends all collaborations of an account. */
async function endCollaborations(rows: Repositories, user: string): Promise<void> {
  for (const { id: schedule_id } of await rows.schedules.list()) {
    const part = await rows.schedules.membershipOf(schedule_id, user)
    if (part?.collaborator_id) await rows.collaborators.remove({ schedule_id, ids: [part.collaborator_id] })
  }
}

const readsAndWrites = [
  ...readsOf.collaborator,
  ...changesOf.collaborator,
  'deleteCollaborator',
  'deleteCollaborators',
] as const

/** An id that nothing has. */
const unknown = '999999999'

/** What happens to accounts and collaborations that has to do with something else (sections 2.4, 4.3 and 4.4). */
export const peopleInteractionFaults = [
  fault('collaborator-id-padded', 'answers a create with 9 digits that ids does not recognise', {
    breaks: { 'CROSS-24': /ids=0+\d+ as owner must be accepted/ },
    alter: all(
      created('createCollaborator', ({ id }) => ({ id: String(id).padStart(9, '0') })),
      callAs(readsAndWrites, incoming => ({
        ...incoming.call,
        target: incoming.call.target.replace(/(?<=collaborators\/)0+/, '').replace(/(?<=[=,])0\d+/g, unknown),
      })),
    ),
  }),
  fault('collaborator-comes-back', 'gives a collaborator who left and is added again the role that was', {
    breaks: { 'CROSS-25': /user_role of the one added again must be "viewer"/ },
    alter: stateful(() => {
      const roles = new Map<string, unknown>()
      return all(
        collection('collaborators', usual => ({
          async remove(selection) {
            for (const { json } of await usual.list(selection, everything)) {
              const { schedule_id, email, user_role } = JSON.parse(json)
              roles.set(`${schedule_id} ${email}`, user_role)
            }
            await usual.remove(selection)
          },
        })),
        callAs('createCollaborator', incoming => {
          const user_role = roles.get(`${incoming.params.scheduleId} ${incoming.body.email}`)
          return user_role === undefined ? incoming.call : withBody(incoming, { user_role, ...incoming.body })
        }),
      )
    }),
  }),
  fault('collaborator-id-again', 'leads to a collaborator who was added again by the id that was', {
    breaks: { 'CROSS-25': /of the old id must be refused/ },
    alter: collection('collaborators', usual => {
      const former = new Map<string, number[]>()
      const now = new Map<number, number>()
      const keyOf = (object: { schedule_id: unknown; email: unknown }) =>
        `${object.schedule_id} ${object.email}`
      return {
        find: (schedule_id, id) => usual.find(schedule_id, now.get(id) ?? id),
        async insert(row, at) {
          const id = await usual.insert(row, at)
          for (const old of former.get(keyOf(row)) ?? []) now.set(old, id)
          return id
        },
        async remove(selection) {
          for (const { id, json } of await usual.list(selection, everything)) {
            const key = keyOf(JSON.parse(json))
            former.set(key, [...(former.get(key) ?? []), id])
          }
          await usual.remove(selection)
        },
      }
    }),
  }),
  fault('removed-from-everywhere', 'ends all collaborations of a person removed from one schedule', {
    breaks: { 'CROSS-26': /read of the other schedule must be accepted/ },
    touches: ['PERM-*', 'COL-*', 'TIME-*', 'FILT-*', 'BULK-*', 'CROSS-*'],
    alter: run('deleteCollaborator', async ({ rows, path, membership }, usual) => {
      const removed = await storedObject(rows.collaborators, path.scheduleId, path.collaboratorId)
      const answer = await usual()
      const account = membership?.role === 'owner' && (await rows.users.findByEmail(removed?.email ?? ''))
      if (account) await endCollaborations(rows, account.id)
      return answer
    }),
  }),
  fault('password-ends-collaborations', 'ends the collaborations of an account whose password changes', {
    breaks: { 'CROSS-27': /a read as a collaborator with the new password must be accepted/ },
    alter: run('changeMe', async ({ rows, user, body }, usual) => {
      if (body.new_password !== undefined) await endCollaborations(rows, user.id)
      return usual()
    }),
  }),
  fault('refused-deletion-half-done', "ends an account's collaborations, then refuses without me=1", {
    breaks: { 'CROSS-34': /a read as a collaborator after the refused DELETE must be accepted/ },
    alter: run('deleteMe', async ({ rows, user, query }, usual) => {
      if (query.me === '1') return usual()
      await endCollaborations(rows, user.id)
      return { status: 400, headers: { 'content-type': 'application/json' }, body: '{"success":false}' }
    }),
  }),
  fault('closed-to-old-collaborations', 'locks existing collaborators out if allow_collaboration is off', {
    breaks: { 'CROSS-36': /read after the setting changed must be accepted/ },
    alter: collection('schedules', (usual, rows) => ({
      async membershipOf(schedule, user) {
        const part = await usual.membershipOf(schedule, user)
        if (part?.collaborator_id === undefined) return part
        const account = await rows.users.find(user)
        return account && JSON.parse(account.json).allow_collaboration ? part : undefined
      },
    })),
  }),
]
