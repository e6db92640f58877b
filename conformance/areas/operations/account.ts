import { type CheckOptions, type Context, me, type Reply } from '../../runner/index.js'

export { me }

/** One row of section 4.4. */
export interface AccountOperation {
  /** For the ids of checks: `put-me`. */
  readonly id: string
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** The row, for the titles of checks. */
  readonly row: string
  readonly options: CheckOptions
  perform(context: Context): Promise<Reply>
}

/** Ends a throwaway account as section 4.4 says; once per run, since there are few of them. */
export const deletionOfAnAccount = ({ once, throwaway }: Context, account = throwaway) =>
  once(`DELETE ${me}?me=1`, () => account.delete(me, { me: 1 }))

/** Every row of section 4.4. */
export const accountOperations: readonly AccountOperation[] = [
  {
    id: 'get-me',
    method: 'GET',
    row: `GET ${me}`,
    options: { danger: 'read' },
    perform: ({ owner }) => owner.get(me),
  },
  {
    id: 'put-me',
    method: 'PUT',
    row: `PUT ${me}`,
    options: { danger: 'acct', changes: ['owner'] },
    async perform({ owner }) {
      const { language_tag = 'en' } = await owner.read(me)
      return owner.put(me, { language_tag })
    },
  },
  {
    id: 'put-me.password',
    method: 'PUT',
    row: `PUT ${me} with new_password`,
    options: { danger: 'lock', needs: ['throwaway account'] },
    async perform({ throwaway, token, renamed }) {
      const password = `Secret-${token}-1`
      const reply = await throwaway.put(me, { new_password: password })
      if (reply.ok) renamed(throwaway, { password })
      return reply
    },
  },
  {
    id: 'delete-me',
    method: 'DELETE',
    row: `DELETE ${me}?me=1`,
    options: { danger: 'lock', needs: ['throwaway account'] },
    perform: context => deletionOfAnAccount(context),
  },
]
