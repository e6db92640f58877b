import {
  accepted,
  allChanged,
  answeredId,
  changedOnly,
  describeRequest,
  holds,
  now,
  refused,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Given, Made } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import { answerOf, type Reply } from '../../http/exchange.js'
import type { JsonObject } from '../../http/json.js'
import { me, type Schedule } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { acceptedOrRefused, allGone, assertAfter, deleteBookings } from '../bulk/outcome.js'
import { join, joiningSecond, withEmail } from '../collaborators/membership.js'
import { collections } from '../collections.js'
import { operations, send } from '../operations.js'

/** Ids of one schedule under the path of another, changing roles, and who can be added. */
export const permissionScopeChecks: readonly Check[] = [
  check(
    'PERM-10',
    'collaborators of a schedule cannot be reached through the path of another one, even by the owner of both',
    { danger: 'own', needs: ['second schedule'] },
    async ({ owner, given, second, skip }) => {
      const someone = await given.collaborator()
      const wrongPath = `${second.collaborators}/${someone.id}`

      const read = await owner.get(wrongPath)
      const shown = read.text.toLowerCase().includes(someone.email.toLowerCase())
      holds(!shown, 'a read by the path of another schedule shows the collaborator', {
        expected: 'a refusal',
        ...answerOf(read),
      })
      if (read.ok) skip('the other schedule has a collaborator with the same id')
      const list = await owner.get(second.collaborators, { ids: [someone.id] })
      const isListed = list.text.toLowerCase().includes(someone.email.toLowerCase())
      holds(!isListed, 'a list with ids shows the collaborator too', answerOf(list))
      await owner.put(wrongPath, { user_role: 'editor' })
      await unchanged(someone)
      await owner.delete(wrongPath)

      await unchanged(someone)
      await updates(someone, { user_role: 'editor' })
    },
  ),

  check(
    'PERM-10.stranger',
    'no operation by another account reaches the collaborators of this schedule, whatever schedules it owns',
    { danger: 'own', needs: ['stranger'], sends: ['PUT collaborators', 'DELETE collaborators'] },
    async context => {
      const onCollaborators = Object.values(operations).filter(({ kind }) => kind === 'collaborator')
      for (const { action, prepare } of onCollaborators) {
        const attempt = await prepare(context)

        const reply = await send(context.stranger, attempt)

        refused(reply, `an attempt to ${action} by somebody who is not the owner of this schedule`)
        await attempt.untouched(reply)
        accepted(await send(context.owner, attempt))
      }
    },
  ),

  check(
    'PERM-10.collaborator',
    'a collaborator who owns another schedule is not taken for the owner of this one',
    joiningSecond('stranger'),
    async context => {
      const { owner, stranger, second, given } = context
      await join(context, stranger, 'viewer')
      const another = await given.collaborator({ user_role: 'viewer' }, { in: second })

      const replies = {
        'a list of the collaborators': await stranger.get(second.collaborators),
        'a read of another collaborator': await stranger.get(another.path),
        'a change of another collaborator': await stranger.put(another.path, { user_role: 'editor' }),
        'a DELETE of another collaborator': await stranger.delete(another.path),
      }

      for (const [what, reply] of Object.entries(replies)) refused(reply, `${what} by a viewer`)
      await unchanged(another)
      accepted(await owner.put(another.path, { user_role: 'editor' }), 'the same change by the owner')
    },
  ),

  check(
    'PERM-11.elsewhere',
    'a DELETE of their own id through the path of a schedule that they cannot access ends no collaboration',
    joiningSecond('stranger'),
    async context => {
      const { stranger, schedule } = context
      const own = await join(context, stranger, 'viewer')

      const reply = await stranger.delete(`${schedule.collaborators}/${own.id}`)

      refused(reply)
      await unchanged(own)
      accepted(await stranger.delete(own.path))
    },
  ),

  check(
    'PERM-11.both',
    'a DELETE of their own id through the path of another schedule of theirs ends no collaboration',
    joiningSecond('editor'),
    async context => {
      const { owner, editor, schedule, skip } = context
      const own = await join(context, editor, 'editor')
      const wrongPath = `${schedule.collaborators}/${own.id}`
      const there = await owner.all(schedule.collaborators)
      if (there.some(({ id }) => id === own.id)) skip('both schedules have a collaborator with that id')

      const reply = await editor.delete(wrongPath)

      refused(reply)
      await unchanged(own)
      accepted(await editor.get(schedule.resources), 'a read of the other schedule afterwards')
      accepted(await editor.delete(own.path))
    },
  ),

  check(
    'PERM-19.elsewhere',
    'an editor of another schedule reaches nothing of this one through the path of theirs, one at a time or by ids',
    {
      danger: 'own',
      needs: ['second schedule', 'stranger'],
      alone: ['second'],
      sends: ['PUT resources', 'PUT bookings', 'DELETE resources', 'DELETE bookings'],
    },
    async context => {
      const { owner, stranger, second, given, skip } = context
      const ours = [await given.one('booking'), await given.resource()]
      const theirs = (await writable(given, second)).reverse()
      await join(context, stranger, 'editor')
      for (const [index, made] of ours.entries()) {
        const list = second[`${made.kind}s`]
        const path = `${list}/${made.id}`
        if ((await owner.get(path)).ok) skip(`the other schedule has a ${made.kind} of the same number`)
        const change = { note: `Changed ${context.token}` }

        await stranger.put(path, change)
        await stranger.delete(path)
        await unchanged(made)
        // One id is the stranger's own, so that a service which searches only their schedule finds something.
        const ids = [theirs[index]?.id, made.id] as number[]
        await stranger.put(list, change, { ids })
        await stranger.delete(list, { ids })
        await unchanged(made)
      }
    },
  ),

  ...rows(['PERM-18', 'single'], ['PERM-18.bulk', 'bulk']).map(([id, way]) =>
    check(
      id,
      `a role that a ${way} PUT changes holds from the next request: a viewer can write as long as they are an editor`,
      {
        ...joiningSecond('viewer'),
        needs: ['second schedule', 'viewer', 'editor'],
        sends: way === 'bulk' ? ['PUT collaborators'] : [],
      },
      async context => {
        const { owner, viewer, second, observe } = context
        const ours = await writable(context.given, second)
        // What each role may write is left to PERM-16 and PERM-17; if it is the same for both, a change can't be seen.
        const elsewhere = await tellingObjects(context)
        if (elsewhere.length === 0)
          return observe('an editor can write no resources or bookings that a viewer cannot')
        const own = await join(context, viewer, 'viewer')
        const made = ours.filter(({ kind }) => elsewhere.some(other => other.kind === kind))
        const become = (user_role: string) =>
          way === 'bulk'
            ? owner.change(second.collaborators, { user_role }, { ids: [own.id] })
            : owner.change(own.path, { user_role })
        const write = async (note: string, objects: readonly Made[] = made) => {
          const replies: Reply[] = []
          for (const { path } of objects) replies.push(await viewer.put(path, { note }))
          return replies
        }

        const before = await write('as a viewer')
        await become('editor')
        const promoted = await write('as an editor')
        const there = way === 'bulk' ? [] : await write('as an editor of another schedule', elsewhere)
        const afterPromotion = await notesOf(made)
        await become('viewer')
        const demoted = await write('as a viewer again')

        for (const reply of before) refused(reply, 'a PUT by a viewer')
        for (const reply of promoted) accepted(reply, 'a PUT right after the viewer became an editor')
        for (const reply of there)
          refused(reply, 'a PUT by a viewer of this schedule who became an editor of another one')
        for (const note of afterPromotion) same(note, 'as an editor', 'the note that was sent as an editor')
        for (const reply of demoted) refused(reply, 'a PUT right after the editor became a viewer')
        for (const note of await notesOf(made)) same(note, 'as an editor', 'the note after both refusals')
        accepted(await viewer.get(second.resources), 'a read by the viewer')
        accepted(await viewer.get(me))
      },
    ),
  ),

  ...each(
    ids`PERM-22.resources PERM-22.bookings PERM-22.resource-bookings`,
    collections,
    (id, { key, words, make, change: changeOf, mark }) =>
      check(
        id,
        `what is accepted from an editor affects ${words} that others created, too, one at a time and in bulk`,
        { needs: ['spare schedule', 'editor'], after: `BULK-05.${key}` },
        async context => {
          const { owner, editor, spare, given, name, slot, observe } = context
          if (key === 'resources') await deleteBookings(context)
          await given.collaborator({ email: editor.email, user_role: 'editor' }, { in: spare })
          const { path, objects } = await make(context, { count: 2, in: spare })
          const [first, ...others] = objects as [Made, Made]
          const { resource_id } = first.sent
          const sent = { [mark]: name(), ...(resource_id !== undefined && { resource_id, ...slot() }) }
          const create = await editor.post(spare[`${first.kind}s`], sent)
          const own = create.ok ? [await owned(owner, first, answeredId(create), sent)] : []
          const change = changeOf(context)

          const single = await editor.put(first.path, change)
          if (single.ok) await changedOnly(first, change)
          const update = await editor.put(path, change)
          if (update.ok) await affectsAll(update, () => allChanged([...own, ...others], change))
          const deletion = await editor.delete(path, { all: 1 })
          if (deletion.ok) await affectsAll(deletion, () => allGone(owner, path, [...own, ...objects]))

          const words = [single, update, deletion].map(acceptedOrRefused).join(', ')
          observe(`a single PUT, a bulk PUT and a bulk DELETE of an editor are ${words}`)
        },
      ),
  ),

  check(
    'PERM-20',
    'a user with allow_collaboration = false is not added by others, and with true again is',
    { ...joiningSecond('stranger'), danger: ['own', 'acct'], changes: ['stranger'] },
    async ({ owner, stranger, given, second, settings }) => {
      const resource = await given.resource({}, { in: second })
      const body = { email: stranger.email, user_role: 'viewer' }

      await settings(stranger, { allow_collaboration: false })
      const closed = await owner.post(second.collaborators, body)

      refused(closed, 'adding a user with allow_collaboration = false')
      const found = await withEmail(owner, second, stranger.email)
      same(found, [], 'the collaborators with the address of that user', closed)
      refused(await stranger.get(resource.path))
      await settings(stranger, { allow_collaboration: true })
      const open = await owner.post(second.collaborators, body)
      accepted(open, 'adding a user with allow_collaboration = true')
      accepted(await stranger.get(resource.path))
    },
  ),

  check(
    'PERM-20.invited',
    'a user with allow_collaboration = false is not added with invite = true either',
    { ...joiningSecond('stranger'), danger: ['own', 'acct', 'mail'], changes: ['stranger'] },
    async ({ owner, stranger, given, second, settings }) => {
      const resource = await given.resource({}, { in: second })
      const body = { email: stranger.email, user_role: 'viewer', invite: true }

      await settings(stranger, { allow_collaboration: false })
      const reply = await owner.post(second.collaborators, body)

      refused(reply, 'adding a user with allow_collaboration = false with invite = true')
      refused(await stranger.get(resource.path))
    },
  ),

  check(
    'PERM-20.elsewhere',
    'a user with allow_collaboration = false who collaborates in one schedule cannot be added to another',
    {
      ...joiningSecond('stranger'),
      needs: ['second schedule', 'spare schedule', 'stranger'],
      danger: ['own', 'acct'],
      changes: ['stranger'],
    },
    async context => {
      const { owner, stranger, spare, settings } = context
      await join(context, stranger, 'viewer')
      await settings(stranger, { allow_collaboration: false })

      const reply = await owner.post(spare.collaborators, { email: stranger.email })

      refused(reply, 'adding a user with allow_collaboration = false who collaborates in another schedule')
    },
  ),

  check(
    'PERM-21',
    'a user who has reached collaboration_limit may be refused as a collaborator of one more schedule',
    { ...joiningSecond('stranger'), needs: ['second schedule', 'spare schedule', 'stranger'] },
    async ({ owner, stranger, given, second, spare, observe }) => {
      const { collaboration_limit: limit } = await stranger.read(me)
      holds(Number.isInteger(limit), 'collaboration_limit must be an integer', {
        expected: 'an integer',
        actual: limit,
      })
      const schedules = [second, spare]
      if (Number(limit) >= schedules.length) {
        return observe(`collaboration_limit is ${limit}, more schedules than there are to try it with`)
      }
      for (const schedule of schedules.slice(0, Number(limit))) {
        await given.collaborator({ email: stranger.email }, { in: schedule })
      }

      const last = schedules[Number(limit)] ?? second
      const reply = await owner.post(last.collaborators, { email: stranger.email })

      const message = `with a collaboration_limit of ${limit}, one more collaboration is ${reply.ok ? 'accepted' : 'refused'}`
      observe(message, reply)
    },
  ),
]

