import { type Check, check } from '../../run/check.js'
import { accepted, changedOnly, holds, now, refused, same, unchanged } from '../../run/judge.js'
import { join, joiningSecond } from '../collaborators/membership.js'
import { collaboratorOperations, me, send } from '../operations/index.js'

/** Ids of one schedule under the path of another, and roles that change. */
export const scopedPermissionChecks: readonly Check[] = [
  check(
    'PERM-10',
    'collaborators of a schedule are out of reach by the path of another, tried by the owner of both',
    { danger: 'own', needs: ['second schedule'] },
    async ({ owner, given, second, skip }) => {
      const someone = await given.collaborator()
      const wrongPath = `${second.collaborators}/${someone.id}`

      const read = await owner.get(wrongPath)
      const shown = read.text.toLowerCase().includes(someone.email.toLowerCase())
      holds(!shown, 'a read by the path of another schedule shows the collaborator', {
        expected: 'a refusal',
        actual: read.body ?? read.text,
        replies: [read],
      })
      if (read.ok) skip('the other schedule has a collaborator with the same id')
      const list = await owner.get(second.collaborators, { ids: [someone.id] })
      holds(!list.text.toLowerCase().includes(someone.email.toLowerCase()), 'so does a list with ids', {
        actual: list.body ?? list.text,
        replies: [list],
      })
      await owner.put(wrongPath, { user_role: 'editor' })
      await unchanged(someone)
      await owner.delete(wrongPath)

      await unchanged(someone)
      accepted(await owner.put(someone.path, { user_role: 'editor' }))
      await changedOnly(someone, { user_role: 'editor' })
    },
  ),

  check(
    'PERM-10.stranger',
    'another account, whatever schedules it may own, reaches no collaborator of this one by any operation',
    { danger: 'own', needs: ['stranger'] },
    async context => {
      for (const { deed, prepare } of collaboratorOperations) {
        const attempt = await prepare(context)

        const reply = await send(context.stranger, attempt)

        refused(reply, `an attempt to ${deed} by somebody who is not the owner of this schedule`)
        await attempt.untouched(reply)
        accepted(await send(context.owner, attempt))
      }
    },
  ),

  check(
    'PERM-11.elsewhere',
    'a DELETE of their own id by the path of a schedule that they have no part in ends no collaboration',
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
    'a DELETE of their own id by the path of another schedule of theirs ends no collaboration',
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
    'PERM-18',
    'a new role holds from the next request: a viewer can write once an editor, and then no more',
    joiningSecond('viewer'),
    async context => {
      const { owner, viewer, second, given } = context
      const resource = await given.resource({}, { in: second })
      const own = await join(context, viewer, 'viewer')

      const before = await viewer.put(resource.path, { note: 'as a viewer' })
      await owner.change(own.path, { user_role: 'editor' })
      const promoted = await viewer.put(resource.path, { note: 'as an editor' })
      const afterPromotion = await now(resource)
      await owner.change(own.path, { user_role: 'viewer' })
      const demoted = await viewer.put(resource.path, { note: 'as a viewer again' })

      refused(before, 'a PUT by a viewer')
      accepted(promoted, 'a PUT right after the viewer became an editor')
      same(afterPromotion.note, 'as an editor', 'the note that was sent as an editor', promoted)
      refused(demoted, 'a PUT right after the editor became a viewer')
      same((await now(resource)).note, 'as an editor', 'the note after both refusals', demoted)
      accepted(await viewer.get(resource.path), 'a read by the viewer')
      accepted(await viewer.get(me))
    },
  ),
]
