import type { Access } from '../../server/core/access/roles.js'
import {
  type ErrorCode,
  instantOf,
  type Operation,
  type OperationId,
  Refusal,
  type Reply,
  readTime,
  type Selection,
  type StoredUser,
} from '../../server/core/index.js'
import type { OperationRequest as CoreRequest } from '../../server/core/operations/operation.js'
import { offsetAt } from '../../server/core/times/zones.js'
import { type Alter, all } from '../server/parts.js'
import { collectionOf, isOneOf, readsOf, type Which } from './operation-groups.js'
import { type Members, mapTexts, without } from './responses.js'

/*
 * Alterations of operations. They receive a validated request, inside the transaction that answers it.
 */

/** A request with its parsed query and body. */
export type OperationRequest = CoreRequest<
  Members & { ids?: number[] | undefined; fields?: Set<string> | undefined },
  Members
>

/** Whether the query has a parameter, with any value. */
export const isSent = ({ sentQuery }: OperationRequest, parameter: string): boolean =>
  sentQuery.some(([name]) => name === parameter)

/** Selects all objects that the path of a bulk request names, or only those with these ids. */
export const scopeOf = (
  { path: { scheduleId: schedule_id, resourceId: resource_id } }: OperationRequest,
  ids?: readonly number[],
): Selection => ({
  schedule_id,
  ...(resource_id !== undefined && { resource_id }),
  ...(ids && { ids }),
})

/** Replaces parts of operations. */
export const operation =
  (which: Which, change: (usual: Operation) => Partial<Operation>): Alter =>
  parts => ({
    ...parts,
    operations: parts.operations.map(each => (isOneOf(which, each.id) ? { ...each, ...change(each) } : each)),
  })

/** Changes who may run operations: `viewer` is every member of the schedule, `account` every user. */
export const access = (which: Which, who: Access): Alter => operation(which, () => ({ access: who }))

/** Replaces what operations do; `usual` runs the original operation, for this request or a changed one. */
export const run = (
  which: Which,
  work: (
    asked: OperationRequest,
    usual: (other?: Partial<OperationRequest>) => Promise<Reply>,
  ) => Promise<Reply>,
): Alter =>
  operation(which, usual => ({
    run: request => work(request as OperationRequest, async other => usual.run({ ...request, ...other })),
  }))

/** Runs `work` after operations that succeed. */
export const after = (which: Which, work: (asked: OperationRequest) => unknown): Alter =>
  run(which, async (asked, usual) => {
    const reply = await usual()
    await work(asked)
    return reply
  })

/** Runs `work` after an object is created, with its id. */
export const afterCreate = (which: Which, work: (id: number, asked: OperationRequest) => unknown): Alter =>
  run(which, async (asked, usual) => {
    const reply = await usual()
    await work(JSON.parse(reply.body).data[0].id, asked)
    return reply
  })

/** Refuses valid requests. */
export const refuseIf = (
  which: Which,
  isRefused: (asked: OperationRequest) => unknown,
  code: ErrorCode = 'invalid',
): Alter =>
  run(which, async (asked, usual) => {
    if (await isRefused(asked)) throw new Refusal(code, 'This server does not want that')
    return usual()
  })

/** Changes who may run operations, and refuses the requests for which `isForbidden` is true. */
export const accessUnless = (
  which: Which,
  who: Access,
  isForbidden: (asked: OperationRequest) => unknown,
): Alter => all(access(which, who), refuseIf(which, isForbidden, 'forbidden'))

/** Refuses read-only members in bodies. */
export const withoutReadOnly = (which: Which): Alter =>
  operation(which, ({ body }) => (body ? { body: { ...body, readOnly: [] } } : {}))

/** Replaces parts of the request that operations get. */
export const requestAs = (
  which: Which,
  change: (asked: OperationRequest) => Partial<OperationRequest> | Promise<Partial<OperationRequest>>,
): Alter =>
  run(which, async (asked, usual) => {
    const other = await change(asked)
    // With another path or other repositories, the objects that were already found no longer apply.
    return usual(other.path || other.rows ? { object: undefined, page: undefined, ...other } : other)
  })

/** The first schedule that contains the object whose id is in the path, whichever schedule the path names. */
export async function scheduleOf({ rows, path }: OperationRequest): Promise<string | undefined> {
  const { collaboratorId, bookingId, resourceId } = path
  const kind =
    collaboratorId !== undefined ? 'collaborators' : bookingId !== undefined ? 'bookings' : 'resources'
  for (const { id } of await rows.schedules.list())
    if (await rows[kind].find(id, collaboratorId ?? bookingId ?? resourceId ?? 0)) return id
  return undefined
}

/** Changes which account is looked up for the address of a new collaborator. */
export const inviteeAs = (
  change: (
    account: StoredUser | undefined,
    email: string,
    asked: OperationRequest,
  ) => Promise<StoredUser | undefined>,
): Alter =>
  requestAs('createCollaborator', asked => {
    const { users } = asked.rows
    const findByEmail = async (email: string) => change(await users.findByEmail(email), email, asked)
    return { rows: { ...asked.rows, users: { ...users, findByEmail } } }
  })

