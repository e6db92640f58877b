import type { BulkScope } from '../../catalogue/rule.js'
import {
  accepted,
  changedOnly,
  gone,
  holds,
  now,
  refused,
  refusedOrEmpty,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Made, MadeCollaborator } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import type { JsonObject } from '../../http/json.js'
import type { Actor } from '../../session/actor.js'
import { acceptedFirst, assertAfter } from '../bulk/outcome.js'
import { join, joiningSecond, roles, withEmail } from '../collaborators/membership.js'
import { objectsIn } from '../lists/listed.js'

const other = { editor: 'viewer', viewer: 'editor' } as const

/** A collaborator reads the second schedule, in lists and one by one, until the collaboration ends; the owner still can. */
const losesAccess = (
  id: string,
  title: string,
  role: keyof typeof roles,
  sends: readonly BulkScope[],
  end: (context: Context, own: MadeCollaborator) => Promise<Reply>,
): Check =>
  check(id, title, { ...joiningSecond(role), sends }, async context => {
    const { owner, given, second, [role]: collaborator } = context
    const own = await join(context, collaborator, role)
    const resource = await given.resource({}, { in: second })
    const booking = await given.booking(resource)
    const paths = [second.resources, second.bookings, resource.path, resource.bookings, booking.path]
    for (const path of paths) accepted(await collaborator.get(path))
    // A booking may count as an update of its resource.
    const made: readonly Made[] = [booking, { ...resource, was: await now(resource) }]

    accepted(await end(context, own))

    for (const path of paths) refusedOrEmpty(await collaborator.get(path))
    // Whether writes are refused, or accepted without an effect, is not stated (PERM-19).
    for (const { path } of role === 'editor' ? made : []) {
      const note = `Changed ${context.token}`
      const writes = [await collaborator.put(path, { note }), await collaborator.delete(path)]
      await assertAfter(
        writes,
        message => `a write of a former editor had an effect: ${message}`,
        () => unchanged(...made),
      )
    }
    for (const path of paths) accepted(await owner.get(path))
  })

/** The form of refusals is not shown (section 7.3): they may have data, but not the collaborator's. */
function showsNothing(reply: Reply, { was }: MadeCollaborator): void {
  const isShown = (object: JsonObject) =>
    ['id', 'email', 'user_role'].some(
      name => object[name] !== undefined && String(object[name]) === String(was[name]),
    )
  holds(!objectsIn(reply).some(isShown), 'the refused read shows the collaborator', {
    expected: 'nothing of the collaborator',
    actual: reply.data,
    replies: [reply],
  })
}

/** A collaborator cannot use the object of another user, although a service may look for accounts to find one's own. */
const ofAnotherUser = (
  id: string,
  words: string,
  role: keyof typeof roles,
  verb: string,
  send: (actor: Actor, path: string) => Promise<Reply>,
): Check =>
  check(
    id,
    `${words} cannot ${verb} the collaborator object of another user`,
    {
      ...joiningSecond(role),
      needs: ['second schedule', role, 'stranger'],
      alone: [`${role} in second`, 'stranger in second'],
    },
    async context => {
      const { owner, stranger, [role]: caller } = context
      await join(context, caller, role)
      const another = await join(context, stranger, 'viewer')

      const reply = await send(caller, another.path)

      refused(reply)
      showsNothing(reply, another)
      await unchanged(another)
      accepted(await send(owner, another.path), 'the same by the owner')
    },
  )

/** What collaborators may do to their own collaborator objects, and what happens when one is deleted. */
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
        showsNothing(reply, own)
        refused(await context[role].get(context.second.collaborators, { ids: [own.id] }))
        refused(await context[role].get(own.path, { fields: 'id' }))
        accepted(await context.owner.get(own.path))
      },
    ),
  ),

  ...rows(
    ['PERM-04.editor.own', 'editor', 'single', 'an editor cannot change their own role'],
    ['PERM-04.viewer.own', 'viewer', 'single', 'a viewer cannot promote themselves'],
    ['PERM-05.editor.own', 'editor', 'bulk', 'an editor cannot change their own role by a bulk PUT'],
    ['PERM-05.viewer.own', 'viewer', 'bulk', 'a viewer cannot change their own role by a bulk PUT'],
  ).map(([id, role, way, title]) =>
    check(
      id,
      title,
      { ...joiningSecond(role), sends: way === 'bulk' ? ['PUT collaborators'] : [] },
      async context => {
        const own = await join(context, context[role], role)
        const change = { user_role: other[role] }
        const put = (actor: Actor) =>
          way === 'bulk'
            ? actor.put(context.second.collaborators, change, { ids: [own.id] })
            : actor.put(own.path, change)

        const reply = await put(context[role])

        refused(reply)
        await unchanged(own)
        accepted(await put(context.owner))
        await changedOnly(own, change)
      },
    ),
  ),

  ...each(ids`PERM-06.editor.own PERM-06.viewer.own`, roles, (id, words, role) =>
    check(
      id,
      `${words} cannot end their collaboration by a bulk DELETE`,
      { ...joiningSecond(role), sends: ['DELETE collaborators'] },
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
      const found = await withEmail(owner, second, stranger.email)
      same(found, [], 'the collaborators with the address of the stranger', reply)
      refused(await stranger.get(resource.path))
      accepted(await owner.post(second.collaborators, own))
      accepted(await stranger.get(resource.path), 'a read by the stranger after the owner did the same')
    },
  ),

  ...each(ids`PERM-08.editor PERM-08.viewer`, roles, (id, words, role) =>
    check(id, `${words} can delete their own collaborator object`, joiningSecond(role), async context => {
      const { owner, given, second } = context
      // With an existing role: PERM-09 leaves with the role of the create.
      const own = await join(context, context[role], other[role])
      acceptedFirst(await owner.put(own.path, { user_role: role }), 'COL-09')
      const another = await given.collaborator({}, { in: second })

      const reply = await context[role].delete(own.path)

      accepted(reply)
      await gone(own, second.collaborators)
      await unchanged(another)
    }),
  ),

  ofAnotherUser('PERM-02.viewer.of-user', roles.viewer, 'viewer', 'read', (actor, path) => actor.get(path)),
  ofAnotherUser('PERM-04.viewer.of-user', roles.viewer, 'viewer', 'change', (actor, path) =>
    actor.put(path, { user_role: 'editor' }),
  ),
  ...each(ids`PERM-07.editor.of-user PERM-07.viewer.of-user`, roles, (id, words, role) =>
    ofAnotherUser(id, words, role, 'delete', (actor, path) => actor.delete(path)),
  ),

  ...each(ids`PERM-09.editor PERM-09.viewer`, roles, (id, words, role) =>
    losesAccess(
      id,
      `${words} who left no longer has access to resources and bookings`,
      role,
      [],
      (context, { path }) => context[role].delete(path),
    ),
  ),

  ...each(ids`PERM-13.editor.single PERM-13.viewer.single`, roles, (id, words, role) =>
    losesAccess(
      id,
      `${words} removed by a single DELETE no longer has access`,
      role,
      [],
      ({ owner }, { path }) => owner.delete(path),
    ),
  ),

  ...each(ids`PERM-13.editor.bulk PERM-13.viewer.bulk`, roles, (id, words, role) =>
    losesAccess(
      id,
      `${words} removed by a bulk DELETE no longer has access`,
      role,
      ['DELETE collaborators'],
      ({ owner, second }, own) => owner.delete(second.collaborators, { ids: [own.id] }),
    ),
  ),
]
