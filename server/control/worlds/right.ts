import type { Reply } from '../../core/index.js'
import {
  allObjects,
  asUsual,
  bodyOf,
  callBySame,
  inTurn,
  isOneOf,
  lists,
  type Members,
  membersOf,
  objects,
  paginations,
  queryOf,
  refusals,
  refusing,
  replies,
  successes,
  withBody,
  withJson,
  withQuery,
} from './alterations.js'
import type { Manner, Visit, World } from './world.js'

const right = <const Name extends string>(name: Name, title: string, because: string, manner: Manner) => ({
  ...{ name, title, because, kind: 'right' as const },
  begin: () => manner,
})

const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]) => [name, sorted(item)]))
}

const inAscii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const colours = ['color_fg', 'color_bk', 'color_schedule']
const dates = ['updated_at', 'created_at']

/** Alters some texts of an object. */
const textsOf = (object: Members, names: readonly string[], alter: (text: string) => string): Members =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? alter(value) : value,
    ]),
  )

/** Answers lists in another order: the whole list is read, sorted and cut to the page. */
const ordered =
  (compare: (one: Members, other: Members) => number): Manner =>
  async ({ call, usual, operation }) => {
    const reply = await usual(call)
    const page = membersOf(reply)
    if (!page || !isOneOf(lists, operation)) return reply
    const all = membersOf(await usual(withQuery(call, { limit: '0', offset: undefined, fields: undefined })))
    if (!all) return reply
    const { limit, offset } = page.pagination as { limit: number; offset: number }
    const fields = queryOf(call).get('fields')?.split(',')
    const data = (all.data as Members[])
      .sort(compare)
      .slice(offset, limit === 0 ? undefined : offset + limit)
      .map(object =>
        fields
          ? Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name)))
          : object,
      )
    return withJson(reply, { ...page, data })
  }

const byContent = ({ name, start_utc, email, id }: Members) => `${name ?? start_utc ?? email} ${id}`

/** Ids of bookings as they are shown: beyond 32 bits, with gaps. */
const shownId = (id: number) => 7_000_000_000 + id * 1_337
const keptId = (id: number) => (id - 7_000_000_000) / 1_337

const largeIds: Manner = async ({ call, usual, operation }) => {
  if (!/Booking/.test(operation ?? '')) return usual(call)
  const keep = (digits: string) => String(Math.max(0, Math.floor(keptId(Number(digits)))))
  const target = call.target
    .replace(/(\/bookings\/)(\d+)/, (_, path, digits) => path + keep(digits))
    .replace(/([?&]ids=)([^&]+)/, (_, name, list) => name + decodeURIComponent(list).replace(/\d+/g, keep))
  const reply = await usual({ ...call, target })
  const members = membersOf(reply)
  if (!members?.data) return reply
  const show = (object: Members) => ('id' in object ? { ...object, id: shownId(Number(object.id)) } : object)
  const { data, pagination } = members
  const shown = { ...members, data: Array.isArray(data) ? data.map(show) : show(data as Members) }
  const { location } = reply.headers
  // The links of a page repeat the ids that were asked for.
  const ids = queryOf(call).get('ids')
  const links =
    ids === null
      ? {}
      : { pagination: JSON.parse(JSON.stringify(pagination).replace(/ids=[\d,]+/g, `ids=${ids}`)) }
  return withHeaders(
    withJson(reply, { ...shown, ...links }),
    location === undefined ? {} : { location: location.replace(/\d+$/, id => String(shownId(Number(id)))) },
  )
}

/** Whether two bookings overlap; texts of instants in UTC compare like these. */
const overlap = (one: Members, other: Members) =>
  one.id !== other.id &&
  String(one.start_utc) < String(other.end_utc) &&
  String(other.start_utc) < String(one.end_utc)

/** Takes a new booking back that overlaps another one of its resource. */
async function withoutOverlap({ call, usual, operation }: Visit): Promise<Reply> {
  const reply = await usual(call)
  if (operation !== 'createBooking' || reply.status !== 201) return reply
  const path = call.target.split('?')[0]
  const [{ id = 0 } = {}] = (membersOf(reply)?.data ?? []) as Members[]
  const created = membersOf(await usual(callBySame(call, 'GET', `${path}/${id}`)))?.data as Members
  const others = membersOf(
    await usual(
      callBySame(
        call,
        'GET',
        path?.replace(/bookings$/, `resources/${created.resource_id}/bookings?limit=0`) ?? '',
      ),
    ),
  )?.data as Members[]
  if (!others.some(other => overlap(created, other))) return reply
  await usual(callBySame(call, 'DELETE', `${path}/${id}`))
  return refusing(422, 'invalid', 'The resource is taken at that time')
}

const most = 100

