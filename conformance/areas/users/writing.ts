import {
  accepted,
  type Check,
  type CheckOptions,
  check,
  type Json,
  me,
  onlySuccess,
  refused,
  same,
} from '../../runner/index.js'
import { counted } from '../limits/counted.js'
import { account, accountIs, otherSettings, settingsOf, truth } from './account.js'

/** Alone on an account. */
const alone: CheckOptions = { changes: ['anyone'] }

/** Long texts by their length. */
const shown = (value: string) => (value.length > 50 ? `of ${counted(value)}` : JSON.stringify(value))

export const userWritingChecks: readonly Check[] = [
  check('USER-21', 'allow_collaboration can be set to false and to true again', alone, async ({ anyone }) => {
    const before = await account(anyone)

    for (const value of [false, true, false]) {
      const reply = await anyone.put(me, { allow_collaboration: value })
      accepted(reply, `allow_collaboration ${value}`)
      await accountIs(anyone, { ...before, allow_collaboration: value }, reply)
    }
  }),

  check('USER-23', 'profile_completed can be set to false and to true again', alone, async ({ anyone }) => {
    const before = await account(anyone)

    for (const value of [false, true, false]) {
      const reply = await anyone.put(me, { profile_completed: value })
      accepted(reply, `profile_completed ${value}`)
      await accountIs(anyone, { ...before, profile_completed: value }, reply)
    }
  }),

  check(
    'USER-24',
    'profile_completed can be written in the form in which it is read',
    alone,
    async ({ anyone }) => {
      for (const value of [true, false]) {
        await anyone.change(me, { profile_completed: value })
        const before = await anyone.read(me)
        const read = before.profile_completed as Json

        const reply = await anyone.put(me, { profile_completed: read })

        accepted(reply, `profile_completed ${JSON.stringify(read)}, as it was read,`)
        await accountIs(anyone, before, reply)
        same(truth(read), value, 'the truth value of profile_completed')
      }
    },
  ),

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

  check(
    'USER-29',
    'all writable members but email can be sent back as they were read',
    alone,
    async ({ anyone }) => {
      const before = await anyone.read(me)

      const reply = await anyone.put(me, settingsOf(before))

      accepted(reply, 'all writable members of the account as they were read')
      await accountIs(anyone, before, reply)
    },
  ),

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
]
