import { type Check, check, holds, me, same } from '../../runner/index.js'
import { hasType, userMembers } from '../members.js'
import { account } from './account.js'

export const userReadingChecks: readonly Check[] = [
  check('USER-01', 'the user object has all 16 members with the types of the document', async ({ owner }) => {
    const user = await owner.read(me)

    for (const [name, type] of Object.entries(userMembers)) {
      holds(name in user, `the user object has no member ${name}`, {
        expected: type,
        actual: Object.keys(user),
      })
      holds(hasType(user[name], type), `${name} of the user object must be of type ${type}, and is not`, {
        expected: type,
        actual: user[name],
      })
    }
  }),

  check('USER-02', 'the id of a user is the same string in every read', async ({ owner }) => {
    const first = await owner.read(me)
    const second = await owner.read(me)

    holds(
      typeof first.id === 'string' && first.id !== '',
      'id of the user object must be a string with content',
      { expected: 'a string', actual: first.id },
    )
    same(second.id, first.id, 'id of the user object in a second read')
  }),

  check(
    'USER-02.changed',
    'the id of a user stays when other members change',
    { changes: ['anyone'], danger: 'acct' },
    async ({ anyone, name }) => {
      const before = await anyone.read(me)
      await anyone.change(me, { firstname: name(20), lastname: name(20) })

      const after = await anyone.read(me)

      same(after.id, before.id, 'id of the user object after firstname and lastname were changed')
    },
  ),

  check('USER-04', 'the user object shows the e-mail address of the credentials', async ({ owner }) => {
    const user = await owner.read(me)

    same(String(user.email).toLowerCase(), owner.email.toLowerCase(), 'email of the user object')
  }),

  check(
    'USER-11',
    'the language_tag of an account that is not known to have been changed',
    { needs: ['throwaway account'] },
    async ({ throwaway, observe }) => {
      const user = await throwaway.read(me)

      observe(`the throwaway account has the language_tag ${JSON.stringify(user.language_tag)}`)
    },
  ),

  check(
    'USER-22',
    'allow_collaboration of an account that is not known to have been changed',
    { needs: ['throwaway account'] },
    async ({ throwaway, observe }) => {
      const user = await throwaway.read(me)

      observe(`the throwaway account has allow_collaboration ${JSON.stringify(user.allow_collaboration)}`)
    },
  ),

  check(
    'USER-40',
    'two users who read /v1/users/me each see their own account',
    { needs: ['stranger'] },
    async ({ owner, stranger }) => {
      const [mine, theirs] = [await account(owner), await account(stranger)]

      same(mine.email, owner.email.toLowerCase(), 'email of the user object that the owner reads')
      same(theirs.email, stranger.email.toLowerCase(), 'email of the user object that the stranger reads')
      holds(mine.id !== theirs.id, 'the owner and the stranger are told the same id', {
        expected: 'two different ids',
        actual: [mine.id, theirs.id],
      })
    },
  ),
]
