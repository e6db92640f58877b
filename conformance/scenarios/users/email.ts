import { type Check, type CheckOptions, check } from '../../run/check.js'
import type { Actor, Context } from '../../run/context.js'
import { isObject, type Json } from '../../run/json.js'
import { accepted, holds, refused, same } from '../../run/judge.js'
import { Violation } from '../../run/outcomes.js'
import type { Reply } from '../../run/reply.js'
import { me } from '../operations/account.js'
import { account, accountIs, opens, settingsOf } from './account.js'

const throwaway: CheckOptions = { needs: ['throwaway account'] }
const withMailbox: CheckOptions = { needs: ['throwaway account', 'mailbox'] }

const renamedTo = (context: Context, email: string) =>
  context.as({ email, password: context.throwaway.password }, 'throwaway account under its new address')

/**
 * Who the throwaway account is after a change of its address, which holds from now on or from the activation on: both
 * are right. Undefined where neither address gives access.
 */
async function underEither(context: Context, email: string): Promise<Actor | undefined> {
  if (await opens(context.throwaway)) return context.throwaway
  if (await opens(renamedTo(context, email))) return context.renamed(context.throwaway, { email })
  return undefined
}

interface Activation {
  readonly change: Reply
  readonly address: string
  readonly mails: number
  /** Why the link could not be followed. */
  readonly obstacle?: string | undefined
  readonly under?: { readonly old: Reply; readonly fresh: Reply }
}

/** One change of an address with all that follows from it, for all checks that look at a part of it. */
const activation = (context: Context): Promise<Activation> =>
  context.once('activation of a new e-mail address', async () => {
    const address = context.address()
    const change = await context.throwaway.put(me, { email: address })
    const mails = change.ok ? await context.mails(address) : []
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s"'<>]+/g) ?? [])

    let way: Way = { followed: false, obstacle: 'there is no link in the e-mail to the new address' }
    for (const link of links) {
      way = await follow(context, link)
      if (way.followed) break
    }
    const fresh = await renamedTo(context, address).get(me)
    if (fresh.ok) context.renamed(context.throwaway, { email: address })
    const old = await context.throwaway.get(me)
    const { followed, obstacle } = way
    const activated = followed && (fresh.ok || !obstacle)
    return { change, address, mails: mails.length, ...(activated ? { under: { old, fresh } } : { obstacle }) }
  })

interface Way {
  /** The link itself led to the target. */
  readonly followed: boolean
  /** Why it could not be followed to its end. */
  readonly obstacle?: string | undefined
}

/** Follows a link, and redirects of it, as somebody without credentials. */
async function follow({ nobody }: Context, link: string): Promise<Way> {
  let followed = false
  let url = link
  try {
    for (let hops = 0; hops < 4; hops++) {
      const { status, headers } = await nobody.follow(url)
      followed = true
      const { location = '' } = headers
      if (status < 300 || status > 399 || !URL.canParse(location, url)) break
      url = new URL(location, url).href
    }
    return { followed }
  } catch (error) {
    if (error instanceof Violation) return { followed, obstacle: `the link in the e-mail leads to ${url}` }
    throw error
  }
}

export const emailChecks: readonly Check[] = [
  check(
    'USER-05',
    'an email of 201 characters is refused',
    { ...throwaway, danger: 'lock' },
    async context => {
      const before = await account(context.throwaway)
      const address = context.address(201)

      const reply = await context.throwaway.put(me, { email: address })

      if (reply.ok) await underEither(context, address)
      refused(reply, 'an email of 201 characters')
      await accountIs(context.throwaway, before, reply)
    },
  ),

  check('USER-06', 'an email of exactly 200 characters', throwaway, async context => {
    const address = context.address(200)

    const reply = await context.throwaway.put(me, { email: address })

    if (reply.ok) await underEither(context, address)
    context.observe(`an email of exactly 200 characters is ${reply.ok ? 'accepted' : 'refused'}`, reply)
  }),

  check(
    'USER-30',
    'the account can be sent back with its unchanged email',
    throwaway,
    async ({ throwaway }) => {
      const before = await throwaway.read(me)

      const reply = await throwaway.put(me, { ...settingsOf(before), email: before.email as Json })

      accepted(reply, 'all writable members of the account as they were read, email included,')
      await accountIs(throwaway, before, reply)
    },
  ),

  check('USER-31', 'an email can be changed', throwaway, async context => {
    const before = await account(context.throwaway)
    const address = context.address()

    const reply = await context.throwaway.put(me, { email: address })

    accepted(reply, 'a new email address')
    const actor = await underEither(context, address)
    if (!actor) {
      context.warn('after a change of the email neither the old nor the new address gives access', reply)
      return
    }
    const shown = String((await actor.read(me)).email).toLowerCase()
    await accountIs(
      actor,
      { ...before, email: shown === address.toLowerCase() ? address : String(before.email) },
      reply,
    )
  }),

  check('USER-31.mail', 'a changed email sends an e-mail to the new address', withMailbox, async context => {
    const { change, address, mails } = await activation(context)

    accepted(change, 'a new email address')
    holds(mails > 0, `no e-mail came to ${address} after it was made the email of an account`, {
      expected: 'an activation e-mail',
      actual: 'none within 5 seconds',
      replies: [change],
    })
  }),

  check(
    'USER-32',
    'the new address gives access once the link in the e-mail was followed',
    withMailbox,
    async context => {
      const { change, address, obstacle, under } = await activation(context)

      if (!under) return context.skip(obstacle ?? 'the link in the e-mail was not followed')
      accepted(under.fresh, 'a login with the new address after its activation')
      const shown = isObject(under.fresh.data) ? String(under.fresh.data.email).toLowerCase() : undefined
      same(shown, address.toLowerCase(), 'email of the account after the activation', change, under.fresh)
    },
  ),

  check(
    'USER-32.old',
    'the old address gives no access once the new one is activated',
    { ...withMailbox, level: 'should' },
    async context => {
      const { obstacle, under } = await activation(context)

      if (!under) return context.skip(obstacle ?? 'the link in the e-mail was not followed')
      accepted(under.fresh, 'a login with the new address after its activation')
      refused(under.old, 'a login with the old address after the activation of the new one')
    },
  ),
]
