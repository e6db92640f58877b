import { answeredId, refused } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { MadeCollaborator } from '../../check/created.js'
import type { Reply } from '../../http/exchange.js'
import type { Json } from '../../http/json.js'
import { takesOneLine } from '../line-ends.js'
import { readsAsItsType, whatOf } from '../type-checks.js'

/** Asserts that a role of null is refused, or reads as a role: the default or the previous one. */
async function takesNoNull(
  { owner }: Context,
  people: readonly MadeCollaborator[],
  where: string,
  send: (user_role: null) => Promise<Reply>,
): Promise<void> {
  const reply = await send(null)

  const reads = []
  for (const { path } of people) reads.push(await owner.read(path))
  readsAsItsType('collaborator', { member: 'user_role', value: null, reply, reads }, where)
}

/** null and values of other types for the writable members of a collaborator (section 2.3). */
export const collaboratorTypeChecks: readonly Check[] = [
  check(
    'COL-25.create',
    'null and other types are refused or read as texts in a new collaborator',
    async context => {
      const { owner, schedule, given, address } = context
      const { sent } = await given.collaborator()
      const where = 'in a create of a collaborator'
      const attempt = async (member: string, value: Json) => {
        const reply = await owner.post(schedule.collaborators, { ...sent, email: address(), [member]: value })
        if (member === 'email' && value === null) refused(reply, `${whatOf({ member, value })} ${where}`)
        const reads = reply.ok ? [await owner.read(`${schedule.collaborators}/${answeredId(reply)}`)] : []
        readsAsItsType('collaborator', { member, value, reply, reads }, where)
      }

      await attempt('email', null)
      await attempt('email', 5)
      await attempt('user_role', null)
    },
  ),

  check(
    'COL-25.update',
    'a role of null is refused or read as a role in an update of a collaborator',
    async context => {
      const someone = await context.given.collaborator({ user_role: 'editor' })

      await takesNoNull(context, [someone], 'in an update of a collaborator', user_role =>
        context.owner.put(someone.path, { user_role }),
      )
    },
  ),

  check(
    'COL-25.bulk',
    'a role of null is refused or read as a role in a bulk update of collaborators',
    { sends: ['PUT collaborators'] },
    async context => {
      const { owner, schedule, given } = context
      const people = await given.collaborators(2, () => ({ user_role: 'editor' }))
      const ids = people.map(({ id }) => id)

      await takesNoNull(context, people, 'in a bulk update of collaborators', user_role =>
        owner.put(schedule.collaborators, { user_role }, { ids }),
      )
    },
  ),

  check('COL-26', 'a line break within the email of a collaborator is not kept', async context => {
    const { owner, schedule, given, address } = context
    const { sent } = await given.collaborator()
    const email = `${address()}\n${address()}`

    const reply = await owner.post(schedule.collaborators, { ...sent, email })

    await takesOneLine(reply, 'email', async () => [
      await owner.read(`${schedule.collaborators}/${answeredId(reply)}`),
    ])
  }),
]
