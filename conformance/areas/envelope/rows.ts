import {
  type Check,
  type CheckOptions,
  type Context,
  check,
  holds,
  isObject,
  onlySuccess,
  type Reply,
} from '../../runner/index.js'
import { accountOperations, operations, send } from '../operations/index.js'

interface Row {
  readonly id: string
  readonly method: string
  /** `PUT /v1/users/me` */
  readonly row: string
  readonly options: CheckOptions
  perform(context: Context): Promise<Reply>
}

/** Every row of section 4, performed once per run as somebody who may. */
const rows: readonly Row[] = [
  ...operations.map(
    ({ id, method, path, prepare }): Row => ({
      id,
      method,
      row: `${method} ${path}`,
      options: { danger: 'own' },
      perform: async context => send(context.owner, await prepare(context)),
    }),
  ),
  ...accountOperations,
].map(row => ({
  ...row,
  perform: context => context.once(`section 4: ${row.row}`, () => row.perform(context)),
}))

const updates = rows.filter(({ method }) => method === 'PUT')
const deletions = rows.filter(({ method }) => method === 'DELETE')

/** ENV-02, ENV-03, ENV-10 and ENV-11 on every row of section 4 that they are about. */
export const envelopeChecks: readonly Check[] = [
  ...rows.map(({ id, row, options, perform }) =>
    check(`ENV-02.${id}`, `${row} answers with a JSON object`, options, async context => {
      const reply = await perform(context)

      holds(isObject(reply.body), `${row} must be answered with a JSON object, and was not`, {
        expected: 'a JSON object',
        actual: reply.body ?? reply.text,
        replies: [reply],
      })
    }),
  ),

  ...rows.map(({ id, row, options, perform }) =>
    check(`ENV-03.${id}`, `${row} answers with success = true`, options, async context => {
      const reply = await perform(context)

      holds(reply.ok, `${row} must be answered with "success": true, the JSON boolean`, {
        expected: true,
        actual: isObject(reply.body) ? reply.body.success : reply.text,
        replies: [reply],
      })
    }),
  ),

  ...updates.map(({ id, row, options, perform }) =>
    check(`ENV-10.${id}`, `the answer to ${row} holds only success`, options, async context => {
      const reply = await perform(context)

      onlySuccess(reply)
    }),
  ),

  ...deletions.map(({ id, row, options, perform }) =>
    check(`ENV-11.${id}`, `the answer to ${row} holds only success`, options, async context => {
      const reply = await perform(context)

      onlySuccess(reply)
    }),
  ),
]
