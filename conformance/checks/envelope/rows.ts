import { holds, onlySuccess } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids } from '../../check/ids.js'
import { answerOf, type Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { deletionOfAnAccount, operations, send } from '../operations.js'

/** A row of section 4, performed once per run by somebody who is allowed to. */
interface Row {
  /** `PUT /v1/users/me` */
  readonly words: string
  readonly options: CheckOptions
  perform(context: Context): Promise<Reply>
}

const row = (words: string, options: CheckOptions, perform: Row['perform']): Row => ({
  words,
  options,
  perform: context => context.once(`section 4: ${words}`, () => perform(context)),
})

/** Every row of section 4, by its name in check ids. */
const rows: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries(operations).map(([key, { method, path, sends, prepare }]) => [
      key,
      row(`${method} /v1/schedules/{scheduleId}/${path}`, { danger: 'own', sends }, async context =>
        send(context.owner, await prepare(context)),
      ),
    ]),
  ),
  'get-me': row(`GET ${me}`, { danger: 'read' }, ({ owner }) => owner.get(me)),
  'put-me': row(`PUT ${me}`, { danger: 'acct', changes: ['owner'] }, async ({ owner }) => {
    const { language_tag = 'en' } = await owner.read(me)
    return owner.put(me, { language_tag })
  }),
  'put-me.password': row(
    `PUT ${me} with new_password`,
    { danger: 'lock', needs: ['disposable account'] },
    async ({ throwaway, token, renamed }) => {
      const password = `Secret-${token}-1`
      const reply = await throwaway.put(me, { new_password: password })
      if (reply.ok) renamed(throwaway, { password })
      return reply
    },
  ),
  'delete-me': row(`DELETE ${me}?me=1`, { danger: 'lock', needs: ['disposable account'] }, context =>
    deletionOfAnAccount(context),
  ),
}

/** ENV-02, ENV-03, ENV-10 and ENV-11 for every row of section 4 to which they apply. */
export const rowChecks: readonly Check[] = [
  ...each(
    ids`
      ENV-02.get-booking ENV-02.get-bookings ENV-02.get-collaborator ENV-02.get-collaborators
      ENV-02.get-resource-bookings ENV-02.get-resource ENV-02.get-resources ENV-02.post-bookings
      ENV-02.post-collaborators ENV-02.post-resources ENV-02.put-booking ENV-02.put-bookings
      ENV-02.put-collaborator ENV-02.put-collaborators ENV-02.put-resource-bookings ENV-02.put-resource
      ENV-02.put-resources ENV-02.delete-booking ENV-02.delete-bookings ENV-02.delete-collaborator
      ENV-02.delete-collaborators ENV-02.delete-resource-bookings ENV-02.delete-resource
      ENV-02.delete-resources ENV-02.get-me ENV-02.put-me.password ENV-02.put-me ENV-02.delete-me`,
    rows,
    (id, { words, options, perform }) =>
      check(id, `${words} answers with a JSON object`, options, async context => {
        const reply = await perform(context)

        holds(isObject(reply.body), `${words} must be answered with a JSON object, but was not`, {
          expected: 'a JSON object',
          ...answerOf(reply),
        })
      }),
  ),

  ...each(
    ids`
      ENV-03.get-booking ENV-03.get-bookings ENV-03.get-collaborator ENV-03.get-collaborators
      ENV-03.get-resource-bookings ENV-03.get-resource ENV-03.get-resources ENV-03.post-bookings
      ENV-03.post-collaborators ENV-03.post-resources ENV-03.put-booking ENV-03.put-bookings
      ENV-03.put-collaborator ENV-03.put-collaborators ENV-03.put-resource-bookings ENV-03.put-resource
      ENV-03.put-resources ENV-03.delete-booking ENV-03.delete-bookings ENV-03.delete-collaborator
      ENV-03.delete-collaborators ENV-03.delete-resource-bookings ENV-03.delete-resource
      ENV-03.delete-resources ENV-03.get-me ENV-03.put-me.password ENV-03.put-me ENV-03.delete-me`,
    rows,
    (id, { words, options, perform }) =>
      check(id, `${words} answers with success = true`, options, async context => {
        const reply = await perform(context)

        holds(reply.ok, `${words} must be answered with "success": true, the JSON boolean`, {
          expected: true,
          actual: isObject(reply.body) ? reply.body.success : reply.text,
          replies: [reply],
        })
      }),
  ),

  ...each(
    ids`
      ENV-10.put-booking ENV-10.put-bookings ENV-10.put-collaborator ENV-10.put-collaborators
      ENV-10.put-resource-bookings ENV-10.put-resource ENV-10.put-resources ENV-10.put-me.password
      ENV-10.put-me
      ENV-11.delete-booking ENV-11.delete-bookings ENV-11.delete-collaborator ENV-11.delete-collaborators
      ENV-11.delete-resource-bookings ENV-11.delete-resource ENV-11.delete-resources ENV-11.delete-me`,
    rows,
    (id, { words, options, perform }) =>
      check(id, `the answer to ${words} holds only success`, options, async context =>
        onlySuccess(await perform(context)),
      ),
  ),
]
