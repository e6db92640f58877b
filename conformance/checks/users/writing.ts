import { accepted, answeredId, createdId, holds, onlySuccess, refused, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type Json } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { affordable, atOnce, mixed } from '../at-once.js'
import { acceptedFirst, unaffected } from '../bulk/outcome.js'
import { deletionOfAnAccount, endOfAnAccount } from '../operations.js'
import {
  account,
  accountIs,
  alone,
  counted,
  opens,
  otherSettings,
  refuses,
  settingsOf,
  takes,
  throwaway,
  truth,
} from './account.js'
import { takesEach } from './fields.js'

/** Describes long texts by their length. */
const shown = (value: string) => (value.length > 50 ? `of ${counted(value)}` : JSON.stringify(value))

export const userWritingChecks: readonly Check[] = [
  ...rows(['USER-21', 'allow_collaboration'], ['USER-23', 'profile_completed']).map(([id, member]) =>
    check(id, `${member} can be set to false and to true again`, alone, context =>
      takesEach(context, member, [false, true, false]),
    ),
  ),

  check('USER-24', 'profile_completed can be written as it is read', alone, async ({ anyone }) => {
    for (const value of [true, false]) {
      await anyone.change(me, { profile_completed: value })
      const before = await anyone.read(me)
      const read = before.profile_completed as Json

      const what = `profile_completed ${JSON.stringify(read)}, as it was read,`
      await takes(anyone, before, { profile_completed: read }, what)
      same(truth(read), value, 'the truth value of profile_completed')
    }
  }),

  check('USER-28', 'a PUT of one member of the account changes no other', alone, async context => {
    const { anyone } = context
    let expected = await account(anyone)

    // Twice: an update of a member that comes early may reset one that comes late.
    for (const when of ['alone', 'alone, after all others,']) {
      for (const [name, value] of Object.entries(otherSettings(context, expected))) {
        await takes(anyone, expected, { [name]: value }, `${name} ${when}`)
        expected = { ...expected, [name]: value }
      }
    }
    // A service may need both names to consider a profile complete.
    expected = { ...expected, profile_completed: false }
    await anyone.change(me, { profile_completed: false })
    const names = { firstname: context.name(20), lastname: context.name(20) }
    await takes(anyone, expected, names, 'firstname and lastname of a profile that is not completed')
  }),

  check('USER-29', 'all writable members but email can be sent back as read', alone, async ({ anyone }) => {
    const before = await anyone.read(me)

    const settings = settingsOf(before)

    await takes(anyone, before, settings, 'all writable members of the account as they were read')
  }),

  check('USER-29.all', 'all writable members but email can be changed at once', alone, async context => {
    const { anyone } = context
    const before = await account(anyone)
    const others = otherSettings(context, before)

    await takes(anyone, before, others, 'all writable members of the account with other values')
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

    const expected = { ...before, ...others }
    const changes = Object.entries(wrong).map(
      ([member, value]) => [`${member} ${shown(value)}`, { [member]: value }] as const,
    )
    await refuses(anyone, expected, changes)
  }),

  check(
    'USER-41',
    'a PUT to /v1/users/me changes nobody but the caller',
    { changes: ['stranger'], needs: ['stranger'], danger: 'acct' },
    async ({ owner, stranger, name }) => {
      const [mine, theirs] = [await account(owner), await account(stranger)]
      const firstname = name(20)

      const reply = await stranger.put(me, { firstname })

      onlySuccess(reply)
      await accountIs(stranger, { ...theirs, firstname }, reply)
      await accountIs(owner, mine, reply)
    },
  ),

  check(
    'USER-41.id',
    'a PUT to /v1/users/me with the id of another account changes nobody but the caller',
    { changes: ['owner', 'stranger'], needs: ['stranger'], danger: 'acct' },
    async ({ owner, stranger, name }) => {
      const [mine, theirs] = [await account(owner), await account(stranger)]
      const firstname = name(20)

      const reply = await stranger.put(me, { id: (await owner.read(me)).id as Json, firstname })

      await accountIs(owner, mine, reply)
      await accountIs(stranger, reply.ok ? { ...theirs, firstname } : theirs, reply)
    },
  ),

  check(
    'USER-41.together',
    'users who change their accounts at the same moment change their own',
    { changes: ['owner', 'stranger'], needs: ['stranger'], danger: 'acct' },
    async context => {
      const { owner, stranger, name } = context
      const actors = [owner, stranger]
      const times = await affordable(actors, 12)
      const before = [await account(owner), await account(stranger)]
      // Each changes another member: the effect of the other change must still be there at the end.
      const changes = [{ firstname: name(20) }, { lastname: name(20) }]
      const write = (index: number) => actors[index]?.put(me, changes[index] ?? {}) as Promise<Reply>
      const writes = actors.map((_, index) => async () => ({ index, reply: await write(index) }))

      const done = await atOnce(mixed(context, times, writes))

      for (const [index, actor] of actors.entries()) {
        // A target may refuse a request because of another one at the same moment, but not every one, and not one alone.
        const isDone = done.some(({ index: other, reply }) => other === index && reply.ok)
        if (!isDone) accepted(await write(index), `a change of the ${actor.name}`)
      }

      for (const [index, actor] of actors.entries())
        await accountIs(actor, { ...before[index], ...changes[index] })
    },
  ),

  check(
    'USER-47',
    'a PUT with one wrong value changes nothing of the account',
    { ...alone, danger: 'acct' },
    async context => {
      const { anyone } = context
      const before = await account(anyone)
      const { firstname = '', timezone = '' } = otherSettings(context, before)
      const wrong = { firstname, timezone, date_format: 'Y-M-D' }
      const right = { ...wrong, date_format: 'd.m.Y' }

      await refuses(anyone, before, [['right members together with the date_format "Y-M-D"', wrong]])

      await takes(anyone, before, right, 'the same members with the date_format "d.m.Y"')
    },
  ),

  check('USER-42', 'an account is not deleted without me=1', throwaway, async ({ throwaway }) => {
    const before = await account(throwaway)

    const reply = await throwaway.delete(me)

    refused(reply, 'a DELETE of the account without me')
    await accountIs(throwaway, before, reply)
  }),

  check(
    'USER-43',
    'an account is not deleted by any value of me other than 1',
    { ...throwaway, after: 'USER-42' },
    async ({ throwaway }) => {
      const before = await account(throwaway)

      for (const [what, query] of [
        ['me=0', { me: 0 }],
        ['an empty me', { me: '' }],
        ['me without a value', 'me'],
        ['me=2', { me: 2 }],
        ['me=1abc', { me: '1abc' }],
        ['me=1 and a second line', { me: '1\nabc' }],
        ['me=true', { me: 'true' }],
        ['the email of the account as me', { me: throwaway.email }],
      ] as const) {
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
    const { deletion, read, change } = await endOfAnAccount(context)

    accepted(deletion, 'a DELETE of the account with me=1')
    refused(read, 'a read of the deleted account')
    refused(change, 'a change of the deleted account')
  }),

  check(
    'USER-53',
    'the deletion of an account that was a collaborator leaves the others, and nobody has it as the user',
    { needs: ['disposable account', 'spare schedule'], after: 'USER-45' },
    async ({ owner, throwaway, spare, given, name, slot }) => {
      const others = await given.collaborators(2, undefined, { in: spare })
      const { email } = throwaway
      const { path } = await given.collaborator({ email, user_role: 'editor' }, { in: spare })
      const { id: resource_id } = await given.bookable({ in: spare })
      const read = () => throwaway.get(spare.resources, { limit: 1 })
      acceptedFirst(await read(), 'PERM-14')
      // Editors may not be allowed to create bookings everywhere.
      const booking = await throwaway.post(spare.bookings, { resource_id, title: name(), ...slot() })

      const reply = await throwaway.delete(me, { me: 1 })

      accepted(reply, 'a DELETE of the account with me=1')
      refused(await read(), 'a read of a schedule by a collaborator whose account is deleted')
      await unaffected(reply, ...others)
      if (booking.ok) {
        const read = await owner.get(`${spare.bookings}/${answeredId(booking)}`)
        accepted(read, 'a read of a booking that a collaborator made whose account is deleted')
      }
      // Whether its collaborator object is deleted with it is not shown.
      const again = await owner.post(spare.collaborators, { email })
      const paths = [path, ...(again.ok ? [`${spare.collaborators}/${createdId(again)}`] : [])]
      for (const read of await Promise.all(paths.map(each => owner.get(each)))) {
        const { user } = isObject(read.data) ? read.data : {}
        holds(
          !read.ok || user === undefined,
          `a collaborator has the user ${email}, whose account is deleted`,
          {
            expected: 'no user',
            actual: user ?? null,
            replies: [reply, read],
          },
        )
      }
    },
  ),

  check('USER-46', 'a DELETE with me only in the body', throwaway, async ({ throwaway, observe }) => {
    const reply = await throwaway.send('DELETE', me, { text: '{"me":1}' })

    const there = await opens(throwaway)
    const said = reply.ok ? 'answered with success' : 'refused'
    const message = `me=1 in the body alone is ${said}, and the account ${there ? 'is still there' : 'is deleted'}`
    observe(message, reply)
  }),
]
