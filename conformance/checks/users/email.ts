import { accepted, answeredId, holds, mustBeAccepted, refused, same } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { meansSuccess, type Reply } from '../../http/exchange.js'
import { isObject, type Json, type JsonObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { Violation } from '../../session/outcomes.js'
import { swapped } from '../authentication/authentication.js'
import { acceptedFirst, refusedFirst } from '../bulk/outcome.js'
import { hasNoUser, shownIn } from '../collaborators/membership.js'
import { account, accountIs, opens, settingsOf, takes, throwaway } from './account.js'
import { follow, linksIn, newIn, type Way, wayText } from './links.js'

export const withMailbox: CheckOptions = { needs: ['disposable account', 'mailbox'] }

/**
 * Returns the disposable account after a change of its address: on a faulty target it has the new one at once (USER-50).
 * Undefined if neither address gives access.
 */
export async function underEither(context: Context, email: string): Promise<Actor | undefined> {
  if (await opens(context.throwaway)) return context.throwaway
  return (await context.moved(email)).actor
}

export interface Activation {
  readonly change: Reply
  readonly address: string
  readonly mails: number
  /** The number of links in the e-mails. */
  readonly links: number
  /** Why the address could not be activated. */
  readonly obstacle?: string | undefined
  readonly under?: { readonly old: Reply; readonly fresh: Reply }
  /** The responses to the change and to the links that were followed. */
  readonly steps: readonly Reply[]
  /** The account under the new address; undefined if it does not have that address. */
  readonly actor: Actor | undefined
}

/**
 * Changes an address and activates it, once for all checks that examine a part of the process; `id` is that of the account
 * before.
 */
const activation = (context: Context): Promise<Activation & { readonly id: Json | undefined }> =>
  context.once('activation of a new e-mail address', async () => {
    const { id } = await account(context.throwaway)
    return { id, ...(await activate(context)) }
  })

interface ActivateOptions {
  /** Other members to send with the address. */
  readonly beside?: JsonObject
  /** What happens before the link is followed. */
  readonly meanwhile?: () => Promise<void>
  /**
   * The address was invited, and the e-mail about that may come first: if its links do not activate it, another e-mail is
   * awaited.
   */
  readonly isInvited?: boolean
}

/** Gives the disposable account an address, a new one by default, and follows the link in the e-mail to it. */
export async function activate(
  context: Context,
  address = context.address(),
  { beside = {}, meanwhile = async () => {}, isInvited = false }: ActivateOptions = {},
): Promise<Activation> {
  // The mailbox of an address in use may have links of other accounts and of earlier runs.
  const earlier = await context.mails(address, { atLeast: 0 })
  const change = await context.throwaway.put(me, { email: address, ...beside })
  if (change.ok) await meanwhile()
  const arrived = async (count: number) =>
    newIn(await context.mails(address, { atLeast: earlier.length + count }), earlier)
  let mails = change.ok ? await arrived(1) : []

  let { login: fresh, actor } = await context.moved(address)
  const ways = new Map<string, Way>()
  // An e-mail may have other links, too: once the address works, the right one has been followed.
  const followAll = async () => {
    for (const link of mails.flatMap(linksIn)) {
      if (actor && ways.size > 0) break
      if (ways.has(link)) continue
      ways.set(link, await follow(context, link, address))
      ;({ login: fresh, actor } = await context.moved(address))
    }
  }
  await followAll()
  if (isInvited && mails.length > 0 && !actor) {
    mails = await arrived(mails.length + 1)
    await followAll()
  }
  const old = await context.throwaway.get(me)
  const tried = [...ways.values()]
  const { obstacle } = tried.find(way => way.obstacle) ?? {}
  const links = mails.flatMap(linksIn).length
  const steps = [change, ...tried.flatMap(({ replies }) => replies)]
  const seen = { change, address, mails: mails.length, links, steps, actor }
  if (tried.length === 0) return { ...seen, obstacle: whyNoLink(seen) }
  const isFollowed = tried.some(({ replies }) => replies.length > 0)
  if (isFollowed && (fresh.ok || !obstacle)) return { ...seen, under: { old, fresh } }
  const which = tried.map(wayText).join(', ')
  const why =
    tried.length === 1 ? obstacle : `no link of the e-mail gives access with the new address: ${which}`
  return { ...seen, obstacle: why }
}

/** Explains why no link could be followed. */
function whyNoLink({ change, mails }: Pick<Activation, 'change' | 'mails'>): string {
  if (!change.ok) return `a new email address was refused with the status ${change.status}`
  return mails === 0
    ? 'no e-mail came to the new address'
    : 'there is no link in the e-mail to the new address'
}

/** Skips a check that needs an activated address. */
export function skipUnactivated(context: Context, { obstacle, steps }: Activation): never {
  return context.skip(obstacle ?? 'the new address was not activated', ...steps)
}

/** Asserts that a new address gives access; a finding shows how it was activated. */
export function opensByLink(
  { steps }: Activation,
  { fresh }: { fresh: Reply },
  what = 'a login with the new address after its activation',
): void {
  if (!fresh.ok && !meansSuccess(fresh))
    throw new Violation({ ...mustBeAccepted(fresh, what), replies: [...steps, fresh] })
  accepted(fresh, what)
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
    'USER-05.long',
    'an email of 150 characters, with a long domain, is accepted where one below the same domain is',
    { ...throwaway, level: 'should', danger: ['lock', 'mail'] },
    async context => {
      const { throwaway: person, observe } = context
      const [name = '', domain = ''] = context.address().split('@')
      // A domain label has at most 63 characters, and the part before the @ at most 64.
      const below = (label: string) => `${name}@${label}.${domain}`
      const room = 150 - below(`${'b'.repeat(50)}.`).length
      const long = below(`${'b'.repeat(50)}.${'c'.repeat(Math.min(63, Math.max(1, room)))}`).padStart(
        150,
        'a',
      )
      const change = async (email: string) => {
        const reply = await person.put(me, { email })
        if (reply.ok) await underEither(context, email)
        return reply
      }

      const reply = await change(long)

      if (reply.ok) return
      const short = await change(below('b'))
      if (!short.ok) return observe('an email whose domain is below that of the mailbox is refused', short)
      accepted(reply, `an email of ${long.length} characters`)
    },
  ),

  check('USER-30', 'the account can be sent back with the same email', throwaway, async ({ throwaway }) => {
    const before = await throwaway.read(me)

    const members = { ...settingsOf(before), email: before.email as Json }

    const what = 'all writable members of the account as they were read, email included,'
    await takes(throwaway, before, members, what)
  }),

  check('USER-31', 'an email can be changed', throwaway, async context => {
    const before = await account(context.throwaway)
    const address = context.address()

    const reply = await context.throwaway.put(me, { email: address })

    accepted(reply, 'a new email address')
    const actor = await underEither(context, address)
    if (!actor) {
      // Whether the old address works until the new one is activated is open.
      return context.observe(
        'after a change of the email neither the old nor the new address gives access',
        reply,
      )
    }
    const shown = String((await actor.read(me)).email).toLowerCase()
    const expected = { ...before, email: shown === address.toLowerCase() ? address : String(before.email) }
    await accountIs(actor, expected, reply)
  }),

  check(
    'USER-31.together',
    'a firstname that is sent with a new email is changed',
    throwaway,
    async context => {
      const address = context.address()
      const firstname = context.name(20)

      const reply = await context.throwaway.put(me, { email: address, firstname })

      accepted(reply, 'a new email address with a firstname')
      const actor = await underEither(context, address)
      if (!actor) {
        return context.observe('after the change neither the old nor the new address gives access', reply)
      }
      same((await actor.read(me)).firstname, firstname, 'firstname that was sent with a new email', reply)
    },
  ),

  check(
    'USER-31.letter-case',
    'an account can change the letter case of its email',
    { ...throwaway, level: 'should' },
    async context => {
      const address = swapped(context.throwaway.email)

      const reply = await context.throwaway.put(me, { email: address })

      if (reply.ok) await underEither(context, address)
      accepted(reply, 'the email of the account in another letter case')
    },
  ),

  check(
    'USER-31.plus',
    'an email with a plus in it is accepted',
    { ...throwaway, level: 'should' },
    async context => {
      const address = context.address().replace('@', '+rooms@')

      const reply = await context.throwaway.put(me, { email: address })

      if (reply.ok) await underEither(context, address)
      accepted(reply, 'a new email address with a plus in it')
    },
  ),

  check('USER-31.mail', 'a changed email sends an e-mail to the new address', withMailbox, async context => {
    const { change, address, mails } = await activation(context)

    accepted(change, 'a new email address')
    holds(mails > 0, `no e-mail came to ${address} after it was made the email of an account`, {
      expected: 'an activation e-mail',
      actual: 'none in time',
      replies: [change],
    })
  }),

  check('USER-32', 'the new address gives access once its link was followed', withMailbox, async context => {
    const { id, ...activated } = await activation(context)
    const { change, address, under } = activated

    if (!under) return skipUnactivated(context, activated)
    opensByLink(activated, under)
    const shown = isObject(under.fresh.data) ? under.fresh.data : {}
    const email = String(shown.email).toLowerCase()
    same(email, address.toLowerCase(), 'email of the account after the activation', change, under.fresh)
    same(shown.id, id, 'id of the account after the activation', change, under.fresh)
  }),

  check(
    'USER-47.email',
    'a PUT with a new email and one wrong value sends no e-mail',
    { ...withMailbox, waits: true, danger: ['lock', 'mail'] },
    async context => {
      const email = context.address()

      const reply = await context.throwaway.put(me, { email, date_format: 'Y-M-D' })

      if (reply.ok) await underEither(context, email)
      refusedFirst(reply, 'USER-13')
      const sent = await context.mails(email, { within: 2000 })
      same(sent.length, 0, `the number of e-mails to ${email}, which was in a refused PUT,`, reply)
    },
  ),

  check(
    'USER-32.german',
    'the new address of an account in German gives access once its link was followed',
    { ...withMailbox, after: 'USER-32' },
    async context => {
      const { throwaway } = context
      const { language_tag = 'en' } = await throwaway.read(me)
      acceptedFirst(await throwaway.put(me, { language_tag: 'de' }), 'USER-09')

      const activated = await activate(context)

      const { change, mails, links, under, actor } = activated
      await (actor ?? throwaway).put(me, { language_tag })
      accepted(change, 'a new email address')
      const what = mails === 0 ? 'there is no e-mail' : 'there is no link in the e-mail'
      holds(links > 0, `${what} to the new address of an account in German, as there is for others`, {
        expected: 'an e-mail with a link that activates the address',
        actual: 'none',
        replies: [change],
      })
      if (!under) return skipUnactivated(context, activated)
      opensByLink(activated, under)
    },
  ),

  check(
    'USER-32.old',
    'the old address gives no access once the new one is activated',
    { ...withMailbox, level: 'should' },
    async context => {
      const activated = await activation(context)

      const { under } = activated
      if (!under) return skipUnactivated(context, activated)
      opensByLink(activated, under)
      refused(under.old, 'a login with the old address after the activation of the new one')
    },
  ),
]

