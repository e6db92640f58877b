import type { Actor, CheckOptions, Context, MadeCollaborator } from '../../runner/index.js'

/** The people who can be made collaborators of the second schedule. */
export type Member = 'editor' | 'viewer' | 'stranger'

export const aMember: Readonly<Record<Member, string>> = {
  editor: 'an editor',
  viewer: 'a viewer',
  stranger: 'a stranger',
}

/** What a check takes that makes somebody a collaborator of the second schedule while it runs. */
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
