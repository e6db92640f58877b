import type { OperationId } from '../../server/core/index.js'
import { bookingLists, isOneOf, lists, readsOf, singleReads } from '../alter/operation-groups.js'
import { inZoneOfOwner, isSent, queryAs, requestAs, shownTo, utcOf, zoneAs } from '../alter/requests.js'
import { dataAs, type Members, mapTexts, objectTexts, pagination, without } from '../alter/responses.js'
import { optionalOf, resets, shownOf, textsOf } from './members.js'
import { across, along, kindOf, type Mistake, through } from './mistake.js'

/*
 * Mistakes in reads and lists: one of them treats a parameter, a member or a page differently from the others.
 */

const reads = [...lists, ...singleReads, 'readMe'] as const
/** The operations that accept `fields`. */
const withFields = [...lists, ...singleReads] as const

const parametersOf = (operation: OperationId) => [
  ...(operation.startsWith('list') ? ['limit', 'offset', 'ids', 'fields'] : ['fields']),
  ...(isOneOf(bookingLists, operation) ? ['time_min', 'time_max'] : []),
]

/** Removes a parameter from a query, so that its default applies. */
const ignoring = (query: Members, parameter: string): Members => {
  const defaults: Members = { limit: 20, offset: 0 }
  return parameter in defaults ? { ...query, [parameter]: defaults[parameter] } : without(query, parameter)
}

const each = (data: Members | Members[], change: (object: Members) => Members) =>
  Array.isArray(data) ? data.map(change) : change(data)

/** How servers distort a text when they show it. */
const shown: Readonly<Record<string, (text: string) => string>> = {
  escaped: text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'cut at 80 characters': text => [...text].slice(0, 80).join(''),
  'in one line': text => text.replace(/\s*\n\s*/g, ' '),
}

/** Only notes have several lines, and a first name has at most 50 characters. */
const howShown = (member: string) =>
  Object.keys(shown).filter(how =>
    how === 'in one line' ? member === 'note' : how === 'escaped' || member !== 'firstname',
  )

/** How a list misreads `limit`. */
const limits: Readonly<Record<string, (limit: number) => number>> = {
  '0 as the default': limit => limit || 20,
  '0 as 100': limit => limit || 100,
  'at most 24': limit => (limit === 0 ? 0 : Math.min(limit, 24)),
  'at least 5': limit => (limit === 0 ? 0 : Math.max(limit, 5)),
}

/** Numbers that `total_count` may contain instead of the number of matching objects. */
const totals: Readonly<
  Record<string, (usual: { page_count: number; total_count: number; offset: number }) => number>
> = {
  'the page': ({ page_count }) => page_count,
  'from the offset on': ({ total_count, offset }) => Math.max(0, total_count - offset),
  'one too many after an offset': ({ total_count, offset }) => total_count + (offset > 0 ? 1 : 0),
}

export const readMistakes: readonly Mistake[] = [
  {
    name: 'parameter-ignored',
    title: 'ignores a parameter of a list',
    along: ['operation', 'parameter'],
    cells: across(withFields, parametersOf, (operation, parameter) =>
      queryAs(operation, query => ignoring(query, parameter)),
    ),
  },
  {
    name: 'parameter-dropped',
    title: 'ignores a parameter of a list if another one is sent, too',
    along: ['operation', 'parameter', 'other'],
    cells: through(
      lists,
      parametersOf,
      (parameter, operation) => parametersOf(operation).filter(other => other !== parameter),
      (operation, parameter, other) =>
        queryAs(operation, (query, asked) => (isSent(asked, other) ? ignoring(query, parameter) : query)),
    ),
  },
  {
    name: 'limit',
    title: 'misreads limit',
    along: ['operation', 'limit'],
    cells: across(lists, Object.keys(limits), (operation, how) =>
      queryAs(operation, query => ({ ...query, limit: limits[how]?.(Number(query.limit)) })),
    ),
  },
  {
    name: 'default-limit',
    title: 'returns 25 objects if no limit is sent',
    along: ['operation'],
    cells: along(lists, operation =>
      queryAs(operation, (query, asked) => (isSent(asked, 'limit') ? query : { ...query, limit: 25 })),
    ),
  },
  {
    name: 'total',
    title: 'counts something else in total_count',
    along: ['operation', 'part'],
    cells: across(lists, Object.keys(totals), (operation, part) =>
      pagination(operation, usual => ({ total_count: totals[part]?.(usual) })),
    ),
  },
  {
    name: 'field-omitted',
    title: 'omits a member that fields names',
    along: ['operation', 'member'],
    cells: across(
      withFields,
      operation => shownOf(kindOf(operation)),
      (operation, member) =>
        dataAs(operation, (data: Members | Members[], { query }) =>
          query.has('fields') ? each(data, object => without(object, member)) : data,
        ),
    ),
  },
  {
    name: 'field-added',
    title: 'adds the id if fields does not name it',
    along: ['operation'],
    cells: along(withFields, operation =>
      dataAs(operation, (data: Members | Members[], { query }) =>
        query.has('fields') ? each(data, object => ({ id: 1, ...object })) : data,
      ),
    ),
  },
  {
    name: 'shown',
    title: 'distorts a text when it is shown',
    along: ['operation', 'member', 'text'],
    cells: through(
      reads,
      operation => textsOf(kindOf(operation)).map(([member]) => member),
      howShown,
      (operation, member, how) => objectTexts(operation, member, text => shown[how]?.(text) ?? text),
    ),
  },
  {
    name: 'unset-omitted',
    title: 'omits a member that is not set',
    along: ['operation', 'member'],
    cells: across(
      withFields,
      operation => optionalOf(kindOf(operation)).filter(member => member !== 'user_role'),
      (operation, member) =>
        dataAs(operation, (data: Members | Members[]) =>
          each(data, object =>
            object[member] === (resets[member] ?? '') ? without(object, member) : object,
          ),
        ),
    ),
  },
  {
    name: 'zone-of-reader',
    title: 'shows times in another zone than that of the caller',
    along: ['operation', 'zone'],
    cells: across(readsOf.booking, ['UTC', 'that of the owner'], (operation, zone) =>
      zone === 'UTC' ? zoneAs(operation, () => 'UTC') : requestAs(operation, inZoneOfOwner),
    ),
  },
  {
    name: 'form-of-times',
    title: 'shows times in another form',
    along: ['operation', 'form'],
    cells: across(readsOf.booking, ['with T', 'with seconds', 'in UTC'], (operation, form) =>
      shownTo(operation, (booking, user) =>
        mapTexts(booking, ['start', 'end'], time =>
          form === 'with T'
            ? time.replace(' ', 'T')
            : form === 'in UTC'
              ? utcOf(time, user.timezone)
              : `${time}:00`,
        ),
      ),
    ),
  },
  {
    name: 'filter-edge',
    title: 'moves a filter by a second',
    along: ['operation', 'filter'],
    cells: across(bookingLists, ['time_min', 'time_max'], (operation, filter) =>
      queryAs(operation, query =>
        query[filter] === undefined ? query : { ...query, [filter]: laterBy(query[filter], 1) },
      ),
    ),
  },
]

/** Adds seconds to a time of a query. */
const laterBy = (time: unknown, seconds: number) =>
  Object.fromEntries(
    Object.entries(time as object).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + seconds : value,
    ]),
  )
