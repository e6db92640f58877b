import type { Access } from '../../server/core/access.js'
import {
  type ErrorCode,
  type Operation,
  Refusal,
  type Reply,
  type StoredUser,
} from '../../server/core/index.js'
import type { OperationRequest as CoreRequest } from '../../server/core/operation.js'
import type { Alter } from '../server/parts.js'
import { isOneOf, type Which } from './operation-groups.js'
import { mapTexts, without } from './responses.js'

/*
 * Alterations of the table of operations. What they are given is a request that has passed every check, within the
 * transaction that answers it.
 */

/** A JSON object. */
export type Members = Record<string, unknown>

/** A request as alterations see it: its query and its body by their members. */
export type OperationRequest = CoreRequest<
  Members & { ids?: number[] | undefined; fields?: Set<string> | undefined },
  Members
>

/** Replaces parts of operations. */
export const operation =
  (which: Which, change: (usual: Operation) => Partial<Operation>): Alter =>
  parts => ({
    ...parts,
    operations: parts.operations.map(each => (isOneOf(which, each.id) ? { ...each, ...change(each) } : each)),
  })

/** Lets others run operations: `viewer` is everybody with a part in the schedule, `account` the whole world. */
export const access = (which: Which, who: Access): Alter => operation(which, () => ({ access: who }))

/** Replaces what operations do; `usual` does what they did, for the same request or another one. */
export const run = (
  which: Which,
  work: (
    asked: OperationRequest,
    usual: (other?: Partial<OperationRequest>) => Promise<Reply>,
  ) => Promise<Reply>,
): Alter =>
  operation(which, usual => ({
    run: request => work(request as OperationRequest, other => usual.run({ ...request, ...other })),
  }))

/** Does more once operations have succeeded. */
export const after = (which: Which, work: (asked: OperationRequest) => unknown): Alter =>
  run(which, async (asked, usual) => {
    const reply = await usual()
    await work(asked)
    return reply
  })

/** Refuses requests that are right. */
export const refuseIf = (
  which: Which,
  isRefused: (asked: OperationRequest) => unknown,
  code: ErrorCode = 'invalid',
): Alter =>
  run(which, async (asked, usual) => {
    if (await isRefused(asked)) throw new Refusal(code, 'This server does not want that')
    return usual()
  })

/** Has operations take a request for another one: some of its parts are replaced. */
export const requestAs = (
  which: Which,
  change: (asked: OperationRequest) => Partial<OperationRequest> | Promise<Partial<OperationRequest>>,
): Alter => run(which, async (asked, usual) => usual(await change(asked)))

/** Has operations take the members of a body for others. */
export const bodyAs = (which: Which, change: (body: Members, asked: OperationRequest) => Members): Alter =>
  requestAs(which, asked => ({ body: change(asked.body, asked) }))

/** Has operations take the parameters of a query for others. */
export const queryAs = (
  which: Which,
  change: (query: OperationRequest['query'], asked: OperationRequest) => Members,
): Alter => requestAs(which, asked => ({ query: change(asked.query, asked) as OperationRequest['query'] }))

/** A request as if the caller were in another time zone. */
export const inZone = ({ user }: OperationRequest, timezone: string) => ({ user: { ...user, timezone } })

/** A request as if the caller were where the owner of the schedule is. */
export async function inZoneOfOwner(asked: OperationRequest) {
  const { rows, path } = asked
  const schedule = await rows.schedules.find(path.scheduleId)
  const owner = await rows.users.find(schedule?.owner_id ?? '')
  return inZone(asked, owner?.timezone ?? 'UTC')
}

/** Has the times of bodies taken for others. */
export const timesAs = (
  which: Which,
  change: (time: string, asked: OperationRequest, name: 'start' | 'end') => string,
): Alter =>
  bodyAs(which, (body, asked) =>
    mapTexts(body, ['start', 'end'], (time, name) => change(time, asked, name as 'start' | 'end')),
  )

/** Changes what the reader is shown, knowing the reader; members that `fields` leaves out stay out. */
export const shownTo = (which: Which, change: (object: Members, user: StoredUser) => Members): Alter =>
  run(which, async ({ user }, usual) => {
    const answer = await usual()
    const { data, ...rest } = JSON.parse(answer.body)
    const changed = (object: Members) => {
      const members = change(object, user)
      return without(members, ...Object.keys(members).filter(name => !(name in object)))
    }
    const shown = Array.isArray(data) ? data.map(changed) : changed(data)
    return { ...answer, body: JSON.stringify({ ...rest, data: shown }) }
  })
