import { z } from 'zod'
import {
  newAccount,
  newUser,
  Refusal,
  register,
  reply,
  scheduleId,
  suggest,
  userObject,
} from '../core/index.js'
import { type ControlOperation, controlOperation } from './control-operation.js'

const data = (status: number, value: unknown) => reply(status, JSON.stringify({ success: true, data: value }))

const newSchedule = z.strictObject({
  id: scheduleId.optional(),
  owner: z.string({ error: 'is required: the e-mail address of an account' }),
})

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
    async run({ body, controlled: { service } }) {
      const { ports, settings } = service
      const password_hash = await ports.passwords.hash(body.password)
      const { requestRateLimit } = settings
      const user = newUser(body, { id: ports.ids.user(), password_hash, requestRateLimit })
      return ports.store.write(async rows => {
        await register(rows, user, ports.clock.now())
        const stored = await rows.users.find(user.id)
        return data(201, stored && userObject(stored))
      })
    },
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
    run: ({ body, controlled: { service } }) =>
      service.ports.store.write(async rows => {
        const { ports } = service
        const owner = await rows.users.findByEmail(body.owner)
        if (!owner) {
          const known = (await rows.users.list()).map(user => user.email)
          throw new Refusal('invalid', `There is no account ${body.owner}; ${suggest(body.owner, known)}`)
        }
        const id = body.id ?? ports.ids.schedule()
        await rows.schedules.insert({ id, owner_id: owner.id }, ports.clock.now())
        return data(201, { id, owner: owner.email })
      }),
  }),
]
