import { accepted, hasMembers, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { instantOf, isUtc, isZoneApart } from '../../check/instants.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { datedAccount, movesUpdatedAt } from '../date-checks.js'
import { account, accountIs, alone, settingsOf, throwaway } from './account.js'

const limits = ['collaboration_limit', 'request_rate_limit', 'schedules_limit'] as const

/** A date of the user object as an instant. */
function dateOf(user: JsonObject, member: 'created_at' | 'updated_at'): number {
  const instant = instantOf(user[member])
  const isRight = instant !== undefined && isUtc(String(user[member]))
  holds(isRight, `${member} of the user object must be ISO 8601 in UTC`, {
    expected: 'such as 2023-07-15T12:00:00Z',
    actual: user[member],
  })
  return instant
}

/** More than any difference of clocks, and less than the offset of the time zone used. */
const tolerance = 2 * 3_600_000

export const userReadingChecks: readonly Check[] = [
  check('USER-01', 'the user object has all 16 members with the types of the document', async ({ owner }) => {
    hasMembers(await owner.read(me), 'user', 'the user object')
  }),

  check('USER-02', 'the id of a user is the same string in every read', async ({ owner }) => {
    const first = await owner.read(me)
    const second = await owner.read(me)

    const isText = typeof first.id === 'string' && first.id !== ''
    holds(isText, 'id of the user object must be a string with content', {
      expected: 'a string',
      actual: first.id,
    })
    same(second.id, first.id, 'id of the user object in a second read')
  }),

  check(
    'USER-02.changed',
    'the id of a user stays when other members change',
    { changes: ['anyone'], danger: 'acct' },
    async ({ anyone, name }) => {
      const before = await anyone.read(me)
      await anyone.change(me, { firstname: name(20), lastname: name(20) })

      const after = await anyone.read(me)

      same(after.id, before.id, 'id of the user object after firstname and lastname were changed')
    },
  ),

  check('USER-04', 'the user object shows the e-mail address of the credentials', async ({ owner }) => {
    const user = await owner.read(me)

    same(String(user.email).toLowerCase(), owner.email.toLowerCase(), 'email of the user object')
  }),

  ...rows(
    ['USER-11', 'language_tag', 'the language_tag'],
    ['USER-22', 'allow_collaboration', 'allow_collaboration'],
  ).map(([id, member, words]) => {
    const title = `${words} of an account that is not known to have been changed`
    return check(id, title, throwaway, async ({ throwaway, observe }) => {
      const user = await throwaway.read(me)

      observe(`the disposable account has ${member} ${JSON.stringify(user[member])}`)
    })
  }),

  check('USER-40', 'users read their own account', { needs: ['stranger'] }, async ({ owner, stranger }) => {
    const [mine, theirs] = [await account(owner), await account(stranger)]

    same(mine.email, owner.email.toLowerCase(), 'email of the user object that the owner reads')
    same(theirs.email, stranger.email.toLowerCase(), 'email of the user object that the stranger reads')
    holds(mine.id !== theirs.id, 'the owner and the stranger get the same id', {
      expected: 'two different ids',
      actual: [mine.id, theirs.id],
    })
  }),

  check('USER-25', 'the limits of an account cannot be written', alone, async ({ anyone }) => {
    const before = await account(anyone)
    const raised = Object.fromEntries(limits.map(name => [name, Number(before[name]) + 1]))

    const replies = []
    for (const name of limits) replies.push(await anyone.put(me, pick(raised, [name])))
    replies.push(await anyone.put(me, { ...settingsOf(before), ...raised }))

    try {
      await accountIs(anyone, before, ...replies)
    } finally {
      await anyone.put(me, pick(before, limits))
    }
  }),

  check('USER-26', 'id, created_at and updated_at of an account are read-only', alone, async ({ anyone }) => {
    const before = await anyone.read(me)
    const altered = {
      id: `${before.id}0`,
      created_at: '2001-02-03T04:05:06Z',
      updated_at: '2001-02-03T04:05:06Z',
    }

    const replies = []
    for (const name of Object.keys(altered)) replies.push(await anyone.put(me, pick(altered, [name])))

    await accountIs(anyone, before, ...replies)
    const after = await anyone.read(me)
    // The parts of a target may have clocks that differ a little.
    const isOwn = dateOf(after, 'updated_at') >= dateOf(before, 'updated_at') - 1000
    holds(isOwn, 'updated_at was set by the caller', {
      expected: before.updated_at,
      actual: after.updated_at,
      replies,
    })
  }),

  check(
    'USER-27',
    'the dates of an account are ISO 8601 in UTC',
    { ...alone, waits: true },
    async ({ anyone, name, wait }) => {
      const before = await anyone.read(me)
      // Dates may be stored to the second.
      await wait(1100)
      await anyone.change(me, { timezone: 'Pacific/Kiritimati', firstname: name(20) })

      const reply = await anyone.get(me)

      accepted(reply)
      const user = isObject(reply.data) ? reply.data : {}
      const [created, updated] = [dateOf(user, 'created_at'), dateOf(user, 'updated_at')]
      const clock = Date.parse(reply.headers.date ?? '') || reply.exchange.sentAt
      const isNear = Math.abs(updated - clock) < tolerance && !isZoneApart(updated, clock)
      holds(isNear, 'updated_at, read as UTC, must be the time of the change just made', {
        expected: `about ${new Date(clock).toISOString()}`,
        actual: user.updated_at,
        replies: [reply],
      })
      same(user.created_at, before.created_at, 'created_at of the account after an update', reply)
      holds(created <= updated, 'created_at of the account is later than updated_at', {
        actual: user,
        replies: [reply],
      })
    },
  ),

  check(
    'USER-27.reads',
    'a read of an account leaves updated_at as it was',
    { ...alone, level: 'should', waits: true },
    async ({ anyone, wait }) => {
      const before = await anyone.read(me)
      // Dates may be stored to the second.
      await wait(1100)
      const between = await anyone.get(me)

      const after = await anyone.get(me)

      const what = 'updated_at of an account that was only read since'
      for (const { data } of [between, after])
        same(isObject(data) && data.updated_at, before.updated_at, what, between, after)
    },
  ),

  check(
    'USER-27.updated',
    'updated_at of an account changes with an update of its settings',
    { ...alone, waits: true },
    async context => {
      const { anyone, name } = context

      await movesUpdatedAt(
        context,
        [await datedAccount(() => anyone)],
        () => anyone.put(me, { firstname: name(20) }),
        'an update of the account',
      )
    },
  ),
]
