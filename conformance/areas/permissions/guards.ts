import {
  accepted,
  type Check,
  type Context,
  changedOnly,
  check,
  gone,
  type MadeCollaborator,
  refused,
  unchanged,
} from '../../runner/index.js'
import { aMember, type Member } from '../collaborators/membership.js'

const people: readonly Member[] = ['editor', 'viewer', 'stranger']

/** Two collaborators of the spare schedule, and who tries as a third one, unless it is a stranger. */
async function collaborators(
  context: Context,
  who: Member,
): Promise<[MadeCollaborator, ...MadeCollaborator[]]> {
  const { given, spare } = context
  const others = await given.collaborators(2, undefined, { in: spare })
  if (who === 'stranger') return others
  const own = { email: context[who].email, user_role: who }
  return [...others, await given.collaborator(own, { in: spare })]
}

/** Bulk operations on all collaborators of a schedule, tried by others than its owner. */
export const permissionGuardChecks: readonly Check[] = [
  ...people.map(who =>
    check(
      `PERM-05.${who}.all`,
      `${aMember[who]} cannot change all collaborators of a schedule`,
      { needs: ['spare schedule', who], after: `PERM-05.${who}` },
      async context => {
        const { owner, spare } = context
        const all = await collaborators(context, who)
        const change = { user_role: who === 'editor' ? 'viewer' : 'editor' }
        const [first] = all

        const reply = await context[who].put(spare.collaborators, change)

        refused(reply)
        await unchanged(...all)
        accepted(await owner.put(spare.collaborators, change, { ids: [first.id] }))
        await changedOnly(first, change)
      },
    ),
  ),

  ...people.map(who =>
    check(
      `PERM-06.${who}.all`,
      `${aMember[who]} cannot delete all collaborators of a schedule`,
      { needs: ['spare schedule', who], after: `PERM-06.${who}` },
      async context => {
        const { owner, spare } = context
        const all = await collaborators(context, who)
        const [first] = all

        const reply = await context[who].delete(spare.collaborators, { all: 1 })

        refused(reply)
        await unchanged(...all)
        accepted(await owner.delete(spare.collaborators, { ids: [first.id] }))
        await gone(first, spare.collaborators)
      },
    ),
  ),
]
