import { accepted, refused, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type JsonObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { putSettingsBack } from '../../session/settings.js'
import { atOnce } from '../at-once.js'
import { toBase64 } from '../authentication/authentication.js'
import { acceptedFirst, refusedFirst } from '../bulk/outcome.js'
import { datedAccount, movesUpdatedAt } from '../date-checks.js'
import { account, accountIs, counted, opens, settingsOf, throwaway } from './account.js'

const knowing = (context: Context, password: string) =>
  context.as({ email: context.throwaway.email, password }, 'disposable account with the new password')

interface Renewal {
  /** Describes the new password. */
  readonly what: string
  /** What a faulty target may have misread it as. */
  readonly readAs?: readonly string[]
}

/**
 * Gives the disposable account another password while `act` runs, then restores the old one. `renewed` has the new one;
 * `reply` is the response to the change.
 */
export async function withPassword(
  context: Context,
  password: string,
  act: (renewed: Actor, reply: Reply) => Promise<void>,
  { what = `of ${counted(password)}`, readAs = [] }: Partial<Renewal> = {},
): Promise<void> {
  const reply = await context.throwaway.put(me, { new_password: password })
  accepted(reply, `a new_password ${what}`)
  const renewed = context.renamed(context.throwaway, { password })
  try {
    await act(renewed, reply)
  } finally {
    await putBack(context, ...readAs, password)
  }
}

/** Asserts that the disposable account can log in with another password. */
const givesAccess = (context: Context, password: string, renewal: Renewal) =>
  withPassword(
    context,
    password,
    async renewed => accepted(await renewed.get(me), `a login with a new password ${renewal.what}`),
    renewal,
  )

/** Finds out which password the account has now, reports it to the run, and restores the old one if the target accepts it. */
export async function putBack(context: Context, ...tried: readonly string[]): Promise<void> {
  const { password } = context.throwaway
  for (const candidate of [...tried].reverse()) {
    const renewed = knowing(context, candidate)
    const reply = await renewed.put(me, { new_password: password })
    if (!reply.ok) {
      // A target may refuse to reuse a password: the account continues with the new one.
      if (reply.status === 401 || !(await opens(renewed))) continue
      context.renamed(context.throwaway, { password: candidate })
      return
    }
    const back = await opens(context.throwaway)
    context.renamed(context.throwaway, { password: back ? password : candidate })
    return
  }
  if (await opens(context.throwaway)) context.renamed(context.throwaway, { password })
}

/** Asserts that a new password is refused, and that the old one is still valid. */
async function refusesPasswords(context: Context, ...passwords: readonly string[]): Promise<void> {
  const taken: string[] = []
  try {
    for (const password of passwords) {
      const reply = await context.throwaway.put(me, { new_password: password })
      if (reply.ok) taken.push(password)
      refused(reply, `a new_password of ${counted(password)}`)
      accepted(await context.throwaway.get(me), 'the old password after the refused change')
    }
  } finally {
    if (taken.length > 0) await putBack(context, ...taken)
  }
}

/** Asserts that a new password gives access unless it is refused, which is passed to `what`. Returns whether it does. */
async function opensIfAccepted(context: Context, password: string, what: string): Promise<boolean> {
  const { throwawayNow } = context
  const change = await throwawayNow.put(me, { new_password: password })
  if (!change.ok) {
    context.observe(`a new_password ${what} is refused`, change)
    return false
  }
  try {
    const renewed = context.renamed(throwawayNow, { password })
    accepted(await renewed.get(me), `a login with the new password ${what}`)
    return true
  } finally {
    await putBack(context, password.trim(), password)
  }
}

/** Values that a target which writes defaults would not keep. */
const unusual = {
  language_tag: 'de',
  date_format: 'm.d.Y',
  time_format: 'h:i a',
  timezone: 'Asia/Tokyo',
  first_day_of_week: 'saturday',
  allow_collaboration: false,
  profile_completed: false,
}

export const passwordChecks: readonly Check[] = [
  check('USER-33', 'a new_password of 6 characters gives access', throwaway, async context => {
    const password = context.fresh.text(6)

    await withPassword(context, password, async renewed => {
      accepted(await renewed.get(me), 'a login with the new password of 6 characters')
    })
  }),

  check(
    'USER-33.letters',
    'a new_password of letters with a blank between them gives access',
    throwaway,
    async context => {
      const letters = context.fresh.text(12).replace(/\d/g, 'x')
      const password = `${letters.slice(6)} ${letters.slice(0, 6)}`

      await givesAccess(context, password, { what: 'of letters with a blank between them' })
    },
  ),

  check(
    'USER-33.accents',
    'a new_password with accents gives access to a login in UTF-8',
    { ...throwaway, level: 'should' },
    async context => {
      const { throwaway: person, fresh, withHeader } = context
      const password = `${fresh.text(6)}éß`

      await withPassword(
        context,
        password,
        async renewed => {
          const login = await renewed.get(me)
          if (!login.ok) {
            // A target that reads credentials as Latin-1 gives the account back this way.
            const inLatin1 = Buffer.from(`${person.email}:${password}`, 'latin1').toString('base64')
            const other = withHeader(`Basic ${inLatin1}`, 'disposable account with credentials in Latin-1')
            await other.put(me, { new_password: person.password })
          }
          accepted(login, 'a login in UTF-8 with a new password with accents')
        },
        { what: 'with accents' },
      )
    },
  ),

  check(
    'USER-33.long',
    'a new_password of 90 characters gives access if it is accepted',
    throwaway,
    async context => void (await opensIfAccepted(context, context.fresh.text(90), 'of 90 characters')),
  ),

  check(
    'USER-34.together',
    'a new_password of fewer than 6 characters is refused together with other members',
    throwaway,
    async context => {
      const { throwaway: person, name } = context
      const [short, before] = [context.fresh.text(5), await account(person)]
      const change = { firstname: name(20) }

      const reply = await person.put(me, { ...change, new_password: short })

      if (reply.ok) await putBack(context, short)
      refused(reply, 'a new_password of 5 characters with a firstname')
      await accountIs(person, before, reply)
      accepted(await person.put(me, change), 'the same firstname alone')
    },
  ),

  check(
    'USER-33.together',
    'a new_password and a firstname that are accepted together are both changed',
    { ...throwaway, level: 'should' },
    async context => {
      const { throwaway: person, name } = context
      const [password, firstname] = [context.fresh.text(12), name(20)]
      const change = await person.put(me, { firstname, new_password: password })
      if (!change.ok) return context.observe('a new_password with a firstname is refused', change)

      try {
        const renewed = context.renamed(person, { password })
        const login = await renewed.get(me)
        accepted(login, 'a login with the new password, which was accepted with a firstname,')
        const shown = isObject(login.data) ? login.data.firstname : undefined
        same(shown, firstname, 'firstname that was sent with a new_password', change, login)
      } finally {
        await putBack(context, password)
      }
    },
  ),

  check(
    'USER-33.email',
    'a new_password that is accepted with a new email gives access',
    { ...throwaway, level: 'should', danger: ['lock', 'mail'] },
    async context => {
      const { throwaway: person } = context
      const [password, email] = [context.fresh.text(12), context.address()]
      const change = await person.put(me, { email, new_password: password })
      if (!change.ok) return context.observe('a new_password with a new email is refused', change)

      try {
        const login = await context.renamed(person, { password }).get(me)
        if (!login.ok && !(await opens(person))) {
          return context.observe('the old address gives no access once a new one is asked for', change)
        }
        accepted(login, 'a login with the new password, which was accepted with a new email,')
      } finally {
        await putBack(context, password)
      }
    },
  ),

  check(
    'USER-47.password',
    'a PUT with a new_password and one wrong value leaves the password as it was',
    { ...throwaway, danger: 'lock' },
    async context => {
      const { throwaway: person } = context
      const password = context.fresh.text(12)

      const reply = await person.put(me, { new_password: password, date_format: 'Y-M-D' })

      const login = await person.get(me)
      if (reply.ok || !login.ok) await putBack(context, password)
      refusedFirst(reply, 'USER-13')
      accepted(login, 'a login with the old password, after a PUT that was refused for its date_format,')
    },
  ),

  check(
    'USER-33.spaces',
    'a new_password with spaces at its ends gives access, and one of spaces alone if it is accepted',
    { ...throwaway, level: 'should' },
    async context => {
      const ends = 'with spaces at its ends'
      if (!(await opensIfAccepted(context, ` ${context.fresh.text(8)} `, ends))) return
      await opensIfAccepted(context, ' '.repeat(8), 'of 8 spaces')
    },
  ),

  check(
    'USER-35.spaces',
    'the length of new_password includes the spaces at its ends',
    { ...throwaway, level: 'should' },
    async context => {
      const { throwaway: person, fresh } = context
      const [short, long] = [`  ${fresh.text(3)}  `, ` ${fresh.text(9)} `]

      const change = await person.put(me, { new_password: short })

      if (change.ok) return putBack(context, short.trim(), short)
      const other = await person.put(me, { new_password: long })
      if (!other.ok)
        return context.observe('a new_password with spaces at its ends is refused', change, other)
      await putBack(context, long.trim(), long)
      accepted(change, 'a new_password of 7 characters, 4 of them spaces at its ends,')
    },
  ),

  check(
    'USER-33.updated',
    'updated_at of an account changes with a new password',
    { ...throwaway, level: 'should', waits: true },
    async context => {
      const password = context.fresh.text(12)
      let actor = context.throwaway

      try {
        await movesUpdatedAt(
          context,
          [await datedAccount(() => actor)],
          async () => {
            const reply = await actor.put(me, { new_password: password })
            if (!reply.ok) return reply
            actor = context.renamed(actor, { password })
            acceptedFirst(await actor.get(me), 'USER-33')
            return reply
          },
          'a change of the password',
        )
      } finally {
        if (actor !== context.throwaway) await putBack(context, password)
      }
    },
  ),

  check('USER-34', 'a new_password of fewer than 6 characters is refused', throwaway, async context => {
    const short = context.fresh.text(5)

    await refusesPasswords(context, '', short.slice(0, 1), short)

    refused(await knowing(context, short).get(me), 'a login with the refused password of 5 characters')
    await withPassword(context, `${short}6`, async renewed => {
      accepted(await renewed.get(me), 'a login with the same password and one character more')
    })
  }),

  check('USER-35', 'the length of new_password is counted in characters', throwaway, async context => {
    await refusesPasswords(context, 'é'.repeat(5))

    await withPassword(context, context.fresh.text(6), async renewed => {
      accepted(await renewed.get(me), 'a login with a new password of 6 characters')
    })
  }),

  check(
    'USER-35.code-points',
    'a new_password of 5 emoji is refused',
    { ...throwaway, level: 'should' },
    async context => {
      await refusesPasswords(context, '😀'.repeat(5))
    },
  ),

  check('USER-36', 'a new password replaces the old one at once', throwaway, async context => {
    await withPassword(context, context.fresh.text(12), async renewed => {
      // First, since a target may keep the old password until the new one is used.
      const old = await context.throwaway.get(me)
      accepted(await renewed.get(me), 'a login with the new password right after the change')
      refused(old, 'a login with the old password right after the change')
    })
  }),

  check('USER-37', 'a password with colons gives access', throwaway, async context => {
    await withPassword(context, `:${context.fresh.text(6)}:${context.fresh.text(3)}:`, async renewed => {
      accepted(await renewed.get(me), 'a login with a password that begins with, holds and ends with a colon')
    })
  }),

  check(
    'USER-37.escapes',
    'a password with a percent sign, a plus, a backslash, quotes and an ampersand gives access',
    throwaway,
    async context => {
      const password = `${context.fresh.text(6)}%41+\\"'&`
      // The passwords that work if a login is URL-decoded, or if the change has lost the backslash.
      const readAs = [encodeURIComponent(password), password.replace('\\', '')]

      await givesAccess(context, password, { readAs, what: `that ends with ${password.slice(6)}` })
    },
  ),

  check('USER-37.base64', 'credentials with + and / in Base64 give access', throwaway, async context => {
    // At one of three positions, a byte is the last of a Base64 group: the last six bits of > then become +, those of ? become /.
    await withPassword(context, `${context.fresh.text(6)}>>>???`, async renewed => {
      accepted(await renewed.get(me), 'a login whose credentials have + and / in Base64')
    })
  }),

  check(
    'AUTH-03.end',
    'every character of a long password counts',
    { ...throwaway, danger: 'lock', level: 'should', after: 'USER-33.long' },
    async context => {
      const password = context.fresh.text(90)
      const other = `${password.slice(0, -1)}${password.endsWith('a') ? 'b' : 'a'}`
      const change = await context.throwaway.put(me, { new_password: password })
      if (!change.ok) return context.observe('a new_password of 90 characters is refused', change)

      const renewed = context.renamed(context.throwaway, { password })
      try {
        acceptedFirst(await renewed.get(me), 'USER-33')
        const login = await knowing(context, other).get(me)
        refused(login, 'a login with a password of 90 characters that differs from the right one in the last')
      } finally {
        await putBack(context, password)
      }
    },
  ),

  check(
    'AUTH-03.numeric',
    'a password that is another notation of the same number gives no access',
    { ...throwaway, danger: 'lock' },
    async context => {
      const password = `0e${context.fresh.int(10_000_000, 99_999_999)}`
      const other = `0e${Number(password.slice(2)) + 1}`

      await withPassword(context, password, async renewed => {
        acceptedFirst(await renewed.get(me), 'USER-33')
        const login = await knowing(context, other).get(me)
        refused(login, `a login with ${other} for ${password}, the same number`)
      })
    },
  ),

  check(
    'AUTH-04.address-alone',
    'credentials without a colon give no access, even if they are the password and it begins with the address',
    { ...throwaway, danger: 'lock' },
    async context => {
      const { throwaway, withHeader } = context
      const password = `${throwaway.email}x`
      const change = await throwaway.put(me, { new_password: password })
      if (!change.ok) return context.observe('a new_password that begins with the address is refused', change)

      const renewed = context.renamed(throwaway, { password })
      try {
        acceptedFirst(await renewed.get(me), 'USER-33')
        const without = withHeader(`Basic ${toBase64(password)}`, 'disposable account without a colon')
        refused(await without.get(me), 'a login whose credentials have no colon')
      } finally {
        await putBack(context, password)
      }
    },
  ),

  check('USER-38', 'a new_password changes nothing else of the account', throwaway, async context => {
    const { throwaway, name, fresh } = context
    const before = await throwaway.read(me)
    await throwaway.change(me, { ...unusual, firstname: name(20), lastname: name(20) })
    const changed = await account(throwaway)

    try {
      await withPassword(context, fresh.text(12), async (renewed, reply) => {
        await accountIs(renewed, changed, reply)
      })
    } finally {
      await putSettingsBack(settings => context.throwawayNow.put(me, settings), settingsOf(before))
    }
  }),

  check(
    'USER-38.together',
    'PUTs of the account at the same moment, one of them of new_password, lose no change of each other',
    throwaway,
    async ({ throwaway, name }) => {
      const before = await account(throwaway)
      const changes: JsonObject[] = [{ firstname: name(20) }, { lastname: name(20) }]
      // The same password, so that the account stays accessible. What matters is the time that hashing takes.
      const all = [{ new_password: throwaway.password }, ...changes]
      // Opens a connection for each request: otherwise, the first may be answered before the others arrive.
      await atOnce(all.map(() => () => throwaway.get(me)))

      const [, ...replies] = await atOnce(all.map(change => () => throwaway.put(me, change)))

      const done = changes.filter((_, index) => replies[index]?.ok)
      try {
        await accountIs(throwaway, Object.assign({}, before, ...done), ...replies)
      } finally {
        await putSettingsBack(settings => throwaway.put(me, settings), settingsOf(before))
      }
    },
  ),
]
