import { accepted, answeredId, has, holds, none, refused } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { MadeCollaborator } from '../../check/created.js'
import { mailLimits } from '../../http/answer-limits.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type JsonObject } from '../../http/json.js'
import type { Schedule } from '../../http/paths.js'
import { Blocked } from '../../session/outcomes.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { newIn } from '../users/links.js'
import { hasNoUser, join, joiningSecond, shownIn } from './membership.js'

interface Invited {
  readonly members?: JsonObject
  readonly where?: Schedule
  /** Whether it was added before and deleted: the document does not say that it can be added again. */
  readonly isAgain?: boolean
}

/** Adds an address with invite = true, and asserts that it receives an e-mail. */
async function sendsInvitation(
  { owner, schedule, mails, skip }: Context,
  email: string,
  { members = {}, where = schedule, isAgain = false }: Invited = {},
): Promise<Reply> {
  const earlier = await mails(email, { atLeast: 0 })

  const reply = await owner.post(where.collaborators, { ...members, email, invite: true })

  if (isAgain && !reply.ok) skip('a collaborator who was deleted cannot be added again: see CROSS-25')
  accepted(reply)
  const sent = newIn(await mails(email, { atLeast: earlier.length + 1 }), earlier)
  if (sent.length === 0 && earlier.length >= mailLimits.mails) {
    return skip(`so many e-mails have come to ${email} that a new one cannot be recognized`)
  }
  holds(sent.length > 0, `no invitation e-mail has come to ${email}`, {
    expected: 'an e-mail',
    actual: sent,
    replies: [reply],
  })
  return reply
}

/** Asserts that a collaborator of the second schedule is shown with the account of the stranger. */
async function hasUser({ owner, stranger, second }: Context, { id }: MadeCollaborator): Promise<void> {
  for (const read of await shownIn(owner, second, id)) {
    holds(isObject(read.user), 'a collaborator with an account should have user, an object', {
      expected: { user: { email: stranger.email } },
      actual: read,
    })
  }
}

