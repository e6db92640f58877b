import { newAccount, Refusal, reply, userObject } from '../core/index.js'
import { createAccount, createSchedule, newSchedule } from './accounts.js'
import { type ControlOperation, controlOperation } from './control-operation.js'

const data = (status: number, value: unknown) => reply(status, JSON.stringify({ success: true, data: value }))

/** Accounts and schedules: the document shows no way to create them. */
export const accountOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/users',
    summary: 'List the accounts',
    async run({ controlled: { service } }) {
      const users = await service.ports.store.read(rows => rows.users.list())
      return data(200, users.map(userObject))
    },
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/users',
    summary: 'Create an account: {"email", "password"} and any writable member of a user, the limits, an id',
    body: newAccount,
    run: async ({ body, controlled: { service } }) => data(201, await createAccount(service, body)),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/users/{userId}',
    summary: 'End an account, by its id, with its schedules and collaborations',
    run: ({ params, controlled: { service } }) =>
      service.ports.store.write(async rows => {
        const { ports } = service
        const user = await rows.users.find(params.userId ?? '')
        if (!user) throw new Refusal('not_found', `There is no account with the id ${params.userId}`)
        await rows.users.remove(user.id)
        ports.passwords.forget(user.password_hash)
        return reply(200, JSON.stringify({ success: true }))
      }),
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/schedules',
    summary: 'List the schedules with their owners',
    run: ({ controlled: { service } }) =>
      service.ports.store.read(async rows => {
        const owners = new Map((await rows.users.list()).map(user => [user.id, user.email]))
        const schedules = await rows.schedules.list()
        return data(
          200,
          schedules.map(({ id, owner_id }) => ({ id, owner: owners.get(owner_id) })),
        )
      }),
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/schedules',
    summary: 'Create a schedule: {"owner": EMAIL} and an id, if a certain one is wanted',
    body: newSchedule,
    run: async ({ body, controlled: { service } }) => data(201, await createSchedule(service, body)),
  }),
]
