import { holds } from '../../check/assertions.js'
import type { CheckOptions } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { MadeCollaborator } from '../../check/created.js'
import type { Reply } from '../../http/exchange.js'
import type { JsonObject } from '../../http/json.js'
import type { Schedule } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'

/** The roles of collaborators, and of others with an account, as titles name them. */
export const roles = { editor: 'an editor', viewer: 'a viewer' } as const
export const notOwners = { ...roles, stranger: 'a stranger' } as const

/** The people who can be made collaborators of the second schedule. */
export type Member = keyof typeof notOwners

/** The options of a check that makes somebody a collaborator of the second schedule while it runs. */
export const joiningSecond = (member: Member): CheckOptions => ({
  danger: 'own',
  needs: ['second schedule', member],
  alone: [`${member} in second`],
})

/** Makes somebody with an account a collaborator of the second schedule. */
export const join = (
  { given, second }: Context,
  { email }: Actor,
  user_role: 'editor' | 'viewer',
): Promise<MadeCollaborator> => given.collaborator({ email, user_role }, { in: second })

/** Returns a collaborator as a single read and the list show it. */
export const shownIn = async (
  owner: Actor,
  { collaborators }: Schedule,
  id: number | string,
): Promise<JsonObject[]> => [
  await owner.read(`${collaborators}/${id}`),
  ...(await owner.list(collaborators, { ids: [id] })).items,
]

/** The collaborators of a schedule with this address, in any letter case. */
export const withEmail = async (owner: Actor, { collaborators }: Schedule, address: string) =>
  (await owner.all(collaborators)).filter(
    ({ email }) => String(email).toLowerCase() === address.toLowerCase(),
  )

/** Asserts that a collaborator is shown without a user; `message` says what is wrong if it has one. */
export const hasNoUser = (read: JsonObject, message: string, ...replies: Reply[]): void =>
  holds(!Object.hasOwn(read, 'user'), message, {
    expected: 'no member user',
    actual: read.user,
    replies,
  })