const withSecond: CheckOptions = { needs: ['disposable account', 'second schedule'] }

/** Requests a new email for the disposable account, without following the link that is sent to it. */
export async function ask({ throwaway }: Context, email: string): Promise<void> {
  acceptedFirst(await throwaway.put(me, { email }), 'USER-31')
}

/**
 * Asserts that an address which the disposable account has requested, but not activated, is not that of a collaborator with
 * an account: the schedule was shared with an address that the account may not own.
 */
async function isNoCollaborator(context: Context, email: string, id: number | string): Promise<void> {
  const { owner, second, given, throwaway } = context
  const resource = await given.resource({}, { in: second })
  for (const read of await shownIn(owner, second, id)) {
    // That ids restricts a list is another rule (LIST-21).
    if (String(read.id) !== String(id)) continue
    hasNoUser(read, `a collaborator has a user with the address ${email}, which is not activated`)
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

    const { login } = await context.moved(email)

    refused(login, 'a login with a new email whose link nobody has followed')
  }),

  check(
    'USER-51',
    'a requested email has no effect where it is already a collaborator',
    withSecond,
    async context => {
      const someone = await context.given.collaborator({}, { in: context.second })

      await ask(context, someone.email)

      await isNoCollaborator(context, someone.email, someone.id)
    },
  ),

  check(
    'USER-51.later',
    'a requested email has no effect where it becomes a collaborator later',
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

/** On a faulty target the stranger may lose the account: such checks run late, and are allowed like `lock`. */
const withStranger = ({ needs = [] }: CheckOptions): CheckOptions => ({
  needs: [...needs, 'second schedule', 'stranger'],
  changes: ['stranger'],
  alone: ['stranger in second'],
  danger: ['lock', 'mail'],
})

/** The disposable account reads a resource of the second schedule as its viewer. */
async function collaborating({ throwaway, second, given }: Context) {
  const resource = await given.resource({}, { in: second })
  const own = await given.collaborator({ email: throwaway.email, user_role: 'viewer' }, { in: second })
  acceptedFirst(await throwaway.get(resource.path), 'PERM-14')
  return { resource, own }
}

/** Spellings of an address in use that a careless comparison treats as different. */
const spellings = (email: string) => [email, email.toUpperCase()]

/**
 * Tries to take the address of the stranger, in each spelling, with `change`. The stranger must still have the account;
 * whether the request itself is refused is open.
 */
async function takesNothing(context: Context, change: (address: string) => Promise<Reply>): Promise<void> {
  const { stranger, throwaway } = context
  const before = await account(stranger)
  for (const address of spellings(stranger.email)) {
    const reply = await change(address)
    try {
      await accountIs(stranger, before, reply)
    } finally {
      // On a faulty target, this gives the address back.
      if (reply.ok) {
        const { email } = throwaway
        await (await underEither(context, address))?.put(me, { email })
        await context.moved(email)
      }
    }
    const message = `the address of another account is ${reply.ok ? 'accepted' : 'refused'} as a new email`
    context.observe(message, reply)
  }
}

/** Addresses of other accounts, and what depends on the address of an account (section 2.4). */
export const addressChecks: readonly Check[] = [
  check(
    'USER-41.address',
    'a request for the address of another account does not affect that account',
    withStranger(throwaway),
    context => takesNothing(context, address => context.throwaway.put(me, { email: address })),
  ),

  check(
    'USER-41.address-activated',
    'following the link for the address of another account does not affect that account',
    { ...withStranger(withMailbox), after: 'USER-41.address' },
    context => takesNothing(context, async address => (await activate(context, address)).change),
  ),

  check(
    'USER-31.collaborations',
    'an account that asks for a new address keeps its collaborations',
    { needs: ['disposable account', 'second schedule'], level: 'should' },
    async context => {
      const { resource } = await collaborating(context)
      const address = context.address()

      const reply = await context.throwaway.put(me, { email: address })

      acceptedFirst(reply, 'USER-31')
      const actor = await underEither(context, address)
      if (!actor)
        return context.observe('after the change neither the old nor the new address gives access', reply)
      accepted(await actor.get(resource.path), 'a read as a collaborator after a request for a new address')
    },
  ),

  check(
    'USER-32.collaborations',
    'an account keeps its collaborations under its new address, and they keep the email that was set on create',
    { needs: ['disposable account', 'mailbox', 'second schedule'], level: 'should', after: 'USER-32' },
    async context => {
      const { resource, own } = await collaborating(context)

      const activated = await activate(context)

      const { actor, change } = activated
      if (!actor) return skipUnactivated(context, activated)
      const reply = await actor.get(resource.path)
      accepted(reply, 'a read as a collaborator under the new address')
      const { email = null } = await context.owner.read(own.path)
      same(email, own.was.email, 'email of a collaborator whose account has a new address', change)
    },
  ),

  check(
    'USER-32.invited',
    'a new address can be activated even if it was invited to a schedule of the account',
    { needs: ['disposable account', 'mailbox', 'second schedule'], level: 'should', after: 'USER-32' },
    async context => {
      await collaborating(context)
      const { email } = await context.given.collaborator({}, { in: context.second })

      const activated = await activate(context, email, { isInvited: true })

      const { change, under } = activated
      if (!change.ok)
        return context.observe('the address of a collaborator is refused as a new email', change)
      if (!under) return skipUnactivated(context, activated)
      opensByLink(activated, under)
    },
  ),
]
