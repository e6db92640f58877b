import * as z from 'zod'
import { scheduleId as chosenId, newAccount, Refusal, suggest, userObject } from '../core/index.js'
import { createAccount, createSchedule, newSchedule } from './accounts.js'
import { type ControlOperation, controlOperation, data, done } from './control-operation.js'
import type { Snapshots } from './snapshots.js'

/** The running service: its health, its data as a whole, and what it did. */
export const serviceOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/health',
    summary: 'Check that the service is up',
    async run({ controlled: { service, version, clock } }) {
      const schedules = await service.ports.store.read(rows => rows.schedules.list())
      const now = new Date(clock.now()).toISOString()
      return data({ status: 'ok', version, now, schedules: schedules.length })
    },
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/reset',
    summary:
      'Go back to the seed: its data only, an empty outbox, no recorded requests, the real time, and no latency, failures or variety; snapshots stay',
    async run({ controlled }) {
      await controlled.reset()
      return done
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/outbox',
    summary: 'List the e-mails sent, newest last',
    run: async ({ controlled }) => data(await controlled.outbox.list()),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/outbox',
    summary: 'Empty the outbox',
    run({ controlled }) {
      controlled.outbox.empty()
      return done
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/requests',
    summary: 'List the last requests and their responses, newest last',
    run: ({ controlled }) => data(controlled.records.list()),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/requests',
    summary: 'Clear the recorded requests',
    run({ controlled }) {
      controlled.records.empty()
      return done
    },
  }),
]

/** Accounts and schedules: the document shows no way to create them. */
export const accountOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/users',
    summary: 'List the accounts',
    async run({ controlled: { service } }) {
      const users = await service.ports.store.read(rows => rows.users.list())
      return data(users.map(userObject))
    },
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/users',
    summary:
      'Create an account: {"email", "password"}, and optionally any writable field of a user, the limits, and an id',
    body: newAccount,
    run: async ({ body, controlled: { service } }) => data(await createAccount(service, body), 201),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/users/{userId}',
    summary: 'Delete an account by its id, with its schedules and collaborations',
    run: ({ params, controlled: { service } }) =>
      service.ports.store.write(async rows => {
        const { ports } = service
        const user = await rows.users.find(params.userId ?? '')
        if (!user) throw new Refusal('not_found', `There is no account with the id ${params.userId}`)
        await rows.users.remove(user.id)
        ports.passwords.forget(user.password_hash)
        return done
      }),
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/schedules',
    summary: 'List the schedules and their owners',
    run: ({ controlled: { service } }) =>
      service.ports.store.read(async rows => {
        const owners = new Map((await rows.users.list()).map(user => [user.id, user.email]))
        const schedules = await rows.schedules.list()
        return data(schedules.map(({ id, owner_id }) => ({ id, owner: owners.get(owner_id) })))
      }),
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/schedules',
    summary: 'Create a schedule: {"owner": EMAIL}, and optionally an id',
    body: newSchedule,
    run: async ({ body, controlled: { service } }) => data(await createSchedule(service, body), 201),
  }),
]

const snapshotsPath = '/_control/snapshots'

const noSnapshot = (id: string, snapshots: Snapshots) =>
  new Refusal('not_found', `There is no snapshot ${id}; ${suggest(id, snapshots.list())}`)

export const snapshotOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: snapshotsPath,
    summary: 'List the ids of the snapshots',
    run: ({ controlled: { snapshots } }) => data(snapshots.list().map(id => ({ id }))),
  }),
  controlOperation({
    method: 'POST',
    path: snapshotsPath,
    summary: 'Take a snapshot of all data: {"id": NAME}, or {} for a generated name',
    body: z.strictObject({ id: chosenId.optional() }),
    async run({ body: { id }, controlled: { snapshots } }) {
      return data({ id: await snapshots.take(id) }, 201)
    },
  }),
  controlOperation({
    method: 'POST',
    path: `${snapshotsPath}/{snapshotId}/restore`,
    summary:
      'Restore the data of a snapshot; the clock, outbox and everything else stay as they are, and delayed requests are cut off',
    async run({ params: { snapshotId = '' }, controlled: { snapshots, faults } }) {
      if (!snapshots.list().includes(snapshotId)) throw noSnapshot(snapshotId, snapshots)
      faults.delay.cutOff()
      await snapshots.restore(snapshotId)
      return done
    },
  }),
  controlOperation({
    method: 'DELETE',
    path: `${snapshotsPath}/{snapshotId}`,
    summary: 'Delete a snapshot',
    run({ params: { snapshotId = '' }, controlled: { snapshots } }) {
      if (!snapshots.remove(snapshotId)) throw noSnapshot(snapshotId, snapshots)
      return done
    },
  }),
]
