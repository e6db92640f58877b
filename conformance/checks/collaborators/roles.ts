import { membersOf } from '../../catalogue/members.js'
import {
  accepted,
  allChanged,
  answeredId,
  changedOnly,
  has,
  holds,
  none,
  notElsewhere,
  nothingCreated,
  now,
  refused,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Made } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import { instantOf } from '../../check/instants.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { join, joiningSecond, withEmail } from './membership.js'

const otherThan = { viewer: 'editor', editor: 'viewer' } as const
const noRoles = ['owner', 'constructor', '', 'editors', 'editor\nx', true, 0, ['editor']]

/** Read-only dates, as a caller may send them. */
const dates = { created_at: '2001-01-01T00:00:00Z', updated_at: '2001-01-01T00:00:00Z' }

/** Asserts that an object does not have the dates that a request named. */
function hasOwnDates(read: JsonObject, request: string, reply: Reply): void {
  for (const [member, sent] of Object.entries(dates)) {
    const isSent = instantOf(read[member]) === instantOf(sent)
    holds(!isSent, `${member} is what ${request} named`, { actual: read[member], replies: [reply] })
  }
}

/** Sends a collaborator back as it was read, with another role. */
async function sentBack(made: Made): Promise<void> {
  const whole = pick(made.was, Object.keys(membersOf.collaborator))
  await updates(made, { ...whole, user_role: 'editor' }, { to: { user_role: 'editor' } })
}

/** Deletes a collaborator and creates it again; it must have the default role. */
async function createdAgain({ owner, skip }: Context, made: Made, sent: JsonObject): Promise<void> {
  const { collaborators } = made.schedule
  acceptedFirst(await owner.delete(made.path), 'COL-23')

  const reply = await owner.post(collaborators, sent)

  if (!reply.ok) skip('a collaborator who was deleted cannot be added again: see CROSS-25')
  const read = await owner.read(`${collaborators}/${answeredId(reply)}`)
  has(read, { user_role: 'viewer' }, 'a collaborator created again', reply)
}