/** Services that obey every sentence of the document. */
export const rightWorlds = [
  right(
    'newest-first',
    'lists the newest objects first',
    'section 2.5 names no order of a list',
    ordered((one, other) => Number(other.id) - Number(one.id)),
  ),
  right(
    'ordered-by-content',
    'lists resources by name, bookings by start and collaborators by address',
    'section 2.5 names no order of a list',
    ordered((one, other) => (byContent(one) < byContent(other) ? -1 : 1)),
  ),
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
    'more-beside-data',
    'adds members next to data in responses to reads',
    'section 1 forbids nothing more',
    successes((members, { call }) => (call.method === 'GET' ? { meta: { took: 3 }, ...members } : members)),
  ),
  right(
    'members-sorted',
    'writes members in alphabetical order',
    'the members of a JSON object have no order',
    successes(sorted),
  ),
  right(
    'answers-in-ascii',
    'escapes in JSON whatever is not ASCII, and slashes',
    'JSON permits it',
    replies(reply =>
      reply.body.startsWith('{') ? { ...reply, body: inAscii(reply.body.replaceAll('/', '\\/')) } : reply,
    ),
  ),
  right(
    'media-type-of-its-own',
    'calls its answers application/vnd.schedule+json',
    'section 1 says JSON, and names no media type',
    replies(reply =>
      /json/.test(reply.headers['content-type'] ?? '')
        ? withHeaders(reply, { 'content-type': 'application/vnd.schedule+json' })
        : reply,
    ),
  ),
  right(
    'more-headers',
    'sends headers of its own, among them a cookie',
    'the document names no header of a response',
    replies(reply =>
      withHeaders(reply, {
        'set-cookie': 'visitor=1; Path=/; HttpOnly',
        vary: 'Accept-Encoding',
        'x-served-by': 'edge-7',
        'strict-transport-security': 'max-age=60',
      }),
    ),
  ),
  right(
    'no-other-headers',
    'sends no header but the media type, not even Location or RateLimit',
    'the document names no header of a response',
    replies(reply => ({
      ...reply,
      headers: { 'content-type': reply.headers['content-type'] ?? 'application/json' },
    })),
  ),
  right(
    'creates-with-200',
    'answers creates with the status 200 and without a Location',
    'section 7 names no status',
    replies(reply => {
      if (reply.status !== 201) return reply
      const { location: _, ...headers } = reply.headers
      return { ...reply, status: 200, headers }
    }),
  ),
  right(
    'writes-with-202',
    'answers updates and deletions with the status 202',
    'section 7 names no status',
    replies((reply, { call }) =>
      reply.status === 200 && /^(?:PUT|DELETE)$/.test(call.method) ? { ...reply, status: 202 } : reply,
    ),
  ),
  right(
    'refusals-all-400',
    'answers every refusal with the status 400',
    'section 7 names no status',
    refusals(reply => ({ ...reply, status: 400 })),
  ),
  right(
    'refusals-in-other-words',
    'lists what is wrong under errors',
    'section 7 leaves the body of a refusal open',
    refusals(reply => withJson(reply, { errors: [{ title: 'No' }], success: false, data: null })),
  ),
  right(
    'refusals-in-german',
    'explains refusals in another language, without codes and details',
    'section 7 leaves the text of a refusal open',
    refusals(reply => withJson(reply, { success: false, error: { message: 'Das geht leider nicht.' } })),
  ),
  right(
    'strangers-403',
    'answers 403 where something is not there, or is not for the caller',
    'section 7 names no status',
    refusals(reply => (reply.status === 404 ? { ...reply, status: 403 } : reply)),
  ),
  right(
    'last-page-full',
    'has the link last lead to as many objects as the limit says',
    'section 2.5 does not say where the last page begins',
    paginations(({ limit, total_count, links }) => {
      const last = new URL(links.last)
      if (limit > 0) last.searchParams.set('offset', String(Math.max(0, total_count - limit)))
      return { links: { ...links, last: last.href } }
    }),
  ),
  right(
    'links-self-and-prev',
    'has links to the page itself and to the one before it',
    'section 2.5 forbids no other links',
    paginations(({ limit, offset, links }) => {
      const at = (start: number) => {
        const url = new URL(links.first)
        url.searchParams.set('offset', String(start))
        return url.href
      }
      return { links: { self: at(offset), prev: at(Math.max(0, offset - limit)), ...links } }
    }),
  ),
  right(
    'links-sorted',
    'sorts the parameters in its links',
    'section 2.5 names no order of parameters',
    paginations(({ links }) => ({
      links: Object.fromEntries(
        Object.entries(links).map(([name, link]) => {
          const url = new URL(link)
          url.searchParams.sort()
          return [name, url.href]
        }),
      ),
    })),
  ),
  right(
    'pagination-has-more',
    'tells more in pagination',
    'section 2.5 forbids nothing more',
    paginations(({ links }) => ({ has_more: links.next !== undefined, pages: 3 })),
  ),
  right(
    'limit-capped',
    `returns ${most} objects at most where a limit is given`,
    'section 8 leaves the upper bound of a limit open; the links lead to the rest',
    visit => {
      const { call, usual, operation } = visit
      const limit = queryOf(call).get('limit')
      const isHigh = Number(limit) > most
      return isOneOf(lists, operation) && isHigh
        ? usual(withQuery(call, { limit: String(most) }))
        : asUsual(visit)
    },
  ),
  right(
    'limit-0-shown-as-total',
    'says in pagination how many objects limit=0 was',
    'section 2.5 does not say how a limit of 0 is shown',
    paginations(({ limit, total_count }) => ({ limit: limit || total_count })),
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
    'colours-in-capitals',
    'shows colours in capitals',
    'section 2 gives #RRGGBB a meaning without regard to letter case',
    allObjects(object => textsOf(object, colours, colour => colour.toUpperCase())),
  ),
  right(
    'colours-in-small-letters',
    'shows colours in small letters',
    'section 2 gives #RRGGBB a meaning without regard to letter case',
    allObjects(object => textsOf(object, colours, colour => colour.toLowerCase())),
  ),
  right(
    'texts-trimmed',
    'removes blanks around every text that is written',
    'the document does not say that blanks are kept',
    visit => {
      const { call, usual } = visit
      const members = bodyOf(call)
      if (!members) return usual(call)
      const names = Object.keys(members).filter(name => name !== 'new_password')
      return usual(
        withBody(
          call,
          textsOf(members, names, text => text.trim()),
        ),
      )
    },
  ),
  right(
    'overlaps-refused',
    'refuses a new booking where the resource has one at that time',
    'section 2.2 says nothing about bookings that overlap',
    withoutOverlap,
  ),
] as const satisfies readonly World[]
