import {
  type Actor,
  accepted,
  type Check,
  type Context,
  changedOnly,
  check,
  gone,
  holds,
  refused,
  type Schedule,
  same,
  unchanged,
} from '../../runner/index.js'
import { join, joiningSecond, roles } from '../collaborators/membership.js'
import { each, ids } from '../ids.js'

const other = { editor: 'viewer', viewer: 'editor' } as const

/** Where the content of a schedule is read, in lists and one by one. */
async function content({ given }: Context, schedule: Schedule): Promise<string[]> {
  const resource = await given.resource({}, { in: schedule })
  const booking = await given.booking(resource)
  return [schedule.resources, schedule.bookings, resource.path, resource.bookings, booking.path]
}

async function admitted(actor: Actor, paths: readonly string[]): Promise<void> {
  for (const path of paths) accepted(await actor.get(path))
}

async function shutOut(actor: Actor, paths: readonly string[]): Promise<void> {
  for (const path of paths) refused(await actor.get(path))
}

/** What collaborators may do to their own collaborator objects, and what follows when one is deleted. */
export const ownCollaboratorChecks: readonly Check[] = [
  ...each(ids`PERM-02.editor.own PERM-02.viewer.own`, roles, (id, words, role) =>
    check(
      id,
      `${words} cannot read even their own collaborator object`,
      joiningSecond(role),
      async context => {
        const own = await join(context, context[role], role)

        const reply = await context[role].get(own.path)

        refused(reply)
        holds(reply.data === undefined || reply.data === null, 'the refused read has data', {
          actual: reply.data,
          replies: [reply],
        })
        accepted(await context.owner.get(own.path))
      },
    ),
  ),

  ...each(ids`PERM-04.editor.own PERM-04.viewer.own`, roles, (id, _, role) =>
    check(
      id,
      role === 'editor' ? 'an editor cannot change their own role' : 'a viewer cannot promote themselves',
      joiningSecond(role),
      async context => {
        const own = await join(context, context[role], role)
        const change = { user_role: other[role] }

        const reply = await context[role].put(own.path, change)

        refused(reply)
        await unchanged(own)
        accepted(await context.owner.put(own.path, change))
        await changedOnly(own, change)
      },
    ),
  ),

  ...each(ids`PERM-05.editor.own PERM-05.viewer.own`, roles, (id, words, role) =>
    check(id, `${words} cannot change their own role by a bulk PUT`, joiningSecond(role), async context => {
      const { owner, second } = context
      const own = await join(context, context[role], role)
      const change = { user_role: other[role] }

      const reply = await context[role].put(second.collaborators, change, { ids: [own.id] })

      refused(reply)
      await unchanged(own)
      accepted(await owner.put(second.collaborators, change, { ids: [own.id] }))
      await changedOnly(own, change)
    }),
  ),

  ...each(ids`PERM-06.editor.own PERM-06.viewer.own`, roles, (id, words, role) =>
    check(
      id,
      `${words} cannot end their collaboration by a bulk DELETE`,
      joiningSecond(role),
      async context => {
        const { owner, second } = context
        const own = await join(context, context[role], role)

        const reply = await context[role].delete(second.collaborators, { ids: [own.id] })

        refused(reply)
        await unchanged(own)
        accepted(await owner.delete(second.collaborators, { ids: [own.id] }))
        await gone(own, second.collaborators)
      },
    ),
  ),

  check(
    'PERM-03.stranger.own',
    'a stranger cannot make themselves a collaborator',
    joiningSecond('stranger'),
    async context => {
      const { owner, stranger, second, given } = context
      const resource = await given.resource({}, { in: second })
      const own = { email: stranger.email, user_role: 'editor' }

      const reply = await stranger.post(second.collaborators, own)

      refused(reply)
      const email = stranger.email.toLowerCase()
      const found = (await owner.all(second.collaborators)).filter(
        item => String(item.email).toLowerCase() === email,
      )
      same(found, [], 'the collaborators with the address of the stranger', reply)
      refused(await stranger.get(resource.path))
      accepted(await owner.post(second.collaborators, own))
      accepted(await stranger.get(resource.path), 'a read by the stranger after the owner did the same')
    },
  ),

  ...each(ids`PERM-08.editor PERM-08.viewer`, roles, (id, words, role) =>
    check(id, `${words} can delete their own collaborator object`, joiningSecond(role), async context => {
      const own = await join(context, context[role], role)
      const another = await context.given.collaborator({}, { in: context.second })

      const reply = await context[role].delete(own.path)

      accepted(reply)
      await gone(own, context.second.collaborators)
      await unchanged(another)
    }),
  ),

  ...each(ids`PERM-09.editor PERM-09.viewer`, roles, (id, words, role) =>
    check(
      id,
      `${words} who left no longer has access to resources and bookings`,
      joiningSecond(role),
      async context => {
        const own = await join(context, context[role], role)
        const paths = await content(context, context.second)
        await admitted(context[role], paths)

        accepted(await context[role].delete(own.path))

        await shutOut(context[role], paths)
        await admitted(context.owner, paths)
      },
    ),
  ),

  ...each(
    ids`PERM-13.editor.single PERM-13.viewer.single PERM-13.editor.bulk PERM-13.viewer.bulk`,
    roles,
    (id, words, role) => {
      const way = id.endsWith('.bulk') ? 'bulk' : 'single'
      return check(
        id,
        `${words} removed by a ${way} DELETE no longer has access`,
        joiningSecond(role),
        async context => {
          const { owner, second } = context
          const own = await join(context, context[role], role)
          const paths = await content(context, second)
          await admitted(context[role], paths)

          accepted(
            way === 'bulk'
              ? await owner.delete(second.collaborators, { ids: [own.id] })
              : await owner.delete(own.path),
          )

          await shutOut(context[role], paths)
          await admitted(owner, paths)
        },
      )
    },
  ),
]