/** The role of a collaborator: the only member that changes. */
export const collaboratorRoleChecks: readonly Check[] = [
  check('COL-07', 'a whole collaborator can be sent back with a new role', async ({ given }) => {
    await sentBack(await given.collaborator({ user_role: 'viewer' }))
  }),

  check(
    'COL-07.registered',
    'a whole collaborator with user can be sent back with a new role',
    joiningSecond('stranger'),
    async context => sentBack(await join(context, context.stranger, 'viewer')),
  ),

  check('COL-08', 'a collaborator created without user_role is a viewer', async ({ owner, given }) => {
    const someone = await given.collaborator()

    const read = await owner.read(someone.path)

    has(read, { user_role: 'viewer' }, `a collaborator created with ${JSON.stringify(someone.sent)}`)
  }),

  check(
    'COL-08.again',
    'an editor who is deleted and created again without user_role is a viewer',
    async context => {
      const made = await context.given.collaborator({ user_role: 'editor' })
      const { user_role: _, ...sent } = made.sent

      await createdAgain(context, made, sent)
    },
  ),

  check(
    'COL-08.again-registered',
    'a registered editor who is deleted and created again without user_role is a viewer',
    joiningSecond('stranger'),
    async context => {
      const made = await join(context, context.stranger, 'editor')

      await createdAgain(context, made, { email: made.email })
    },
  ),

  ...each(ids`COL-09.create.viewer COL-09.create.editor`, otherThan, (id, _, role) =>
    check(id, `a collaborator can be created as ${role}`, async ({ owner, given, schedule, address }) => {
      const { sent } = await given.collaborator()

      const reply = await owner.post(schedule.collaborators, { ...sent, email: address(), user_role: role })

      accepted(reply)
      const read = await owner.read(`${schedule.collaborators}/${answeredId(reply)}`)
      has(read, { user_role: role }, 'the new collaborator', reply)
    }),
  ),

  ...each(ids`COL-09.update.viewer COL-09.update.editor`, otherThan, (id, before, role) =>
    check(id, `a collaborator can be made ${role} by a single PUT`, async ({ given }) => {
      const someone = await given.collaborator({ user_role: before })

      await updates(someone, { user_role: role })
    }),
  ),

  ...each(ids`COL-09.bulk.viewer COL-09.bulk.editor`, otherThan, (id, before, role) =>
    check(
      id,
      `collaborators can be made ${role} by a bulk PUT`,
      { sends: ['PUT collaborators'] },
      async ({ owner, given, schedule }) => {
        const [one, two, other] = await given.collaborators(3, () => ({ user_role: before }))

        const reply = await owner.put(schedule.collaborators, { user_role: role }, { ids: [one.id, two.id] })

        accepted(reply)
        await changedOnly(one, { user_role: role })
        await changedOnly(two, { user_role: role })
        await unchanged(other)
      },
    ),
  ),

  check('COL-10.create', 'a create with a wrong role is refused', async context => {
    const { owner, given, schedule, address } = context
    const { sent } = await given.collaborator()
    const tries = noRoles.map(user_role => ({ ...sent, email: address(), user_role }))

    for (const body of tries) {
      const reply = await owner.post(schedule.collaborators, body)
      refused(reply, `creating a collaborator with the user_role ${JSON.stringify(body.user_role)}`)
    }

    for (const { email } of tries) await nothingCreated(owner, schedule.collaborators, email)
    const body = { ...sent, email: address(), user_role: 'editor' }
    accepted(await owner.post(schedule.collaborators, body), 'the same with the user_role "editor"')
  }),

  check('COL-10.update', 'a single PUT of a wrong role is refused', async ({ owner, given }) => {
    const someone = await given.collaborator({ user_role: 'viewer' })

    for (const user_role of noRoles) {
      const reply = await owner.put(someone.path, { user_role })
      refused(reply, `a PUT of the user_role ${JSON.stringify(user_role)}`)
    }

    await unchanged(someone)
    await updates(someone, { user_role: 'editor' })
  }),

  check(
    'COL-10.bulk',
    'a bulk PUT of a wrong role is refused',
    { sends: ['PUT collaborators'] },
    async ({ owner, given, schedule }) => {
      const people = await given.collaborators(2, () => ({ user_role: 'viewer' }))
      const ids = people.map(({ id }) => id)

      for (const user_role of noRoles) {
        const reply = await owner.put(schedule.collaborators, { user_role }, { ids })
        refused(reply, `a bulk PUT of the user_role ${JSON.stringify(user_role)}`)
      }

      await unchanged(...people)
      accepted(await owner.put(schedule.collaborators, { user_role: 'editor' }, { ids }))
      await allChanged(people, { user_role: 'editor' })
    },
  ),

  check(
    'COL-20',
    'id, schedule_id and created_at of a collaborator are not changed by a PUT that names them',
    { needs: ['second schedule'] },
    async ({ given, second }) => {
      const someone = await given.collaborator({ user_role: 'viewer' })
      const others = {
        id: someone.id + 1_000_000,
        schedule_id: second.id,
        ...dates,
      }

      const to = { user_role: 'editor' }
      const reply = await updates(someone, { ...to, ...others }, { to })

      hasOwnDates(await now(someone), 'a PUT', reply)
    },
  ),

  check(
    'COL-20.bulk',
    'id, schedule_id, created_at and user of a collaborator are not changed by a bulk PUT that names them',
    { needs: ['second schedule'], sends: ['PUT collaborators'] },
    async ({ owner, given, schedule, second }) => {
      const someone = await given.collaborator({ user_role: 'viewer' })
      const change = { user_role: 'editor' }
      const user = { email: someone.email, firstname: 'Another', lastname: 'Person' }
      const others = { id: someone.id + 1_000_000, schedule_id: second.id, user, ...dates }

      const reply = await owner.put(schedule.collaborators, { ...change, ...others }, { ids: [someone.id] })

      await notElsewhere(owner, second.collaborators, { member: 'email', values: [someone.email] }, reply)
      // The body of a bulk PUT holds only user_role (section 4.3), so it may be refused for the others.
      if (reply.ok) await changedOnly(someone, change)
      else await unchanged(someone)
      hasOwnDates(await now(someone), 'a bulk PUT', reply)
    },
  ),

  check(
    'COL-20.create',
    'id, schedule_id, created_at and user in a create of a collaborator have no effect',
    { needs: ['second schedule'] },
    async ({ owner, schedule, second, given, address }) => {
      const { sent } = await given.collaborator()
      const email = address()
      const others = {
        id: 2_147_483_645,
        schedule_id: second.id,
        ...dates,
        user: { email, firstname: 'Another', lastname: 'Person' },
      }

      const reply = await owner.post(schedule.collaborators, { ...sent, email, ...others })

      await notElsewhere(owner, second.collaborators, { member: 'email', values: [email] }, reply)
      if (!reply.ok) {
        await nothingCreated(owner, schedule.collaborators, email, reply)
        accepted(
          await owner.post(schedule.collaborators, { ...sent, email }),
          'the same without read-only members',
        )
        return
      }
      const id = answeredId(reply)
      const read = await owner.read(`${schedule.collaborators}/${id}`)
      has(read, { id: Number(id), schedule_id: schedule.id }, 'the new collaborator', reply)
      hasOwnDates(read, 'a create', reply)
      holds(!isObject(read.user), 'an address without an account has the user that a create named', {
        actual: read.user,
        replies: [reply],
      })
    },
  ),

  check('COL-20.user', 'user of a collaborator is read-only', joiningSecond('stranger'), async context => {
    const someone = await join(context, context.stranger, 'viewer')
    const user = { email: context.address(), firstname: 'Another', lastname: 'Person' }

    await updates(someone, { user_role: 'editor', user }, { to: { user_role: 'editor' } })
  }),

  check('COL-22', 'the role of a collaborator is what the last PUT made it', async ({ given }) => {
    const someone = await given.collaborator({ user_role: 'viewer' })

    for (const user_role of ['editor', 'viewer', 'editor']) await updates(someone, { user_role })
  }),

  ...rows(['COL-22.elsewhere', 'single'], ['COL-22.elsewhere.bulk', 'bulk']).map(([id, way]) =>
    check(
      id,
      `a ${way} PUT of a role in one schedule leaves the role that the same person has in another one`,
      { ...joiningSecond('editor'), sends: way === 'bulk' ? ['PUT collaborators'] : [] },
      async context => {
        const { owner, editor, schedule, second, skip } = context
        const [there] = await withEmail(owner, schedule, editor.email)
        if (!there) return skip(`no collaborator of ${schedule.id} has the email ${editor.email}`)
        const own = await join(context, editor, 'editor')
        const change = { user_role: 'viewer' }

        const reply =
          way === 'bulk'
            ? await owner.put(second.collaborators, change, { ids: [own.id] })
            : await owner.put(own.path, change)

        accepted(reply)
        const path = `${schedule.collaborators}/${there.id}`
        const { user_role = null } = await owner.read(path)
        // On a faulty target, other checks still need the editor.
        if (user_role !== there.user_role) await owner.put(path, { user_role: 'editor' })
        same(user_role, there.user_role, `user_role of ${editor.email} in the other schedule`, reply)
      },
    ),
  ),

  check(
    'COL-22.kept',
    'a PUT without user_role leaves the role of a collaborator as it is',
    { level: 'should' },
    async ({ owner, given }) => {
      const someone = await given.collaborator({ user_role: 'editor' })

      const reply = await owner.put(someone.path, { email: someone.email })

      same((await now(someone)).user_role, someone.was.user_role, 'user_role after a PUT without it', reply)
    },
  ),

  check(
    'COL-22.kept.bulk',
    'a bulk PUT without user_role leaves the roles of collaborators as they are',
    { level: 'should', sends: ['PUT collaborators'] },
    async ({ owner, given, schedule }) => {
      const someone = await given.collaborator({ user_role: 'editor' })

      const reply = await owner.put(schedule.collaborators, {}, { ids: someone.id })

      same(
        (await now(someone)).user_role,
        someone.was.user_role,
        'user_role after a bulk PUT without it',
        reply,
      )
    },
  ),

  check(
    'COL-24',
    'a bulk PUT with email changes no email',
    { sends: ['PUT collaborators'] },
    async ({ owner, given, schedule, address }) => {
      const someone = await given.collaborator({ user_role: 'viewer' })
      const email = address()
      const ids = [someone.id]

      const reply = await owner.put(schedule.collaborators, { user_role: 'editor', email }, { ids })

      // The body of a bulk PUT holds only user_role (section 4.3), so it may be refused for the other member.
      if (reply.ok) await changedOnly(someone, { user_role: 'editor' })
      else await unchanged(someone)
      const allowed = await owner.put(schedule.collaborators, { user_role: 'editor' }, { ids })
      accepted(allowed)
      await changedOnly(someone, { user_role: 'editor' })
      const found = (await owner.all(schedule.collaborators)).filter(item => item.email === email)
      none(found, 'a collaborator has the email that only the bulk PUT named', reply)
    },
  ),
]
