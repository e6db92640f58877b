import type { Reply } from '../../core/index.js'
import {
  allObjects,
  bodyOf,
  callBySame,
  inTurn,
  type Members,
  membersOf,
  objects,
  queryOf,
  refusing,
  successes,
  withBody,
  withHeaders,
  withJson,
} from './alterations.js'
import { type Manner, right, type Visit, type World } from './world.js'

const colours = ['color_fg', 'color_bk', 'color_schedule']
const dates = ['updated_at', 'created_at']

/** Alters certain texts of an object. */
const textsOf = (object: Members, names: readonly string[], alter: (text: string) => string): Members =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? alter(value) : value,
    ]),
  )

/** Maps booking ids to the ids shown: beyond 32 bits, with gaps. */
const shownId = (id: number) => 7_000_000_000 + id * 1_337
const keptId = (id: number) => (id - 7_000_000_000) / 1_337

const largeIds: Manner = async ({ call, usual, operation }) => {
  if (!/Booking/.test(operation ?? '')) return usual(call)
  // Numbers between the ids shown do not belong to any object.
  const keep = (digits: string) => {
    const id = keptId(Number(digits))
    return String(Number.isInteger(id) && id > 0 ? id : 0)
  }
  // Text that cannot be decoded is left as it is.
  const listed = queryOf(call).get('ids') ?? ''
  const target = call.target
    .replace(/(\/bookings\/)(\d+)/, (_, path, digits) => path + keep(digits))
    .replace(/([?&]ids=)[^&]+/, (_, name) => name + listed.replace(/\d+/g, keep))
  const reply = await usual({ ...call, target })
  const members = membersOf(reply)
  if (!members?.data) return reply
  const show = (object: Members) => ('id' in object ? { ...object, id: shownId(Number(object.id)) } : object)
  const { data, pagination } = members
  const shown = { ...members, data: Array.isArray(data) ? data.map(show) : show(data as Members) }
  const { location } = reply.headers
  // The links of a page repeat the requested ids.
  const ids = queryOf(call).get('ids')
  const links =
    ids === null
      ? {}
      : { pagination: JSON.parse(JSON.stringify(pagination).replace(/ids=(?:\d|,|%2C)+/g, `ids=${ids}`)) }
  return withHeaders(
    withJson(reply, { ...shown, ...links }),
    location === undefined ? {} : { location: location.replace(/\d+$/, id => String(shownId(Number(id)))) },
  )
}

/** Whether two bookings overlap; UTC timestamps compare as strings. */
const overlap = (one: Members, other: Members) =>
  one.id !== other.id &&
  String(one.start_utc) < String(other.end_utc) &&
  String(other.start_utc) < String(one.end_utc)

/** Deletes a new booking again if it overlaps another one of its resource. */
async function withoutOverlap({ call, usual, operation }: Visit): Promise<Reply> {
  const reply = await usual(call)
  if (operation !== 'createBooking' || reply.status !== 201) return reply
  const path = call.target.split('?')[0]
  const [{ id = 0 } = {}] = (membersOf(reply)?.data ?? []) as Members[]
  const created = membersOf(await usual(callBySame(call, 'GET', `${path}/${id}`)))?.data as
    | Members
    | undefined
  const ofResource = path?.replace(/bookings$/, `resources/${created?.resource_id}/bookings?limit=0`) ?? ''
  const others = membersOf(await usual(callBySame(call, 'GET', ofResource)))?.data as Members[] | undefined
  // Another request may have deleted the booking or the resource since.
  if (!created || !others?.some(other => overlap(created, other))) return reply
  await usual(callBySame(call, 'DELETE', `${path}/${id}`))
  return refusing(422, 'invalid', 'The resource is taken at that time')
}

/** Refuses some calls because of their bodies. */
const refusingBodies =
  (
    message: string,
    isMeant: (members: Members) => boolean,
    operations = /^(?:create|change)Booking/,
  ): Manner =>
  visit => {
    const members = operations.test(visit.operation ?? '') ? bodyOf(visit.call) : undefined
    const isRefused = members !== undefined && isMeant(members)
    return isRefused ? refusing(422, 'invalid', message) : visit.usual(visit.call)
  }

