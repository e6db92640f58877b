import {
  accepted,
  type Check,
  type Context,
  check,
  type Json,
  me,
  refused,
  same,
  unchanged,
} from '../../runner/index.js'
import { account, accountIs, settingsOf, truth } from '../users/account.js'
import { withPassword } from '../users/passwords.js'

/** The throwaway account is a collaborator of the second schedule and reads a resource there. */
async function collaborating({ throwaway, second, given }: Context) {
  const resource = await given.resource({}, { in: second })
  const collaborator = await given.collaborator(
    { email: throwaway.email, user_role: 'viewer' },
    { in: second },
  )
  await throwaway.read(resource.path)
  return { resource, collaborator, before: await account(throwaway) }
}

export const accountInteractionChecks: readonly Check[] = [
  check(
    'CROSS-15',
    'an account can be sent back as it was read, whatever form profile_completed has',
    { changes: ['stranger'], needs: ['stranger'] },
    async ({ stranger }) => {
      for (const value of [true, false]) {
        await stranger.change(me, { profile_completed: value })
        const before = await stranger.read(me)

        const reply = await stranger.put(me, settingsOf(before))

        accepted(
          reply,
          `the account as it was read, profile_completed ${JSON.stringify(before.profile_completed)} in it,`,
        )
        await accountIs(stranger, before, reply)
        same(
          truth((await stranger.read(me)).profile_completed),
          value,
          'the truth value of profile_completed',
          reply,
        )
      }
    },
  ),

  check(
    'CROSS-27',
    'a new password leaves account and collaborations as they are',
    { needs: ['throwaway account', 'second schedule'] },
    async context => {
      const { resource, collaborator, before } = await collaborating(context)

      await withPassword(context, context.random.text(12), async (renewed, reply) => {
        await accountIs(renewed, before, reply)
        accepted(await renewed.get(resource.path), 'a read as a collaborator with the new password')
        await unchanged(resource, collaborator)
      })
    },
  ),

  check(
    'CROSS-34',
    'a DELETE of the account without me leaves its collaborations',
    { needs: ['throwaway account', 'second schedule'], after: 'USER-42' },
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
    'an email that stays the same sends no e-mail',
    { needs: ['throwaway account', 'mailbox'] },
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