/** Invitations, and collaborators who have an account. */
export const collaboratorPeopleChecks: readonly Check[] = [
  check('COL-11', 'no read of a collaborator ever shows invite', async ({ owner, given, schedule }) => {
    const someone = await given.collaborator()
    const ids = [someone.id]

    const replies = [
      await owner.get(someone.path),
      await owner.get(schedule.collaborators, { ids }),
      await owner.get(someone.path, { fields: 'invite' }),
      await owner.get(schedule.collaborators, { ids, fields: 'invite' }),
      await owner.get(schedule.collaborators, { ids, fields: 'id,invite' }),
    ]

    // A read with an unknown name in fields may be refused.
    for (const reply of replies.slice(0, 2)) accepted(reply)
    for (const reply of replies.filter(({ ok }) => ok)) {
      for (const read of [reply.data].flat().filter(isObject)) {
        holds(!Object.hasOwn(read, 'invite'), 'a read of a collaborator shows invite', {
          expected: 'no member invite',
          actual: read,
          replies: [reply],
        })
      }
    }
  }),

  check(
    'COL-12',
    'a user with an account is added with invite = false',
    joiningSecond('stranger'),
    async ({ owner, stranger, second }) => {
      const reply = await owner.post(second.collaborators, { email: stranger.email, invite: false })

      accepted(reply)
      for (const read of await shownIn(owner, second, answeredId(reply))) {
        has(read, { user_role: 'viewer' }, 'the collaborator added with invite = false', reply)
      }
    },
  ),

  check(
    'COL-12.no-account',
    'an address without an account is added with invite = false where it is without invite',
    async ({ owner, given, schedule, address, observe }) => {
      const { sent } = await given.collaborator()
      if (sent.invite === true)
        return observe('an address without an account is accepted only with invite = true')

      const reply = await owner.post(schedule.collaborators, { ...sent, email: address(), invite: false })

      accepted(reply)
      await owner.read(`${schedule.collaborators}/${answeredId(reply)}`)
    },
  ),

  check(
    'COL-13',
    'an address without an account is added with invite = true',
    async ({ owner, schedule, address }) => {
      const email = address()

      const reply = await owner.post(schedule.collaborators, { email, invite: true })

      accepted(reply)
      const read = await owner.read(`${schedule.collaborators}/${answeredId(reply)}`)
      has(read, { user_role: 'viewer' }, 'the collaborator added with invite = true', reply)
    },
  ),

  check(
    'COL-13.mail',
    'creating a collaborator with invite = true sends an e-mail to the address',
    { needs: ['mailbox'] },
    async context => {
      await sendsInvitation(context, context.address())
    },
  ),

  check(
    'COL-13.mail.editor',
    'creating an editor with invite = true sends an e-mail to the address',
    { needs: ['mailbox'] },
    async context => {
      await sendsInvitation(context, context.address(), { members: { user_role: 'editor' } })
    },
  ),

  check(
    'COL-13.mail.again',
    'creating a collaborator with invite = true sends an e-mail to an address that was invited before, too',
    { needs: ['mailbox'] },
    async context => {
      const { owner, schedule, address } = context
      const email = address()

      const created = await sendsInvitation(context, email)
      acceptedFirst(await owner.delete(`${schedule.collaborators}/${answeredId(created)}`), 'COL-23')
      await sendsInvitation(context, email, { isAgain: true })
    },
  ),

  check(
    'COL-28',
    'adding a user with an account with invite = true sends an e-mail to the address',
    { ...joiningSecond('stranger'), needs: ['mailbox', 'second schedule', 'stranger'], danger: 'mail' },
    async context => {
      await sendsInvitation(context, context.stranger.email, { where: context.second })
    },
  ),

  check(
    'COL-28.editor',
    'a user with an account who is added as an editor with invite = true is an editor',
    { ...joiningSecond('stranger'), danger: ['own', 'mail'] },
    async ({ owner, stranger, second }) => {
      const body = { email: stranger.email, user_role: 'editor', invite: true }

      const reply = await owner.post(second.collaborators, body)

      accepted(reply)
      for (const read of await shownIn(owner, second, answeredId(reply))) {
        has(read, { user_role: 'editor' }, 'the collaborator added with invite = true', reply)
      }
    },
  ),

  check(
    'COL-14',
    'creating a collaborator without invite, or with invite = false, sends no e-mail',
    { danger: 'mail', needs: ['mailbox'], waits: true },
    async ({ owner, given, schedule, address, mails, skip }) => {
      const without = await given.collaborator()
      if (without.sent.invite === true)
        skip('the target takes an address without an account only with invite')
      const withFalse = await given.collaborator({ invite: false })
      const invited = address()
      acceptedFirst(await owner.post(schedule.collaborators, { email: invited, invite: true }), 'COL-13')

      // E-mails that were sent earlier have most likely arrived once this one has.
      if ((await mails(invited)).length === 0)
        throw new Blocked('COL-13', {
          message: `no invitation e-mail has come to ${invited}`,
          expected: 'an e-mail',
          actual: [],
          replies: [],
        })

      const words = (sent: object) => ('invite' in sent ? 'with invite = false' : 'without invite')
      for (const { email, sent } of [without, withFalse]) {
        const found = (await mails(email, { atLeast: 0 })).map(({ subject }) => subject)
        none(found, `an e-mail has come to ${email}, a collaborator who was created ${words(sent)}`)
      }
    },
  ),

  check('COL-16', 'a collaborator with an account has user', joiningSecond('stranger'), async context => {
    await hasUser(context, await join(context, context.stranger, 'viewer'))
  }),

  check(
    'COL-16.invited',
    'a collaborator with an account who was added with invite = true has user',
    { ...joiningSecond('stranger'), danger: ['own', 'mail'] },
    async context => {
      const { given, stranger, second } = context

      await hasUser(
        context,
        await given.collaborator({ email: stranger.email, invite: true }, { in: second }),
      )
    },
  ),

  check('COL-17', 'user has email, firstname and lastname', joiningSecond('stranger'), async context => {
    const { owner, stranger, second, observe } = context
    const someone = await join(context, stranger, 'viewer')

    const reads = await shownIn(owner, second, someone.id)

    if (reads.every(({ user }) => user === undefined))
      return observe('a collaborator with an account is shown without user')
    for (const { user } of reads.filter(read => read.user !== undefined)) {
      for (const member of ['email', 'firstname', 'lastname']) {
        const value = isObject(user) ? user[member] : undefined
        holds(typeof value === 'string', `${member} of user of a collaborator must be a string`, {
          expected: 'a string',
          actual: user,
        })
      }
    }
  }),

  check(
    'COL-18',
    'user of a collaborator shows the names that the account has now',
    { ...joiningSecond('stranger'), danger: ['own', 'acct'], changes: ['stranger'] },
    async context => {
      const { owner, stranger, second, settings, token } = context
      const someone = await join(context, stranger, 'viewer')
      const names = { firstname: `F${token}`.slice(0, 50), lastname: `L${token}`.slice(0, 100) }
      // Both reads, since a target may cache either of them.
      await shownIn(owner, second, someone.id)

      await settings(stranger, names)

      for (const { user } of await shownIn(owner, second, someone.id)) {
        holds(isObject(user), 'a collaborator with an account should have user, an object', { actual: user })
        has(user, names, 'user of a collaborator after the account changed them')
      }
    },
  ),

  check(
    'COL-15.pattern',
    'a collaborator whose address is a pattern that matches that of an account has no user, and gives it no access',
    joiningSecond('stranger'),
    async context => {
      const { owner, stranger, second, given, observe } = context
      const { sent } = await given.collaborator({}, { in: second })
      // An invitation would go to an address that may belong to somebody.
      if (sent.invite === true)
        return observe('an address without an account is accepted only with invite = true')
      const resource = await given.resource({}, { in: second })
      const email = `_${stranger.email.slice(1)}`

      const reply = await owner.post(second.collaborators, { ...sent, email })

      // The document does not say which addresses are valid.
      if (!reply.ok) return observe('an address that begins with _ is refused', reply)
      for (const read of await shownIn(owner, second, answeredId(reply))) {
        hasNoUser(read, `the collaborator ${email} has the user of another address`, reply)
      }
      refused(
        await stranger.get(resource.path),
        `a read by ${stranger.email}, where ${email} is a collaborator,`,
      )
    },
  ),
]
