import {
  accepted,
  type Check,
  type CheckOptions,
  check,
  type Json,
  me,
  onlySuccess,
  type Query,
  refused,
  same,
} from '../../runner/index.js'
import { deletionOfAnAccount } from '../operations.js'
import { account, accountIs, counted, opens, otherSettings, settingsOf, truth } from './account.js'

/** The check has the account for itself. */
const alone: CheckOptions = { changes: ['anyone'] }

/** Long texts are named by their length. */
const shown = (value: string) => (value.length > 50 ? `of ${counted(value)}` : JSON.stringify(value))

const throwaway: CheckOptions = { needs: ['throwaway account'] }

/** Queries without `me=1`. */
const notOne: readonly (readonly [what: string, query: Query])[] = [
  ['me=0', { me: 0 }],
  ['an empty me', { me: '' }],
  ['me without a value', 'me'],
  ['me=2', { me: 2 }],
  ['me=true', { me: 'true' }],
]

export const userWritingChecks: readonly Check[] = [
  ...(
    [
      ['USER-21', 'allow_collaboration'],
      ['USER-23', 'profile_completed'],
    ] as const
  ).map(([id, member]) =>
    check(id, `${member} can be set to false and to true again`, alone, async ({ anyone }) => {
      const before = await account(anyone)

      for (const value of [false, true, false]) {
        const reply = await anyone.put(me, { [member]: value })
        accepted(reply, `${member} ${value}`)
        await accountIs(anyone, { ...before, [member]: value }, reply)
      }
    }),
  ),

  check('USER-24', 'profile_completed can be written as it is read', alone, async ({ anyone }) => {
    for (const value of [true, false]) {
      await anyone.change(me, { profile_completed: value })
      const before = await anyone.read(me)
      const read = before.profile_completed as Json

      const reply = await anyone.put(me, { profile_completed: read })

      accepted(reply, `profile_completed ${JSON.stringify(read)}, as it was read,`)
      await accountIs(anyone, before, reply)
      same(truth(read), value, 'the truth value of profile_completed')
    }
  }),

  check('USER-28', 'a PUT of one member of the account changes no other', alone, async context => {
    const { anyone } = context
    let expected = await account(anyone)

    for (const [name, value] of Object.entries(otherSettings(context, expected))) {
      const reply = await anyone.put(me, { [name]: value })
      accepted(reply, `${name} alone`)
      expected = { ...expected, [name]: value }
      await accountIs(anyone, expected, reply)
    }
  }),

  check('USER-29', 'all writable members but email can be sent back as read', alone, async ({ anyone }) => {
    const before = await anyone.read(me)

    const reply = await anyone.put(me, settingsOf(before))

    accepted(reply, 'all writable members of the account as they were read')
    await accountIs(anyone, before, reply)
  }),

  check('USER-29.all', 'all writable members but email can be changed at once', alone, async context => {
    const { anyone } = context
    const before = await account(anyone)
    const others = otherSettings(context, before)

    const reply = await anyone.put(me, others)

    accepted(reply, 'all writable members of the account with other values')
    await accountIs(anyone, { ...before, ...others }, reply)
  }),

  check('USER-39', 'a refused value leaves the old one of the account', alone, async context => {
    const { anyone, name } = context
    const before = await account(anyone)
    const others = { ...otherSettings(context, before), allow_collaboration: true }
    const wrong = {
      firstname: name(51),
      lastname: name(101),
      language_tag: 'xx',
      date_format: 'Y-M-D',
      time_format: 'HH:mm',
      timezone: 'Nowhere/Nothing',
      first_day_of_week: 'wednesday',
    }
    accepted(await anyone.put(me, others))

    const replies = []
    for (const [member, value] of Object.entries(wrong)) {
      const reply = await anyone.put(me, { [member]: value })
      refused(reply, `${member} ${shown(value)}`)
      replies.push(reply)
    }

    await accountIs(anyone, { ...before, ...others }, ...replies)
  }),

  check(
    'USER-41',
    'a PUT to /v1/users/me changes nobody but the caller',
    { changes: ['stranger'], needs: ['stranger'] },
    async ({ owner, stranger, name }) => {
      const [mine, theirs] = [await account(owner), await account(stranger)]
      const firstname = name(20)

      const reply = await stranger.put(me, { firstname })

      onlySuccess(reply)
      await accountIs(stranger, { ...theirs, firstname }, reply)
      await accountIs(owner, mine, reply)
    },
  ),

  check('USER-47', 'a PUT with one wrong value changes nothing of the account', alone, async context => {
    const { anyone } = context
    const before = await account(anyone)
    const { firstname = '', timezone = '' } = otherSettings(context, before)

    const wrong = await anyone.put(me, { firstname, timezone, date_format: 'Y-M-D' })
    refused(wrong, 'right members together with the date_format "Y-M-D"')
    await accountIs(anyone, before, wrong)

    const right = await anyone.put(me, { firstname, timezone, date_format: 'd.m.Y' })
    accepted(right, 'the same members with the date_format "d.m.Y"')
    await accountIs(anyone, { ...before, firstname, timezone, date_format: 'd.m.Y' }, right)
  }),

  check('USER-42', 'an account is not deleted without me=1', throwaway, async ({ throwaway }) => {
    const before = await account(throwaway)

    const reply = await throwaway.delete(me)

    refused(reply, 'a DELETE of the account without me')
    await accountIs(throwaway, before, reply)
  }),

  check(
    'USER-43',
    'an account is not deleted by any other value of me than 1',
    { ...throwaway, after: 'USER-42' },
    async ({ throwaway }) => {
      const before = await account(throwaway)

      for (const [what, query] of notOne) {
        const reply = await throwaway.delete(me, query)
        refused(reply, `a DELETE of the account with ${what}`)
        await accountIs(throwaway, before, reply)
      }
    },
  ),

  check('USER-44', 'an account can be deleted with me=1', throwaway, async context => {
    const reply = await deletionOfAnAccount(context)

    accepted(reply, 'a DELETE of the account with me=1')
  }),

  check('USER-45', 'a deleted account gives no access any more', throwaway, async context => {
    const deletion = await deletionOfAnAccount(context)
    accepted(deletion, 'a DELETE of the account with me=1')
    const { authorization = '' } = deletion.exchange.request
    const deleted = context.withHeader(authorization, 'throwaway account that was deleted')

    refused(await deleted.get(me), 'a read of the deleted account')
    refused(await deleted.put(me, { firstname: 'Nobody' }), 'a change of the deleted account')
  }),

  check('USER-46', 'a DELETE with me only in the body', throwaway, async ({ throwaway, observe }) => {
    const reply = await throwaway.send('DELETE', me, { text: '{"me":1}' })

    const there = await opens(throwaway)
    const said = reply.ok ? 'answered with success' : 'refused'
    observe(
      `me=1 in the body alone is ${said}, and the account ${there ? 'is still there' : 'is deleted'}`,
      reply,
    )
  }),
]