/** Alters the bodies of some writes. */
const bodies =
  (operations: RegExp, alter: (members: Members) => Members): Manner =>
  ({ call, usual, operation }) => {
    const members = operations.test(operation ?? '') ? bodyOf(call) : undefined
    return usual(members ? withBody(call, alter(members)) : call)
  }

const readOnly = ['id', 'schedule_id', 'start_utc', 'end_utc', 'created_at', 'updated_at']
const localTime = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

/** Whether a time without a zone is midnight; for times with a zone, only the service knows. */
const isMidnight = (time: unknown) =>
  time === undefined ||
  !/[ T]\d\d:\d\d(?::\d\d)?$/.test(String(time)) ||
  /[ T]00:00(?::00)?$/.test(String(time))

/** Refuses to delete resources that have bookings. */
async function keepingBooked({ call, usual, operation }: Visit): Promise<Reply> {
  if (operation !== 'deleteResource') return usual(call)
  const bookings = membersOf(
    await usual(callBySame(call, 'GET', `${call.target.split('?')[0]}/bookings?limit=1`)),
  )
  const { total_count = 0 } = (bookings?.pagination ?? {}) as { total_count?: number }
  return total_count > 0 ? refusing(409, 'invalid', 'The resource has bookings') : usual(call)
}

/** Choices about ids and values (section 2). */
export const objectWorlds = [
  right(
    'ids-as-large-numbers',
    'gives bookings ids above 2^31, far apart',
    'section 2 says integer, without a bound',
    largeIds,
  ),
  right(
    'collaborator-id-as-string',
    'answers the create of a collaborator with its id as a string',
    'section 2.3 permits both',
    successes((members, { operation }) =>
      operation === 'createCollaborator'
        ? { ...members, data: (members.data as Members[]).map(({ id }) => ({ id: String(id) })) }
        : members,
    ),
  ),
  right(
    'profile-completed-as-number',
    'reads profile_completed as 1 or 0',
    'section 2.4 permits both',
    objects('user', object => ({ ...object, profile_completed: Number(object.profile_completed) })),
  ),
  right(
    'more-members',
    'shows members that the document does not name',
    'section 2 lists what an object has, and forbids nothing more',
    inTurn(
      objects('resource', object => ({ ...object, capacity: 12, tags: [] })),
      objects('booking', object => ({ ...object, status: 'confirmed', duration: null })),
      objects('collaborator', object => ({ ...object, accepted: true })),
      objects('user', object => ({ ...object, avatar: null, roles: ['user'] })),
    ),
  ),
  right(
    'dates-without-fractions',
    'shows created_at and updated_at to the second, with an offset of zero',
    'section 2 says ISO 8601 and names no form of it',
    allObjects(object => textsOf(object, dates, date => date.replace(/\.\d+Z$/, '+00:00'))),
  ),
  right(
    'dates-to-the-minute',
    'shows created_at and updated_at to the minute',
    'section 2 says ISO 8601 and names no precision',
    allObjects(object => textsOf(object, dates, date => `${date.slice(0, 16)}Z`)),
  ),
  right(
    'dates-with-microseconds',
    'shows created_at and updated_at to the microsecond',
    'section 2 says ISO 8601 and names no precision',
    allObjects(object => textsOf(object, dates, date => date.replace(/(\.\d{3})?Z$/, '$1000Z'))),
  ),
  right(
    'end-utc-with-an-offset',
    'shows end_utc with an offset of zero',
    'section 2.2 asks only start_utc to end with Z',
    objects('booking', object => textsOf(object, ['end_utc'], text => text.replace(/Z$/, '+00:00'))),
  ),
  right(
    'colours-in-capitals',
    'shows colours in capitals',
    'section 2 gives #RRGGBB a meaning without regard to letter case',
    allObjects(object => textsOf(object, colours, colour => colour.toUpperCase())),
  ),
  right(
    'colours-in-small-letters',
    'shows colours in lower case',
    'section 2 gives #RRGGBB a meaning without regard to letter case',
    allObjects(object => textsOf(object, colours, colour => colour.toLowerCase())),
  ),
  right(
    'texts-trimmed',
    'removes blanks around every text that is written',
    'the document does not say that blanks are kept',
    bodies(/./, members => {
      const names = Object.keys(members).filter(name => name !== 'new_password')
      return textsOf(members, names, text => text.trim())
    }),
  ),
  right(
    'addresses-in-small-letters',
    'keeps the addresses of collaborators in lower case',
    'section 2.3 leaves open whether letter case matters',
    bodies(/^createCollaborator$/, members => textsOf(members, ['email'], text => text.toLowerCase())),
  ),
  right(
    'all-day-dropped-away-from-midnight',
    'takes all_day_display for false where start or end is not at 0:00',
    'section 2.2 says where it applies, and not what becomes of it elsewhere',
    bodies(/^(?:create|change)Booking/, members =>
      members.all_day_display === true && !(isMidnight(members.start) && isMidnight(members.end))
        ? { ...members, all_day_display: false }
        : members,
    ),
  ),
  right(
    'read-only-members-refused',
    'refuses members in bodies that only the service sets',
    'section 2 leaves open whether a field without W is refused',
    refusingBodies(
      'The body has a member that only the service sets',
      members => readOnly.some(name => name in members),
      /^(?:create|change)(?:Booking|Resource|Me$)/,
    ),
  ),
  right(
    'empty-changes-refused',
    'refuses changes of nothing',
    'section 4 says which properties a change may have, and not that it may have none',
    refusingBodies(
      'The body has no property to change',
      members => Object.keys(members).length === 0,
      /^change/,
    ),
  ),
  right(
    'backward-bookings-refused',
    'refuses bookings that end before they start',
    'section 2.2 leaves an end before the start open',
    refusingBodies('A booking must not end before it starts', ({ start, end }) =>
      [start, end].every(time => localTime.test(String(time))) ? String(end) < String(start) : false,
    ),
  ),
  right(
    'bulk-all-with-ids-refused',
    'refuses a bulk deletion with both all=1 and ids',
    'section 4 does not say which of them counts',
    visit => {
      const query = queryOf(visit.call)
      const hasBoth = visit.call.method === 'DELETE' && query.get('all') === '1' && query.has('ids')
      return hasBoth ? refusing(400, 'bad_query', 'Send all=1 or ids, not both') : visit.usual(visit.call)
    },
  ),
  right(
    'instants-with-fractions',
    'shows start_utc and end_utc with fractions of a second',
    'section 2.2 says ISO 8601 and names no precision',
    objects('booking', object =>
      textsOf(object, ['start_utc', 'end_utc'], text => text.replace(/(?<!\.\d+)Z$/, '.000Z')),
    ),
  ),
  right(
    'empty-bookings-refused',
    'refuses bookings that end when they start',
    'section 2.2 says nothing about bookings without a duration',
    refusingBodies('A booking must not be empty', ({ start, end }) => start !== undefined && start === end),
  ),
  right(
    'all-day-refused-away-from-midnight',
    'refuses all_day_display where start or end is not at 0:00',
    'section 2.2 says where it applies, and not what becomes of it elsewhere',
    refusingBodies(
      'all_day_display needs times at 0:00',
      ({ all_day_display, start, end }) =>
        all_day_display === true && !(isMidnight(start) && isMidnight(end)),
    ),
  ),
  right(
    'resource-with-bookings-stays',
    'refuses to delete a resource that has bookings',
    'section 4.1 does not say what becomes of the bookings',
    keepingBooked,
  ),
  right('no-fields-on-me', 'accepts no fields for the user', 'section 4.4 shows no query for it', visit =>
    visit.operation === 'readMe' && queryOf(visit.call).has('fields')
      ? refusing(400, 'bad_query', 'fields is not a known query parameter')
      : visit.usual(visit.call),
  ),
  right(
    'overlaps-refused',
    'refuses a new booking where the resource has one at that time',
    'section 2.2 says nothing about bookings that overlap',
    withoutOverlap,
  ),
] as const satisfies readonly World[]
