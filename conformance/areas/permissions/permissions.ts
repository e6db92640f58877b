import { accepted, type Check, type Context, check, holds, type Reply, refused } from '../../runner/index.js'
import {
  bookingOperations,
  collaboratorOperations,
  me,
  type Operation,
  operations,
  resourceOperations,
  send,
} from '../operations/index.js'
import type { Level } from '../rule.js'

type Role = 'editor' | 'viewer' | 'stranger' | 'nobody'

const words: Readonly<Record<Role, string>> = {
  editor: 'an editor',
  viewer: 'a viewer',
  stranger: 'a stranger',
  nobody: 'somebody without credentials',
}

/** Who is it that reads what they must not: the text is not in the answer, whatever else is. */
function withheld(reply: Reply, secret: string | undefined): void {
  if (secret === undefined) return
  holds(
    !reply.text.toLowerCase().includes(secret.toLowerCase()),
    'a refused read shows what it was to withhold',
    {
      expected: `an answer without ${secret}`,
      actual: reply.body ?? reply.text,
      replies: [reply],
    },
  )
}

const needsOf = (role: Role) => (role === 'nobody' ? {} : { needs: [role] })

/** It is refused to somebody and does nothing, and then the owner may do the very same. */
function refusal(id: string, role: Role, { deed, prepare }: Operation, level?: Level): Check {
  return check(
    id,
    `${words[role]} cannot ${deed}`,
    { danger: 'own', ...needsOf(role), ...(level && { level }) },
    async (context: Context) => {
      const attempt = await prepare(context)

      const reply = await send(context[role], attempt)

      refused(reply)
      withheld(reply, attempt.secret)
      await attempt.untouched(reply)
      const twin = await send(context.owner, attempt)
      accepted(twin)
      await attempt.done(twin)
    },
  )
}

function permission(id: string, role: 'editor' | 'viewer', { deed, prepare }: Operation): Check {
  return check(id, `${words[role]} can ${deed}`, { danger: 'own', needs: [role] }, async context => {
    const attempt = await prepare(context)

    const reply = await send(context[role], attempt)

    accepted(reply)
    await attempt.done(reply)
  })
}

const content = [...resourceOperations, ...bookingOperations]
const reads = content.filter(({ method }) => method === 'GET')
const writes = content.filter(({ method }) => method !== 'GET')
const rulesOfCollaborators: Readonly<Record<string, string>> = {
  'get-collaborators': 'PERM-01',
  'get-collaborator': 'PERM-02',
  'post-collaborators': 'PERM-03',
  'put-collaborator': 'PERM-04',
  'put-collaborators': 'PERM-05',
  'delete-collaborators': 'PERM-06',
  'delete-collaborator': 'PERM-07',
}

/** Each row of section 4 as each of those who may not, beside the owner who may; and as those who may. */
export const permissionChecks: readonly Check[] = [
  ...collaboratorOperations.flatMap(operation =>
    (['editor', 'viewer', 'stranger'] as const).map(role =>
      refusal(`${rulesOfCollaborators[operation.id]}.${role}`, role, operation),
    ),
  ),

  ...operations.map(operation => refusal(`PERM-12.${operation.id}`, 'nobody', operation)),

  check(
    'PERM-12.get-me',
    'somebody without credentials cannot read a user',
    {},
    async ({ owner, nobody }) => {
      const reply = await nobody.get(me)

      refused(reply)
      withheld(reply, owner.email)
      accepted(await owner.get(me))
    },
  ),

  // A target without accounts may take nobody for its one user: so each is judged before the next, worse one is sent.
  check(
    'PERM-12.me',
    'somebody without credentials cannot change or delete a user',
    { danger: 'lock', after: 'PERM-12.get-me' },
    async ({ owner, nobody, token }) => {
      refused(await nobody.get(me))
      refused(await nobody.put(me, { firstname: token }))
      refused(await nobody.put(me, { new_password: `nobody ${token}` }))
      refused(await nobody.delete(me, { me: 1 }))

      accepted(await owner.get(me))
    },
  ),

  ...reads.flatMap(operation =>
    (['editor', 'viewer'] as const).map(role =>
      permission(`PERM-14.${operation.id}.${role}`, role, operation),
    ),
  ),

  ...reads.map(operation => refusal(`PERM-15.${operation.id}`, 'stranger', operation)),

  ...writes.map(operation => refusal(`PERM-16.${operation.id}`, 'viewer', operation)),

  ...writes.map(operation => permission(`PERM-17.${operation.id}`, 'editor', operation)),

  ...writes.map(operation => refusal(`PERM-19.${operation.id}`, 'stranger', operation)),
]
