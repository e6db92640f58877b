import * as z from 'zod'
import {
  scheduleId as chosenId,
  dateText,
  newAccount,
  Refusal,
  reply,
  suggest,
  userObject,
} from '../core/index.js'
import { createAccount, createSchedule, newSchedule } from './accounts.js'
import { type ControlOperation, data, operation, operationWithBody } from './control-operation.js'
import type { Snapshots } from './snapshots.js'

/** The running service: its health, its data as a whole, and its recent activity. */
export const serviceOperations: readonly ControlOperation[] = [
  operation('GET /_control/health', 'Check that the service is up', async ({ service, version, clock }) => {
    const schedules = await service.ports.store.read(rows => rows.schedules.list())
    const now = dateText(clock.now())
    return data({ status: 'ok', version, now, schedules: schedules.length })
  }),
  operation(
    'POST /_control/reset',
    'Go back to the seed: its data only, an empty outbox, no recorded requests, the real time, and no latency, failures or variety; snapshots stay',
    ({ reset }) => reset(),
  ),
  operationWithBody(
    'PUT /_control/seed',
    'Replace all data by another seed, and reset everything else: {"users": [...], "schedules": [...]}; later resets go back to it',
    z.looseObject({}),
    ({ load }, seed) => load(seed),
  ),
  operation('GET /_control/outbox', 'List the e-mails sent, newest last', async ({ outbox }) =>
    data(await outbox.list()),
  ),
  operation('DELETE /_control/outbox', 'Empty the outbox', ({ outbox }) => outbox.empty()),
  operation(
    'GET /_control/requests',
    'List the last requests and their responses, newest last',
    ({ records }) => data(records.list()),
  ),
  operation('DELETE /_control/requests', 'Clear the recorded requests', ({ records }) => records.empty()),
  operation(
    'GET /_control/events',
    'Follow requests, e-mails, the clock and changes as Server-Sent Events; with the header Last-Event-ID, from that event on',
    ({ events, lastEventId }) => ({
      ...reply(200, '', { 'content-type': 'text/event-stream; charset=utf-8' }),
      ...{ body: '', parts: events.open(lastEventId) },
    }),
  ),
]

/** Accounts and schedules: the document has no operations to create them. */
export const accountOperations: readonly ControlOperation[] = [
  operation('GET /_control/users', 'List the accounts', async ({ service }) => {
    const users = await service.ports.store.read(rows => rows.users.list())
    return data(users.map(userObject))
  }),
  operationWithBody(
    'POST /_control/users',
    'Create an account: {"email", "password"}, and optionally any writable field of a user, the limits, and an id',
    newAccount,
    async ({ service }, body) => data(await createAccount(service, body), 201),
  ),
  operation(
    'DELETE /_control/users/{userId}',
    'Delete an account by its id, with its schedules and collaborations',
    ({ service: { ports } }, _, { userId = '' }) =>
      ports.store.write(async rows => {
        const user = await rows.users.find(userId)
        if (!user) throw new Refusal('not_found', `There is no account with the id ${userId}`)
        await rows.users.remove(user.id)
        ports.passwords.forget(user.password_hash)
      }),
  ),
  operation('GET /_control/schedules', 'List the schedules and their owners', ({ service }) =>
    service.ports.store.read(async rows => {
      const owners = new Map((await rows.users.list()).map(user => [user.id, user.email]))
      const schedules = await rows.schedules.list()
      return data(schedules.map(({ id, owner_id }) => ({ id, owner: owners.get(owner_id) })))
    }),
  ),
  operationWithBody(
    'POST /_control/schedules',
    'Create a schedule: {"owner": EMAIL}, and optionally an id',
    newSchedule,
    async ({ service }, body) => data(await createSchedule(service, body), 201),
  ),
]

const noSnapshot = (id: string, snapshots: Snapshots) =>
  new Refusal('not_found', `There is no snapshot ${id}; ${suggest(id, snapshots.list())}`)

/** Snapshots of all data. */
export const snapshotOperations: readonly ControlOperation[] = [
  operation('GET /_control/snapshots', 'List the ids of the snapshots', ({ snapshots }) =>
    data(snapshots.list().map(id => ({ id }))),
  ),
  operationWithBody(
    'POST /_control/snapshots',
    'Take a snapshot of all data: {"id": NAME}, or {} for a generated name',
    z.strictObject({ id: chosenId.optional() }),
    async ({ snapshots }, { id }) => data({ id: await snapshots.take(id) }, 201),
  ),
  operation(
    'POST /_control/snapshots/{snapshotId}/restore',
    'Restore the data of a snapshot; the clock, outbox and everything else stay as they are, and requests that wait end at once',
    async ({ snapshots, faults }, _, { snapshotId = '' }) => {
      if (!snapshots.list().includes(snapshotId)) throw noSnapshot(snapshotId, snapshots)
      faults.cutOff()
      await snapshots.restore(snapshotId)
    },
  ),
  operation(
    'DELETE /_control/snapshots/{snapshotId}',
    'Delete a snapshot',
    ({ snapshots }, _, { snapshotId = '' }) => {
      if (!snapshots.remove(snapshotId)) throw noSnapshot(snapshotId, snapshots)
    },
  ),
]