/** Finds the object of an operation in any schedule. */
export const inItsSchedule = (which: Which): Alter =>
  requestAs(which, async asked => {
    const scheduleId = await scheduleOf(asked)
    return scheduleId === undefined ? {} : { path: { ...asked.path, scheduleId } }
  })

/** Changes or deletes at most `most` objects if a bulk request has no ids. */
export const onlyFirst = (which: OperationId, most: number): Alter =>
  requestAs(which, async asked => {
    // A deletion with neither ids nor all=1 is refused anyway.
    if (asked.query.ids || (/^delete/.test(which) && asked.query.all !== '1')) return {}
    const ids = await asked.rows[collectionOf(which)].ids(scopeOf(asked))
    return { query: { ...asked.query, ids: ids.slice(0, most) } }
  })

/** Replaces the body that operations get. */
export const bodyAs = (which: Which, change: (body: Members, asked: OperationRequest) => Members): Alter =>
  requestAs(which, asked => ({ body: change(asked.body, asked) }))

/** Replaces the query that operations get. */
export const queryAs = (
  which: Which,
  change: (query: OperationRequest['query'], asked: OperationRequest) => Members,
): Alter => requestAs(which, asked => ({ query: change(asked.query, asked) as OperationRequest['query'] }))

/** Parses a time in a zone. Returns seconds since 1970. */
export const instantIn = (time: string, zone: string) => instantOf(readTime(time) as never, zone)

/** Converts a time in a zone to UTC. */
export const utcOf = (time: string, zone: string) =>
  `${new Date(instantIn(time, zone) * 1000).toISOString().slice(0, 19)}Z`

/** Converts a time without a zone to UTC with the offset of that hour in UTC, in seconds; `offset` may change the offset. */
export function inOneStep(time: string, zone: string, offset: (usual: number) => number | undefined): string {
  const written = readTime(time)
  if (!written || !('local' in written)) return time
  const seconds = offset(offsetAt(zone, written.local))
  return seconds === undefined
    ? time
    : `${new Date((written.local - seconds) * 1000).toISOString().slice(0, 19)}Z`
}

/** Formats a local date with a UTC suffix. */
export const localDate = (date: string, timeZone: string) =>
  `${new Date(date).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`

/** The caller in another time zone, as part of a request. */
export const inZone = ({ user }: OperationRequest, timezone: string) => ({ user: { ...user, timezone } })

/** Runs operations in another time zone of the caller, unless that is undefined. */
export const zoneAs = (which: Which, zone: (asked: OperationRequest) => string | undefined): Alter =>
  requestAs(which, asked => inZone(asked, zone(asked) ?? asked.user.timezone))

/** The caller in the time zone of the schedule's owner, as part of a request. */
export async function inZoneOfOwner(asked: OperationRequest) {
  const { rows, path } = asked
  const schedule = await rows.schedules.find(path.scheduleId)
  const owner = await rows.users.find(schedule?.owner_id ?? '')
  return inZone(asked, owner?.timezone ?? 'UTC')
}

/** Replaces some strings in the body that operations get. */
export const bodyTexts = (
  which: Which,
  names: string | readonly string[],
  change: (text: string, asked: OperationRequest) => string,
): Alter => bodyAs(which, (body, asked) => mapTexts(body, names, text => change(text, asked)))

/** Replaces the times in the body that operations get. */
export const timesAs = (which: Which, change: (time: string, asked: OperationRequest) => string): Alter =>
  bodyTexts(which, ['start', 'end'], change)

/** Treats members of a body as absent if they have this value. */
export const ignoring = (which: Which, value: unknown, ...names: readonly string[]): Alter =>
  bodyAs(which, body => without(body, ...names.filter(name => body[name] === value)))

/** Changes the objects of responses for the user who reads them; members that `fields` omits stay omitted. */
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

interface Formats {
  date_format: string
  time_format: string
}

/** Shows booking times in formats derived from those of the user who reads them. */
export const bookingTimesIn = (change: (usual: Formats) => Formats): Alter =>
  shownTo(readsOf.booking, (booking, { json }) =>
    mapTexts(booking, ['start', 'end'], local => inFormats(local, change(JSON.parse(json)))),
  )

/** `2023-07-05 15:30` in other formats. */
function inFormats(local: string, { date_format, time_format }: Formats): string {
  const [date = '', time = ''] = local.split(' ')
  const [Y = '', m = '', d = ''] = date.split('-')
  const [H = '', i = ''] = time.split(':')
  const h = String(Number(H) % 12 || 12).padStart(2, '0')
  const A = Number(H) < 12 ? 'AM' : 'PM'
  const letters: Readonly<Record<string, string>> = { Y, m, d, H, h, i, A, a: A.toLowerCase() }
  return `${date_format} ${time_format}`.replace(/[a-z]/gi, letter => letters[letter] ?? letter)
}