/** A resource of a schedule, and a booking of it. */
async function writable(given: Given, schedule: Schedule): Promise<[Made, Made]> {
  const resource = await given.resource({}, { in: schedule })
  return [resource, await given.booking(resource)]
}

/** A resource and a booking, if an established editor may change them and a viewer may not. */
const tellingObjects = ({ editor, viewer, schedule, shared, once }: Context): Promise<readonly Made[]> =>
  once('what an editor can write and a viewer cannot', async () => {
    const telling: Made[] = []
    for (const made of await writable(shared, schedule)) {
      const byEditor = await editor.put(made.path, { note: 'as an editor' })
      const byViewer = await viewer.put(made.path, { note: 'as a viewer' })
      if (byEditor.ok && !byViewer.ok) telling.push(made)
    }
    return telling
  })

/** An object that the editor created, as the owner reads it; `like` is one of the same kind. */
async function owned(owner: Actor, like: Made, id: number | string, sent: JsonObject): Promise<Made> {
  const path = `${like.schedule[`${like.kind}s`]}/${id}`
  return { ...like, id: Number(id), path, sent, was: await owner.read(path) }
}

/** Makes the findings of an assertion say that an editor's request caused them. */
const affectsAll = (by: Reply, assertion: () => Promise<void>): Promise<void> =>
  assertAfter(
    [by],
    message => `${describeRequest(by)} was accepted, and did not affect all objects in scope: ${message}`,
    assertion,
  )

async function notesOf(objects: readonly Made[]) {
  const notes = []
  for (const made of objects) notes.push((await now(made)).note)
  return notes
}
