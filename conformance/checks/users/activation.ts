import { answeredId, holds, refused } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { me } from '../../http/paths.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { shownIn } from '../collaborators/membership.js'
import { throwaway } from './account.js'
import { renamedTo, underEither } from './email.js'

const withSecond: CheckOptions = { needs: ['disposable account', 'second schedule'] }

/** Asks for a new email of the disposable account. Nobody follows the link that comes to it. */
async function ask({ throwaway }: Context, email: string): Promise<void> {
  acceptedFirst(await throwaway.put(me, { email }), 'USER-31')
}

/**
 * Asserts that an address which the disposable account has asked for, and not activated, is not that of a collaborator with
 * an account: the schedule was shared with an address that the account may not have.
 */
async function isNoCollaborator(context: Context, email: string, id: number | string): Promise<void> {
  const { owner, second, given, throwaway } = context
  const resource = await given.resource({}, { in: second })
  for (const read of await shownIn(owner, second, id)) {
    // That ids restricts a list is another rule (LIST-21).
    if (String(read.id) !== String(id)) continue
    holds(
      !Object.hasOwn(read, 'user'),
      `a collaborator has a user by the address ${email}, which is not activated`,
      {
        expected: 'no member user',
        actual: read.user,
      },
    )
  }
  const reply = await throwaway.get(resource.path)
  refused(
    reply,
    `a read by an account that has asked for the address of a collaborator, which is not activated,`,
  )
}

/** A new address before its activation (section 2.4). */
export const activationChecks: readonly Check[] = [
  check('USER-50', 'a new email gives no access before its link was followed', throwaway, async context => {
    const email = context.address()
    await ask(context, email)

    const early = await renamedTo(context, email).get(me)

    if (early.ok) await underEither(context, email)
    refused(early, 'a login with a new email whose link nobody has followed')
  }),

  check(
    'USER-51',
    'an email that is asked for does not count where it is a collaborator already',
    withSecond,
    async context => {
      const someone = await context.given.collaborator({}, { in: context.second })

      await ask(context, someone.email)

      await isNoCollaborator(context, someone.email, someone.id)
    },
  ),

  check(
    'USER-51.later',
    'an email that is asked for does not count where it becomes a collaborator later',
    withSecond,
    async context => {
      const { owner, second, given, address } = context
      const { sent } = await given.collaborator({}, { in: second })
      const email = address()
      await ask(context, email)

      const reply = await owner.post(second.collaborators, { ...sent, email })

      acceptedFirst(reply, 'COL-21')
      await isNoCollaborator(context, email, answeredId(reply))
    },
  ),

  check('USER-52', 'an email with a line break in it is refused', throwaway, async context => {
    const email = `${context.address()}\n${context.address()}`

    const reply = await context.throwaway.put(me, { email })

    if (reply.ok) await underEither(context, email)
    refused(reply, 'an email of two lines')
  }),
]
