import { accepted, type Check, check, holds, me, refused, same } from '../../runner/index.js'
import { joiningSecond } from '../collaborators/membership.js'

/** What the settings of an account say about becoming a collaborator. */
export const collaborationSettingChecks: readonly Check[] = [
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
      const address = stranger.email.toLowerCase()
      const found = (await owner.all(second.collaborators)).filter(
        ({ email }) => String(email).toLowerCase() === address,
      )
      same(found, [], 'the collaborators with the address of that user', closed)
      refused(await stranger.get(resource.path))
      await settings(stranger, { allow_collaboration: true })
      const open = await owner.post(second.collaborators, body)
      accepted(open, 'adding a user with allow_collaboration = true')
      accepted(await stranger.get(resource.path))
    },
  ),

  check(
    'PERM-21',
    'a user who has reached collaboration_limit may be refused as a collaborator of one more schedule',
    {
      ...joiningSecond('stranger'),
      needs: ['second schedule', 'spare schedule', 'stranger'],
    },
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

      observe(
        `with a collaboration_limit of ${limit}, one more collaboration is ${reply.ok ? 'accepted' : 'refused'}`,
        reply,
      )
    },
  ),
]
