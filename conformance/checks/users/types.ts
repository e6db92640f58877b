import { membersOf, writableUserMembers } from '../../catalogue/members.js'
import { accepted } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { me } from '../../http/paths.js'
import { type Attempt, othersOf, readsAsItsType, treatmentOf } from '../type-checks.js'
import { account, accountIs, alone, opens, throwaway } from './account.js'
import { underEither } from './email.js'
import { putBack } from './passwords.js'

const where = 'in an update of the account'

/** Sends values of wrong types to each member of the account except email, one by one. */
const attempted = (context: Context): Promise<readonly Attempt[]> =>
  context.once(`values of other types ${where}`, async () => {
    const { anyone } = context
    const before = await account(anyone)
    const made: Attempt[] = []
    for (const [index, member] of writableUserMembers.entries()) {
      for (const value of othersOf(String(membersOf.user[member]), index)) {
        const reply = await anyone.put(me, { [member]: value })
        made.push({ member, value, reply, reads: reply.ok ? [await anyone.read(me)] : [] })
      }
    }
    const replies = made.map(({ reply }) => reply)
    if (replies.every(({ ok }) => !ok)) await accountIs(anyone, before, ...replies)
    return made
  })

/** null and values of other types for the members of an account (section 2.4). */
export const userTypeChecks: readonly Check[] = [
  check(
    'USER-48',
    'null and other types are refused or read as values of the account',
    { ...alone, danger: 'acct' },
    async context => {
      for (const attempt of await attempted(context)) readsAsItsType('user', attempt, where)
    },
  ),

  check('USER-48.email', 'an email of null is refused or leaves the address', throwaway, async context => {
    const before = await account(context.throwaway)

    const reply = await context.throwaway.put(me, { email: null })

    try {
      await accountIs(context.throwaway, before, reply)
    } finally {
      if (!(await opens(context.throwaway))) await underEither(context, 'null')
    }
  }),

  check(
    'USER-48.password',
    'a new_password of null leaves the password as it was',
    throwaway,
    async context => {
      const reply = await context.throwaway.put(me, { new_password: null })

      await stillOpens(context, reply)
    },
  ),

  check(
    'USER-49',
    'it is open what values of other types do in an update of the account',
    alone,
    async context => {
      const seen = await attempted(context)

      context.observe(`In an update of the account: ${treatmentOf(seen)}.`, ...seen.map(({ reply }) => reply))
    },
  ),
]

/** Asserts that the old password of the disposable account still gives access after an update with null as `new_password`. */
async function stillOpens(context: Context, change: Reply): Promise<void> {
  try {
    const words = change.ok ? 'was accepted' : 'was refused'
    accepted(
      await context.throwaway.get(me),
      `a login with the old password, after a new_password of null ${words},`,
    )
  } finally {
    if (change.ok) await putBack(context, '')
  }
}
