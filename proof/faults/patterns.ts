import { z } from 'zod'
import type { OperationId } from '../../server/core/index.js'
import { bulkDeletes, bulkPuts, collectionOf, lists, readsOf, writesOf } from '../alter/operation-groups.js'
import { inviteeAs, refuseIf, requestAs, scopeOf } from '../alter/requests.js'
import { callAs } from '../alter/responses.js'
import { query } from '../alter/schemas.js'
import { collection, everything } from '../alter/stored.js'
import { all } from '../server/parts.js'
import { type Fault, fault } from './fault.js'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text matches a LIKE pattern, in which % matches any text and _ one character. */
const isLike = (text: string, pattern: string) =>
  new RegExp(`^${escaped(pattern).replaceAll('%', '.*').replaceAll('_', '.')}$`, 'is').test(text)

/** Whether a text matches a glob pattern. */
const isGlob = (text: string, pattern: string) =>
  new RegExp(`^${escaped(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, 's').test(text)

const isRegex = (text: string, pattern: string) => {
  try {
    return new RegExp(`^${pattern}$`).test(text)
  } catch {
    return false
  }
}

/** Refuses a name that matches another name of the schedule as a pattern. */
const namesBy = (
  which: 'createResource' | 'changeResource' | 'changeResources',
  matches: (text: string, pattern: string) => boolean,
) =>
  refuseIf(which, async ({ rows, path, body: { name } }) => {
    if (typeof name !== 'string') return false
    const kept = await rows.resources.list({ schedule_id: path.scheduleId }, everything)
    return kept.map(({ json }) => JSON.parse(json).name).some(other => other !== name && matches(other, name))
  })

type Users = Parameters<Parameters<typeof collection<'users'>>[1]>[0]

/** The account with an address or, if there is none, the first whose address matches it as a pattern. */
const accountLike = async (users: Users, email: string) =>
  (await users.findByEmail(email)) ??
  (/[%_]/.test(email) ? (await users.list()).find(account => isLike(account.email, email)) : undefined)

/** The ids of a query, unparsed. */
class Patterns extends Array<number> {
  readonly sent: readonly string[] = []
}

const idsAsSent = z.string().transform(text => Object.assign(new Patterns(), { sent: text.split(',') }))

/** Treats the ids of an operation as patterns. */
const idsLike = (which: OperationId) =>
  all(
    query(which, { ids: idsAsSent }),
    requestAs(which, async asked => {
      const { ids } = asked.query
      if (!(ids instanceof Patterns)) return {}
      const known = await asked.rows[collectionOf(which)].ids(scopeOf(asked))
      const found = known.filter(id => ids.sent.some(pattern => isLike(String(id), pattern)))
      return { query: { ...asked.query, ids: found } }
    }),
  )

const memberNames =
  'id schedule_id name description color_fg color_bk title email user_role link note created_at'.split(' ')

const fieldsLike = z.string().transform(text => {
  const matching = (each: string) =>
    /[%_]$/.test(each) ? memberNames.filter(name => isLike(name, each)) : each
  return new Set(text.split(',').flatMap(matching))
})

const wildcardsAccepted = { breaks: { 'BULK-20': /affected what it must leave alone/ } }

/** Lookups that treat a value as a pattern. */
export const patternFaults = {
  RES: [
    fault('schedule-by-pattern', 'finds a schedule by a pattern of its id', {
      breaks: { 'RES-47.malformed': /a list of the resources of the schedule .* must be refused/ },
      alter: callAs([...readsOf.resource, ...writesOf.resource], ({ call }) => ({
        ...call,
        target: call.target.replace(
          /(?<=schedules\/)[^/]*/,
          id => ['first', 'second', 'spare'].find(known => isLike(known, decodeURIComponent(id))) ?? id,
        ),
      })),
    }),
  ],
  LIST: [
    fault('list-ids-by-pattern', 'lists the objects whose ids match those that were sent as patterns', {
      breaks: { 'LIST-21.wildcard': /a list with ids=.*_ holds/ },
      alter: all(...lists.map(idsLike)),
    }),
    fault('fields-by-pattern', 'returns the members that match those of fields as patterns', {
      breaks: { 'LIST-31.unnamed': /returns members that it does not name/ },
      alter: query(lists, { fields: fieldsLike }),
    }),
  ],
  BULK: [...bulkPuts, ...bulkDeletes].map(which =>
    fault(
      `${which.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}-by-pattern`,
      `finds the objects of ${which} by patterns of their ids`,
      { ...wildcardsAccepted, alter: idsLike(which) },
    ),
  ),
  UNIQ: [
    fault('created-name-by-like', 'looks for a new name with LIKE', {
      breaks: { 'UNIQ-17.create': /the name .*a_c in a create, where there is .*abc, must be accepted/ },
      alter: namesBy('createResource', isLike),
    }),
    fault('changed-name-by-like', 'looks for a changed name with LIKE', {
      breaks: { 'UNIQ-17.update': /the name .*a_c in an update, where there is .*abc, must be accepted/ },
      alter: namesBy('changeResource', isLike),
    }),
    fault('bulk-name-by-like', 'looks for the name of a bulk update with LIKE', {
      breaks: { 'UNIQ-17.bulk': /the name .*a_c in a bulk update, where there is .*abc, must be accepted/ },
      alter: namesBy('changeResources', isLike),
    }),
    fault('created-name-by-regex', 'looks for a new name as a regular expression', {
      breaks: { 'UNIQ-17.create': /the name .*a\.c in a create, .* must be accepted/ },
      touches: ['CROSS-37', 'ENV-16', 'RES-05'],
      alter: namesBy('createResource', isRegex),
    }),
    fault('created-name-by-glob', 'looks for a new name as a pattern of file names', {
      breaks: { 'UNIQ-17.create': /the name .*a\?c in a create, .* must be accepted/ },
      alter: namesBy('createResource', isGlob),
    }),
  ] as readonly Fault[],
  COL: [
    fault('collaborator-by-pattern', 'takes the address of a collaborator for a pattern of accounts', {
      breaks: { 'COL-15.pattern': /has the user of another address/ },
      alter: inviteeAs((_, email, { rows }) => accountLike(rows.users, email)),
    }),
  ],
  AUTH: [
    fault('login-by-pattern', 'finds the account of a caller by a pattern of its address', {
      breaks: { 'AUTH-03.pattern': /a login with the address "[%_].* must be refused/ },
      touches: ['COL-15.pattern'],
      alter: collection('users', usual => ({ findByEmail: email => accountLike(usual, email) })),
    }),
  ],
}
