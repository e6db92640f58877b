import {
  accepted,
  answeredId,
  changedOnly,
  gone,
  has,
  holds,
  refused,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { isObject, type Json } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { join, joiningSecond } from '../collaborators/membership.js'
import { account, accountIs, settingsOf, takes, truth } from '../users/account.js'
import { withPassword } from '../users/passwords.js'

/** The disposable account is a collaborator of the second schedule and reads a resource there. */
async function collaborating({ throwaway, second, given }: Context) {
  const resource = await given.resource({}, { in: second })
  const members = { email: throwaway.email, user_role: 'viewer' }
  const collaborator = await given.collaborator(members, { in: second })
  await throwaway.read(resource.path)
  return { resource, collaborator, before: await account(throwaway) }
}

/** Collaborators and their accounts. */
export const peopleChecks: readonly Check[] = [
  check(
    'CROSS-24',
    'the id returned by creating a collaborator works in paths and in ids, even as a string',
    { sends: ['PUT collaborators', 'DELETE collaborators'] },
    async ({ owner, given, schedule, address }) => {
      const { sent } = await given.collaborator()
      const emails = [address(), address()] as const
      const list = schedule.collaborators
      const created = []
      for (const email of emails) created.push(await owner.post(list, { ...sent, email }))
      for (const reply of created) accepted(reply)
      const [one, two] = created.map(answeredId) as [number | string, number | string]

      const single = await owner.get(`${list}/${one}`)
      const listed = await owner.get(list, { ids: [one, two] })
      const put = await owner.put(`${list}/${one}`, { user_role: 'editor' })
      const bulkPut = await owner.put(list, { user_role: 'editor' }, { ids: [two] })
      const roles = await owner.all(list, { ids: [one, two] })
      const deletion = await owner.delete(`${list}/${one}`)
      const bulkDeletion = await owner.delete(list, { ids: [two] })

      for (const reply of [single, listed, put, bulkPut, deletion, bulkDeletion]) accepted(reply)
      holds(isObject(single.data), 'a read by the id that the create returned has no object', {
        expected: { id: Number(one) },
        actual: single.data,
        replies: [single],
      })
      same(String(single.data.email).toLowerCase(), emails[0].toLowerCase(), 'the email of that id', single)
      const listedIds = Array.isArray(listed.data) ? listed.data.map(item => isObject(item) && item.id) : []
      same(listedIds.map(Number).sort(), [Number(one), Number(two)].sort(), 'the ids in the list', listed)
      const shown = roles.map(item => item.user_role)
      same(shown, ['editor', 'editor'], 'the roles after both were made editors', put, bulkPut)
      for (const id of [one, two])
        await gone({ kind: 'collaborator', id: Number(id), path: `${list}/${id}`, maker: owner }, list)
    },
  ),

  check(
    'CROSS-25',
    'a collaborator who left and is added again is a viewer by default, and an old id no longer works',
    joiningSecond('editor'),
    async context => {
      const { owner, editor, given, second, observe } = context
      const resource = await given.resource({}, { in: second })
      const before = await join(context, editor, 'editor')
      accepted(await editor.delete(before.path))

      const again = await owner.post(second.collaborators, { email: editor.email })

      accepted(again, 'adding a collaborator again who had left')
      const id = Number(answeredId(again))
      const read = await owner.read(`${second.collaborators}/${id}`)
      has(read, { user_role: 'viewer' }, 'the one added again', again)
      accepted(await editor.get(resource.path), 'a read by the collaborator who was added again')
      if (id === before.id) return observe('a collaborator who is added again gets the old id', again)
      refused(await owner.get(before.path), 'a read of the old id')
      const change = await owner.put(before.path, { user_role: 'editor' })
      const shown = await owner.read(`${second.collaborators}/${id}`)
      has(shown, { user_role: 'viewer' }, 'the one added again, after a PUT of the old id', change)
      const deletion = await editor.delete(before.path)
      accepted(await editor.get(resource.path), 'a read after the old id was tried')
      refused(change, 'a PUT of the old id')
      refused(deletion, 'a DELETE of the old id')
    },
  ),

  check(
    'CROSS-26',
    'a collaborator whom the owner removes keeps the account and all other collaborations',
    joiningSecond('editor'),
    async context => {
      const { owner, editor, schedule } = context
      const own = await join(context, editor, 'editor')
      const before = await editor.read(me)

      const removal = await owner.delete(own.path)

      accepted(removal)
      const after = await editor.get(me)
      accepted(after, 'a read of the user who was removed')
      same(isObject(after.data) && after.data.id, before.id, 'the id of the user who was removed', after)
      accepted(await editor.get(schedule.resources), 'a read of the other schedule')
    },
  ),

  check(
    'CROSS-26.bookings',
    'a booking that a collaborator made stays when the owner removes the collaborator',
    joiningSecond('editor'),
    async context => {
      const { owner, editor, second, given, name, slot, observe } = context
      const { id: resource_id } = await given.bookable({ in: second })
      const own = await join(context, editor, 'editor')
      const create = await editor.post(second.bookings, { resource_id, title: name(), ...slot() })
      if (!create.ok) return observe('editors may not create bookings, so none of theirs can end', create)

      const removal = await owner.delete(own.path)

      accepted(removal)
      const read = await owner.get(`${second.bookings}/${answeredId(create)}`)
      accepted(read, 'a read of a booking by a collaborator who was removed')
    },
  ),

  check(
    'CROSS-36',
    'a collaboration continues after its collaborator sets allow_collaboration = false',
    { ...joiningSecond('stranger'), danger: ['own', 'acct'], changes: ['stranger'] },
    async context => {
      const { owner, stranger, given, second, settings } = context
      const resource = await given.resource({}, { in: second })
      const own = await join(context, stranger, 'viewer')
      accepted(await stranger.get(resource.path), 'a read before the setting changed')

      await settings(stranger, { allow_collaboration: false })

      accepted(await stranger.get(resource.path), 'a read after the setting changed')
      accepted(await stranger.get(second.resources))
      accepted(await owner.get(own.path), 'a read of the collaborator by the owner')
      await updates(own, { user_role: 'editor' }, { what: 'a change of the role by the owner' })
    },
  ),

  check(
    'CROSS-15',
    'an account can be sent back as it was read, whatever form profile_completed has',
    { changes: ['stranger'], needs: ['stranger'] },
    async ({ stranger }) => {
      for (const value of [true, false]) {
        await stranger.change(me, { profile_completed: value })
        const before = await stranger.read(me)

        const completed = JSON.stringify(before.profile_completed)
        const what = `the account as it was read, profile_completed ${completed} in it,`
        const reply = await takes(stranger, before, settingsOf(before), what)
        const after = await stranger.read(me)
        same(truth(after.profile_completed), value, 'the truth value of profile_completed', reply)
      }
    },
  ),

  check(
    'CROSS-27',
    'a new password leaves account and collaborations as they are',
    { needs: ['disposable account', 'second schedule'] },
    async context => {
      // USER-38 does the same with false.
      await context.throwaway.change(me, { profile_completed: true })
      const { resource, collaborator, before } = await collaborating(context)

      await withPassword(context, context.fresh.text(12), async (renewed, reply) => {
        await accountIs(renewed, before, reply)
        accepted(await renewed.get(resource.path), 'a read as a collaborator with the new password')
        await unchanged(resource)
        await changedOnly(collaborator, { user_role: collaborator.was.user_role ?? null })
      })
    },
  ),

  check(
    'CROSS-42',
    'the old password of a collaborator gives no access to the schedule any more',
    { needs: ['disposable account', 'second schedule'] },
    async context => {
      const { throwaway } = context
      // With the old password, which a target may have cached.
      const { resource } = await collaborating(context)

      await withPassword(context, context.fresh.text(12), async renewed => {
        const old = await throwaway.get(resource.path)
        accepted(await renewed.get(resource.path), 'a read as a collaborator with the new password')
        refused(old, 'a read as a collaborator with the old password right after the change')
      })
    },
  ),

  check(
    'CROSS-34',
    'a DELETE of the account without me leaves its collaborations',
    { needs: ['disposable account', 'second schedule'], after: 'USER-42' },
    async context => {
      const { throwaway } = context
      const { resource, collaborator, before } = await collaborating(context)

      const reply = await throwaway.delete(me)

      refused(reply, 'a DELETE of the account without me')
      await accountIs(throwaway, before, reply)
      accepted(await throwaway.get(resource.path), 'a read as a collaborator after the refused DELETE')
      await unchanged(resource, collaborator)
    },
  ),

  check(
    'CROSS-35',
    'a PUT of the email that the account has sends no e-mail',
    { needs: ['disposable account', 'mailbox'], waits: true },
    async ({ throwaway, mails }) => {
      const before = await throwaway.read(me)
      const earlier = await mails(throwaway.email, { atLeast: 0 })

      const reply = await throwaway.put(me, { email: before.email as Json })

      accepted(reply, 'the email that the account has')
      const later = await mails(throwaway.email, { atLeast: earlier.length + 1, within: 2000 })
      same(later.length, earlier.length, `the number of e-mails to ${throwaway.email}`, reply)
    },
  ),
]
