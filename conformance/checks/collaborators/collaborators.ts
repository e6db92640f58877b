import {
  accepted,
  answeredId,
  gone,
  has,
  hasMembers,
  holds,
  nothingCreated,
  refused,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { collaborators } from '../collections.js'
import { dateChecks } from '../date-checks.js'
import { malformedIdCheck } from '../malformed-ids.js'
import { operations, perform } from '../operations.js'
import { hasNoUser, shownIn, withEmail } from './membership.js'

/**
 * The response to creating a collaborator without an account. The first attempt does not use a prepared collaborator, whose
 * create would already need a correct id in the response.
 */
async function created({ owner, given, schedule }: Context, email: string): Promise<Reply> {
  const reply = await owner.post(schedule.collaborators, { email })
  if (reply.ok) return reply
  const { sent } = await given.collaborator()
  return owner.post(schedule.collaborators, { ...sent, email })
}

/** The collaborator object, and what the owner does with collaborators. */
export const collaboratorObjectChecks: readonly Check[] = [
  check('COL-01', 'a collaborator is read with its members', async ({ owner, given, schedule }) => {
    const someone = await given.collaborator()

    const single = await owner.read(someone.path)
    const { items } = await owner.list(schedule.collaborators, { ids: [someone.id] })

    hasMembers(single, 'collaborator', 'a collaborator in a single read', { without: ['user'] })
    same(items.length, 1, 'the number of collaborators with that id')
    for (const item of items)
      hasMembers(item, 'collaborator', 'a collaborator in a list', { without: ['user'] })
    for (const read of [single, ...items]) has(read, { schedule_id: schedule.id }, 'the collaborator')
  }),

  check('COL-02', 'ids of collaborators are integers and unique', async ({ owner, given, schedule }) => {
    const people = await given.collaborators(5)

    const { items } = await owner.list(schedule.collaborators, { ids: people.map(({ id }) => id) })

    const reads = [...people.map(({ was }) => was), ...items]
    for (const { id } of reads) {
      holds(Number.isInteger(id), 'the id of a collaborator must be an integer', {
        expected: 'an integer',
        actual: id,
      })
    }
    same(new Set(people.map(({ id }) => id)).size, 5, 'the number of different ids of five collaborators')
    same(items.length, 5, 'the number of collaborators in a list with these five ids')
  }),

  check('COL-03', 'the answer to a create has the id that the list shows', async context => {
    const { owner, schedule, address } = context
    const email = address()

    const reply = await created(context, email)

    accepted(reply)
    const id = answeredId(reply)
    holds(/^-?\d+$/.test(String(id)), 'the id that creating a collaborator answers is no integer', {
      expected: 'an integer, or a string of digits',
      actual: id,
      replies: [reply],
    })
    const shown = (await withEmail(owner, schedule, email)).map(item => item.id)
    same(shown, [Number(id)], `the ids that the list shows for ${email}`, reply)
  }),

  check('COL-04', 'a collaborator without email is refused', async ({ owner, given, schedule, address }) => {
    const { sent } = await given.collaborator({ user_role: 'editor' })
    const { email: _email, ...rest } = sent

    const bare = await owner.post(schedule.collaborators, rest)
    const empty = await owner.post(schedule.collaborators, {})

    refused(bare, 'creating a collaborator with all but email')
    refused(empty, 'creating a collaborator with {}')
    const nameless = (await owner.all(schedule.collaborators)).filter(
      item => typeof item.email !== 'string' || item.email === '',
    )
    same(nameless, [], 'the collaborators without email', bare, empty)
    accepted(await owner.post(schedule.collaborators, { ...sent, email: address() }), 'the same with email')
  }),

  check('COL-05', 'email is returned as it was set', async context => {
    const { owner, given, schedule, address, warn, observe } = context
    const model = await given.collaborator()
    const mixed = address().replace(/[a-z]/, letter => letter.toUpperCase())

    const reply = await owner.post(schedule.collaborators, { ...model.sent, email: mixed })

    same(String(model.was.email), model.email, 'email of a collaborator set in lower case')
    // The document does not say which addresses are valid.
    if (!reply.ok) return observe('an address with a capital letter is refused', reply)
    const id = answeredId(reply)
    for (const { email } of await shownIn(owner, schedule, id)) {
      same(String(email).toLowerCase(), mixed.toLowerCase(), 'email, without letter case,', reply)
      if (email !== mixed) warn(`email was set to ${mixed} and is returned as ${email}`, reply)
    }
  }),

  check(
    'COL-05.plus',
    'an email with a plus in it is accepted, and returned as it was set',
    { level: 'should' },
    async context => {
      const { owner, schedule } = context
      const email = context.address().replace('@', '+rooms@')

      const reply = await created(context, email)

      accepted(reply, 'a collaborator whose email has a plus in it')
      const read = await owner.read(`${schedule.collaborators}/${answeredId(reply)}`)
      same(String(read.email).toLowerCase(), email.toLowerCase(), 'email, without letter case,', reply)
    },
  ),

  check('COL-06', 'a PUT with email changes only the role', async ({ owner, given, schedule, address }) => {
    const someone = await given.collaborator({ user_role: 'viewer' })
    const email = address()

    const reply = await updates(someone, { user_role: 'editor', email }, { to: { user_role: 'editor' } })

    await nothingCreated(owner, schedule.collaborators, email, reply)
  }),

  check(
    'COL-06.account',
    'a PUT with the email of an account changes only the role, and gives the collaborator no user',
    { needs: ['stranger'] },
    async ({ stranger, given }) => {
      const someone = await given.collaborator({ user_role: 'viewer' })

      const sent = { user_role: 'editor', email: stranger.email }
      await updates(someone, sent, { to: { user_role: 'editor' } })
    },
  ),

  check('COL-15', 'a collaborator without an account has no user', async ({ owner, given, schedule }) => {
    const someone = await given.collaborator()

    const { items } = await owner.list(schedule.collaborators, { ids: [someone.id] })

    same(items.length, 1, 'the number of collaborators with that id')
    for (const read of [someone.was, ...items])
      hasNoUser(read, 'a collaborator without an account has the member user')
  }),

  ...each(
    ids`
      COL-21.get-collaborators COL-21.get-collaborator COL-21.post-collaborators COL-21.put-collaborators
      COL-21.put-collaborator COL-21.delete-collaborators COL-21.delete-collaborator`,
    operations,
    (id, operation) =>
      check(id, `the owner can ${operation.action}`, { sends: operation.sends }, async context => {
        const { attempt, reply } = await perform(context, operation)

        await attempt.done(reply)
      }),
  ),

  malformedIdCheck('COL-27', collaborators, { user_role: 'editor' }),

  check('COL-23.single', 'only the deleted collaborator is gone', async context => {
    const { owner, given, schedule, warn } = context
    const [one, other] = await given.collaborators(2)

    const reply = await owner.delete(one.path)

    accepted(reply)
    await gone(one, schedule.collaborators)
    await unchanged(other)
    const again = await owner.put(one.path, { user_role: 'editor' })
    await gone(one, schedule.collaborators)
    if (again.ok) warn('a PUT of a deleted collaborator should be refused', again)
  }),

  check(
    'COL-23.bulk',
    'only the listed collaborators are gone',
    { sends: ['DELETE collaborators'] },
    async ({ owner, given, schedule }) => {
      const [one, two, other] = await given.collaborators(3)

      const reply = await owner.delete(schedule.collaborators, { ids: [one.id, two.id] })

      accepted(reply)
      await gone(one, schedule.collaborators)
      await gone(two, schedule.collaborators)
      await unchanged(other)
    },
  ),
]

/** The dates of a collaborator object. */
export const collaboratorDateChecks = dateChecks('collaborator', [
  'COL-19.iso',
  'COL-19.utc',
  'COL-19.created',
  { one: 'COL-19.updated', bulk: 'COL-19.updated-in-bulk' },
])
