import { accepted, answeredId, holds, refused } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { JsonObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { account, accountIs, opens, settingsOf } from './account.js'
import { type Activation, activate, ask, opensByLink, skipUnactivated, withMailbox } from './email.js'
import { putBack } from './passwords.js'

const afterIt: CheckOptions = { ...withMailbox, after: 'USER-32' }

/** Asserts that an address was accepted, and that it received an e-mail with a link. */
function isAsked({ change, address, mails, links }: Activation, what: string): void {
  accepted(change, what)
  holds(links > 0, `${mails === 0 ? 'no e-mail' : 'no e-mail with a link'} came to ${address}, ${what}`, {
    expected: 'an activation e-mail with a link',
    actual: `${mails} e-mails and ${links} links`,
    replies: [change],
  })
}

/** What a link does if more has happened since the new address was requested (section 2.4). */
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
      const changes = { firstname: name(20), timezone, allow_collaboration: false, profile_completed: false }
      let later: JsonObject = {}
      const meanwhile = async () => {
        if (!(await opens(throwaway))) return
        acceptedFirst(await throwaway.put(me, changes), 'USER-28')
        later = changes
      }

      const activation = await activate(context, context.address(), { beside, meanwhile })

      const { actor, address, change } = activation
      try {
        isAsked(activation, 'a new email address that is sent with a lastname')
        if (!actor) return skipUnactivated(context, activation)
        await accountIs(actor, { ...before, ...beside, ...later, email: address }, change)
      } finally {
        await (actor ?? context.throwawayNow).put(me, settingsOf(before))
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
      if (!(await underOld(context, first))) return

      const activation = await activate(context)

      const { under, actor } = activation
      // Only on a faulty target.
      if (!actor) await context.moved(first)
      isAsked(activation, 'the second new email address of an account')
      if (!under) return skipUnactivated(context, activation)
      opensByLink(activation, under, 'a login with the second new address after its activation')
    },
  ),

  check(
    'USER-32.other-link',
    'the link in the e-mail to one new address does not activate another one, which was asked for later',
    afterIt,
    async context => {
      const [first, second] = [context.address(), context.address()]
      let isSecondAsked = false
      const meanwhile = async () => {
        if (!(await underOld(context, first))) return
        await ask(context, second)
        isSecondAsked = true
      }

      const activation = await activate(context, first, { meanwhile })

      const { change, links } = activation
      acceptedFirst(change, 'USER-31')
      const { login } = await context.moved(second)
      if (!isSecondAsked) return
      if (links === 0) return skipUnactivated(context, activation)
      refused(
        login,
        `a login with ${second}, whose link nobody has followed, after the link to ${first} was followed,`,
      )
    },
  ),

  check(
    'USER-32.capitals',
    'a new address with a capital letter gives access once its link was followed',
    afterIt,
    async context => {
      const capital = `Ada.${context.address()}`

      const activation = await activate(context, capital)

      const { change, address, links, under, actor } = activation
      if (!change.ok) return context.observe('an email with a capital letter is refused', change)
      // It may be sent to the same address in lower case, which may be another mailbox.
      if (links === 0) return context.observe(`no e-mail with a link came to ${address}`, change)
      if (!under) return skipUnactivated(context, activation)
      if (!actor && (await context.moved(address.toLowerCase())).actor) {
        return context.warn(`${address} only gives access in lower case`, change, under.fresh)
      }
      const what = 'a login with a new address that has a capital letter, after its activation'
      opensByLink(activation, under, what)
    },
  ),

  check(
    'USER-32.plus',
    'a new address with a plus in it gives access once its link was followed',
    afterIt,
    async context => {
      const activation = await activate(context, context.address().replace('@', '+rooms@'))

      const { change, address, links, under } = activation
      if (!change.ok) return context.observe('an email with a plus in it is refused', change)
      if (links === 0) return context.observe(`no e-mail with a link came to ${address}`, change)
      if (!under) return skipUnactivated(context, activation)
      opensByLink(activation, under, 'a login with a new address that has a plus, after its activation')
    },
  ),

  check(
    'USER-32.own',
    'a collaborator whose address has changed can still delete their own collaborator object',
    { ...afterIt, needs: ['disposable account', 'mailbox', 'second schedule'] },
    async context => {
      const { owner, throwaway, given, second, observe } = context
      const resource = await given.resource({}, { in: second })
      const own = await given.collaborator({ email: throwaway.email, user_role: 'viewer' }, { in: second })

      const activation = await activate(context)

      const { actor } = activation
      if (!actor) return skipUnactivated(context, activation)
      // Whether a collaboration outlasts the address is a separate question (USER-32.collaborations).
      const read = await actor.get(resource.path)
      if (!read.ok) return observe('a collaboration ends where the address of its account changes', read)
      const reply = await actor.delete(own.path)
      accepted(reply, 'a DELETE of their own collaborator object by an account with a new address')
      refused(await owner.get(own.path), 'reading the collaborator object after that')
    },
  ),

  check(
    'USER-32.added',
    'an account that is added as a collaborator by its newly activated address gets access',
    { ...afterIt, needs: ['disposable account', 'mailbox', 'second schedule'] },
    async context => {
      const { owner, throwaway, given, second, skip, warn } = context
      const resource = await given.resource({}, { in: second })
      if ((await account(throwaway)).allow_collaboration === false)
        skip('the disposable account does not allow collaboration')

      const activation = await activate(context)

      const { actor, address } = activation
      if (!actor) return skipUnactivated(context, activation)
      const reply = await owner.post(second.collaborators, { email: address, user_role: 'viewer' })
      accepted(reply, `adding ${address}, which an account has activated, as a collaborator`)
      const what = `a read by an account that was added as a collaborator by its activated address ${address}`
      accepted(await actor.get(resource.path), what)
      const { user } = await owner.read(`${second.collaborators}/${answeredId(reply)}`)
      if (user === undefined) warn(`${address}, which an account has activated, is shown without user`, reply)
    },
  ),

  check('USER-32.password', 'an activation does not bring an old password back', afterIt, async context => {
    const { throwaway } = context
    const [address, password] = [context.address(), context.fresh.text(12)]
    let isChanged = false
    const meanwhile = async () => {
      if (!(await underOld(context, address))) return
      acceptedFirst(await throwaway.put(me, { new_password: password }), 'USER-33')
      const renewed = context.renamed(throwaway, { password })
      isChanged = true
      acceptedFirst(await renewed.get(me), 'USER-33')
    }

    const activation = await activate(context, address, { meanwhile })

    const { change, links } = activation
    acceptedFirst(change, 'USER-31')
    if (!isChanged) return
    if (links === 0) {
      await putBack(context, password)
      return skipUnactivated(context, activation)
    }
    await opensByNewPassword(context, { address, password })
  }),
]

/** Whether the old address gives access once a new one was requested. That is open; it is observed if it does not. */
async function underOld(context: Context, asked: string): Promise<boolean> {
  if (await opens(context.throwaway)) return true
  // Only on a faulty target.
  await context.moved(asked)
  context.observe('the old address gives no access once a new one is asked for')
  return false
}

/**
 * Asserts that the disposable account has a new password and not the old one, under its old or its new address: a new
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
