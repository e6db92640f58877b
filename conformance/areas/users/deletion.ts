import {
  accepted,
  type Check,
  type CheckOptions,
  check,
  me,
  type Query,
  refused,
} from '../../runner/index.js'
import { deletionOfAnAccount } from '../operations.js'
import { account, accountIs, opens } from './account.js'

const throwaway: CheckOptions = { needs: ['throwaway account'] }

/** What is not `me=1`. */
const others: readonly (readonly [what: string, query: Query])[] = [
  ['me=0', { me: 0 }],
  ['an empty me', { me: '' }],
  ['me without a value', 'me'],
  ['me=2', { me: 2 }],
  ['me=true', { me: 'true' }],
]

export const deletionChecks: readonly Check[] = [
  check('USER-42', 'an account is not deleted without me=1', throwaway, async ({ throwaway }) => {
    const before = await account(throwaway)

    const reply = await throwaway.delete(me)

    refused(reply, 'a DELETE of the account without me')
    await accountIs(throwaway, before, reply)
  }),

  check(
    'USER-43',
    'an account is not deleted by any other value of me than 1',
    { ...throwaway, after: 'USER-42' },
    async ({ throwaway }) => {
      const before = await account(throwaway)

      for (const [what, query] of others) {
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
    const deletion = await deletionOfAnAccount(context)
    accepted(deletion, 'a DELETE of the account with me=1')
    const { authorization = '' } = deletion.exchange.request
    const deleted = context.withHeader(authorization, 'throwaway account that was deleted')

    refused(await deleted.get(me), 'a read of the deleted account')
    refused(await deleted.put(me, { firstname: 'Nobody' }), 'a change of the deleted account')
  }),

  check(
    'USER-46',
    'a DELETE of the account with me only in the body',
    throwaway,
    async ({ throwaway, observe }) => {
      const reply = await throwaway.send('DELETE', me, { text: '{"me":1}' })

      const there = await opens(throwaway)
      const said = reply.ok ? 'answered with success' : 'refused'
      observe(
        `me=1 in the body alone is ${said}, and the account ${there ? 'is still there' : 'is deleted'}`,
        reply,
      )
    },
  ),
]
