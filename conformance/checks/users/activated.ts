import { accepted, holds, refused } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { me } from '../../http/paths.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { account, accountIs, settingsOf } from './account.js'
import { type Activation, activate, ask, withMailbox } from './email.js'
import { putBack } from './passwords.js'

const afterIt: CheckOptions = { ...withMailbox, after: 'USER-32' }

const notActivated = ({ obstacle }: Activation) => obstacle ?? 'the new address was not activated'

/** Asserts that an address was accepted, and that an e-mail with a link came to it. */
function isAsked({ change, address, mails, links }: Activation, what: string): void {
  accepted(change, what)
  holds(links > 0, `${mails === 0 ? 'no e-mail' : 'no e-mail with a link'} came to ${address}, ${what}`, {
    expected: 'an activation e-mail with a link',
    actual: `${mails} e-mails and ${links} links`,
    replies: [change],
  })
}

/** What a link does where more has happened since the new address was asked for (section 2.4). */
export const activatedChecks: readonly Check[] = [
  check(
    'USER-32.settings',
    'an activation keeps what was changed with and after the request for the new address',
    afterIt,
    async context => {
      const { throwaway, name } = context
      const before = await account(throwaway)
      const beside = { lastname: name(20) }
      const timezone = before.timezone === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo'
      const later = { firstname: name(20), timezone }
      const meanwhile = async () => acceptedFirst(await throwaway.put(me, later), 'USER-28')

      const activation = await activate(context, context.address(), { beside, meanwhile })

      const { actor, address, change } = activation
      isAsked(activation, 'a new email address that is sent with a lastname')
      if (!actor) return context.skip(notActivated(activation))
      try {
        await accountIs(actor, { ...before, ...beside, ...later, email: address }, change)
      } finally {
        await actor.put(me, settingsOf(before))
      }
    },
  ),

  check(
    'USER-32.second',
    'the second of two addresses that are asked for is activated by the link in its e-mail',
    afterIt,
    async context => {
      const first = context.address()
      await ask(context, first)

      const activation = await activate(context)

      const { obstacle, under, actor } = activation
      // On a faulty target.
      if (!actor) await context.moved(first)
      isAsked(activation, 'the second new email address of an account')
      if (!under) return context.skip(obstacle ?? 'the link in the e-mail was not followed')
      accepted(under.fresh, 'a login with the second new address after its activation')
    },
  ),

  check(
    'USER-32.capitals',
    'a new address with a capital letter gives access once its link was followed',
    afterIt,
    async context => {
      const capital = `Ada.${context.address()}`

      const { change, address, obstacle, under, actor } = await activate(context, capital)

      if (!change.ok) return context.observe('an email with a capital letter is refused', change)
      if (!under) return context.skip(obstacle ?? 'the link in the e-mail was not followed')
      if (!actor && (await context.moved(address.toLowerCase())).actor) {
        return context.warn(`${address} gives access in small letters alone`, change, under.fresh)
      }
      accepted(under.fresh, 'a login with a new address that has a capital letter, after its activation')
    },
  ),

  check('USER-32.password', 'an activation does not bring an old password back', afterIt, async context => {
    const { throwaway } = context
    const password = context.random.text(12)
    const meanwhile = async () => {
      acceptedFirst(await throwaway.put(me, { new_password: password }), 'USER-33')
      context.renamed(throwaway, { password })
    }

    const { address, links } = await activate(context, context.address(), { meanwhile })

    if (links === 0) {
      await putBack(context, password)
      return context.skip('there is no link in the e-mail to the new address')
    }
    await opensByNewPassword(context, { address, password })
  }),
]

/**
 * Asserts that the disposable account has a new password and not the old one, under its old address or the new one: a new
 * password may cancel the change of the address. Restores the old password.
 */
async function opensByNewPassword(
  context: Context,
  { address, password }: { address: string; password: string },
): Promise<void> {
  const { email, password: before } = context.throwaway
  for (const candidate of [address, email]) {
    const old = context.as({ email: candidate, password: before }, 'disposable account with the old password')
    const login = await old.get(me)
    if (login.ok) {
      context.renamed(context.throwaway, { password: before })
      await context.moved(candidate)
    }
    refused(
      login,
      'a login with the old password, after an activation of an address that was asked for before',
    )
  }
  const { actor } = await context.moved(address)
  if (!actor) return putBack(context, password)
  const back = await actor.put(me, { new_password: before })
  if (back.ok) context.renamed(actor, { password: before })
}
