import { type Check, type CheckOptions, check } from '../../run/check.js'
import type { Json } from '../../run/json.js'
import { accepted, onlySuccess, refused, same } from '../../run/judge.js'
import { me } from '../operations/account.js'
import { account, accountIs, otherSettings, settingsOf, truth } from './account.js'
import { counted } from './counted.js'

/** Alone on the stranger's account. */
const alone: CheckOptions = { changes: ['stranger'], needs: ['stranger'] }

/** Long texts by their length. */
const shown = (value: string) => (value.length > 50 ? `of ${counted(value)}` : JSON.stringify(value))

export const userWritingChecks: readonly Check[] = [
  check(
    'USER-21',
    'allow_collaboration can be set to false and to true again',
    alone,
    async ({ stranger }) => {
      const before = await account(stranger)

      for (const value of [false, true, false]) {
        const reply = await stranger.put(me, { allow_collaboration: value })
        accepted(reply, `allow_collaboration ${value}`)
        await accountIs(stranger, { ...before, allow_collaboration: value }, reply)
      }
    },
  ),

  check('USER-23', 'profile_completed can be set to false and to true again', alone, async ({ stranger }) => {
    const before = await account(stranger)

    for (const value of [false, true, false]) {
      const reply = await stranger.put(me, { profile_completed: value })
      accepted(reply, `profile_completed ${value}`)
      await accountIs(stranger, { ...before, profile_completed: value }, reply)
    }
  }),

  check(
    'USER-24',
    'profile_completed can be written in the form in which it is read',
    alone,
    async ({ stranger }) => {
      for (const value of [true, false]) {
        await stranger.change(me, { profile_completed: value })
        const before = await stranger.read(me)
        const read = before.profile_completed as Json

        const reply = await stranger.put(me, { profile_completed: read })

        accepted(reply, `profile_completed ${JSON.stringify(read)}, as it was read,`)
        await accountIs(stranger, before, reply)
        same(truth(read), value, 'the truth value of profile_completed')
      }
    },
  ),

  check('USER-28', 'a PUT of one member of the account changes no other', alone, async context => {
    const { stranger } = context
    let expected = await account(stranger)

    for (const [name, value] of Object.entries(otherSettings(context, expected))) {
      const reply = await stranger.put(me, { [name]: value })
      accepted(reply, `${name} alone`)
      expected = { ...expected, [name]: value }
      await accountIs(stranger, expected, reply)
    }
  }),

  check(
    'USER-29',
    'all writable members but email can be sent back as they were read',
    alone,
    async ({ stranger }) => {
      const before = await stranger.read(me)

      const reply = await stranger.put(me, settingsOf(before))

      accepted(reply, 'all writable members of the account as they were read')
      await accountIs(stranger, before, reply)
    },
  ),

  check('USER-29.all', 'all writable members but email can be changed at once', alone, async context => {
    const { stranger } = context
    const before = await account(stranger)
    const others = otherSettings(context, before)

    const reply = await stranger.put(me, others)

    accepted(reply, 'all writable members of the account with other values')
    await accountIs(stranger, { ...before, ...others }, reply)
  }),

  check('USER-39', 'a refused value leaves the old one of the account', alone, async context => {
    const { stranger, name } = context
    const before = await account(stranger)
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
    accepted(await stranger.put(me, others))

    const replies = []
    for (const [member, value] of Object.entries(wrong)) {
      const reply = await stranger.put(me, { [member]: value })
      refused(reply, `${member} ${shown(value)}`)
      replies.push(reply)
    }

    await accountIs(stranger, { ...before, ...others }, ...replies)
  }),

  check(
    'USER-41',
    'a PUT to /v1/users/me changes nobody but the caller',
    alone,
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
    const { stranger } = context
    const before = await account(stranger)
    const { firstname = '', timezone = '' } = otherSettings(context, before)

    const wrong = await stranger.put(me, { firstname, timezone, date_format: 'Y-M-D' })
    refused(wrong, 'right members together with the date_format "Y-M-D"')
    await accountIs(stranger, before, wrong)

    const right = await stranger.put(me, { firstname, timezone, date_format: 'd.m.Y' })
    accepted(right, 'the same members with the date_format "d.m.Y"')
    await accountIs(stranger, { ...before, firstname, timezone, date_format: 'd.m.Y' }, right)
  }),
]
