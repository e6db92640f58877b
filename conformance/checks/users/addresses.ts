import { accepted } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { me } from '../../http/paths.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { account, accountIs, opens, throwaway } from './account.js'
import { activate, renamedTo, underEither, withMailbox } from './email.js'

/** On a faulty target the stranger may lose the account: such checks come late, and are allowed as `lock` is. */
const withStranger = ({ needs = [] }: CheckOptions): CheckOptions => ({
  needs: [...needs, 'second schedule', 'stranger'],
  changes: ['stranger'],
  alone: ['stranger in second'],
  danger: ['lock', 'mail'],
})

/** The disposable account reads a resource of the second schedule as its viewer. */
async function collaborating({ throwaway, second, given }: Context) {
  const resource = await given.resource({}, { in: second })
  await given.collaborator({ email: throwaway.email, user_role: 'viewer' }, { in: second })
  acceptedFirst(await throwaway.get(resource.path), 'PERM-14')
  return resource
}

/** Spellings of an address in use that a careless comparison takes for another one. */
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
      // On a faulty target this gives the address back.
      if (reply.ok) {
        const { email } = throwaway
        await (await underEither(context, address))?.put(me, { email })
        if (await opens(throwaway)) context.renamed(throwaway, { email })
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
      const resource = await collaborating(context)
      const address = context.address()

      const reply = await context.throwaway.put(me, { email: address })

      acceptedFirst(reply, 'USER-31')
      const actor = (await underEither(context, address)) ?? context.throwaway
      accepted(await actor.get(resource.path), 'a read as a collaborator after a request for a new address')
    },
  ),

  check(
    'USER-32.collaborations',
    'an account keeps its collaborations under its new address',
    { needs: ['disposable account', 'mailbox', 'second schedule'], level: 'should', after: 'USER-32' },
    async context => {
      const resource = await collaborating(context)

      const { address, obstacle, under } = await activate(context)

      if (!under?.fresh.ok) return context.skip(obstacle ?? 'the new address was not activated')
      const reply = await renamedTo(context, address).get(resource.path)
      accepted(reply, 'a read as a collaborator under the new address')
    },
  ),
]
