import type { Kind } from '../catalogue/members.js'
import type { Known } from './things.js'

/** The rules by which every response of a run is judged, whichever check requested it. */
export const answerTitles = {
  'ENV-06.answers': 'every single read has an object under data',
  'ENV-07.answers': 'every list has an array of objects and an object of pagination',
  'ENV-08.answers': 'every create is answered with one object that has only id',
  'ENV-09.answers': 'every create is answered with an id of the right type',
  'ENV-10.answers': 'every answer to an update has only success',
  'ENV-11.answers': 'every answer to a deletion has only success',
  'ENV-13.answers': 'lists and single reads show the same values all through the run',
  'RES-01.answers': 'every resource that is read in full has all members with their types',
  'RES-02.answers': 'no resource gets the id of another one, and no list shows one twice',
  'RES-03.answers': 'every resource that is read has the schedule_id of the path',
  'RES-08.answers': 'every resource keeps the default of color_fg until it is set',
  'RES-09.answers': 'every resource keeps the default of color_bk until it is set',
  'RES-10.answers': 'every resource keeps the default of color_schedule until it is set',
  'RES-14.answers': 'every resource keeps the default of text_bold until it is set',
  'RES-26.answers': 'every resource has empty texts until they are set',
  'RES-31.answers': 'the dates of every resource that is created lie within the run, in UTC',
  'RES-32.answers': 'updated_at of no resource goes back',
  'RES-33.answers': 'created_at of a resource never changes, and is not later than updated_at',
  'RES-38.answers': 'every resource that was created can be read, and is in the lists that have it',
  'RES-39.answers': 'every read shows a resource as it was created',
  'RES-40.answers': 'every read shows what an update has changed in a resource',
  'RES-43.answers': 'no answer shows a resource that was deleted',
  'BKG-01.answers': 'every booking that is read in full has all members with their types',
  'BKG-02.answers': 'no booking gets the id of another one, and no list shows one twice',
  'BKG-03.answers': 'every booking that is read has the schedule_id of the path',
  'BKG-11.answers': 'every booking keeps the default of color_fg until it is set',
  'BKG-12.answers': 'every booking keeps the default of color_bk until it is set',
  'BKG-13.answers': 'every booking keeps the default of text_bold until it is set',
  'BKG-19.answers': 'every booking should have empty texts until they are set',
  'BKG-20.answers': 'every booking keeps the default of all_day_display until it is set',
  'BKG-25.answers': 'the dates of every booking are right in every read',
  'BKG-26.answers': 'every read shows what an update has changed in a booking',
  'BKG-28.answers': 'every booking that was created can be read, and is in the lists that have it',
  'BKG-29.answers': 'every read shows a booking as it was created',
  'BKG-30.answers': 'every list of a resource shows bookings of that resource alone',
  'BKG-37.answers': 'no answer shows a booking that was deleted',
  'BULK-03.answers': 'every read shows what a bulk update has changed',
  'COL-01.answers': 'every collaborator that is read in full has all members with their types',
  'COL-02.answers': 'no collaborator gets the id of another one, and no list shows one twice',
  'COL-05.answers': 'every read shows the address that a collaborator was created with',
  'COL-08.answers': 'every collaborator is a viewer until another role is set',
  'COL-09.answers': 'every read shows the role that a collaborator was created with',
  'COL-11.answers': 'no read of a collaborator shows invite',
  'COL-16.answers': 'every collaborator whose account the run uses has the member user',
  'COL-17.answers': 'every user of a collaborator has email, firstname and lastname as strings',
  'COL-19.answers': 'the dates of every collaborator are right in every read',
  'COL-20.answers': 'every collaborator that is read has the schedule_id of the path',
  'COL-21.answers': 'every collaborator that was created can be read, and is in the lists that have it',
  'COL-22.answers': 'every read shows the role that an update has set',
  'COL-23.answers': 'no answer shows a collaborator that was deleted',
  'CROSS-40.answers': 'nothing changes between two reads unless a request changes it',
  'FILT-12.answers': 'every booking of a filtered list satisfies the filters',
  'LIST-01.answers': 'no list without limit has more than 20 objects',
  'LIST-03.answers': 'no list has more objects than its limit says',
  'LIST-05.answers': 'every page has as many objects as its offset leaves',
  'LIST-07.answers': 'no two pages of a list show the same object',
  'LIST-08.answers': 'every object of a list has the same place on all its pages',
  'LIST-09.answers': 'every list has limit, offset, page_count, total_count and links in its pagination',
  'LIST-09.values':
    'limit and offset in the pagination of every list are those that were sent, or the defaults',
  'LIST-10.answers': 'page_count of every list is the number of its objects',
  'LIST-11.answers': 'total_count of every list fits the page, and all that the run knows',
  'LIST-12.answers': 'every list has the links first and last',
  'LIST-13.answers': 'every list has the link next exactly where a further page exists',
  'LIST-14.answers': 'every link of every list is a full URL',
  'LIST-14.port': 'every link of every list to the scheme and host of the service has its port',
  'LIST-15.answers': 'every link of every list carries offset and limit',
  'LIST-16.answers': 'every link of every list carries the parameters of the request',
  'LIST-17.answers': 'the link next of every list leads to the object after the page',
  'LIST-18.answers': 'the link first of every list has offset 0',
  'LIST-19.answers': 'the link last of every list leads to its end',
  'LIST-20.answers': 'every link of every list has the limit in effect',
  'LIST-21.answers': 'every list with ids shows the objects with these ids alone',
  'LIST-26.answers': 'every list with fields shows the named members alone',
  'LIST-27.answers': 'every single read with fields shows the named members alone',
  'LIST-28.answers': 'every member that is read by fields has its usual value',
  'TIME-10.answers': 'start_utc of every booking is a time in UTC',
  'TIME-11.answers': 'end_utc of every booking is a time in UTC',
  'TIME-12.answers': 'start and end of every booking are their times in UTC in the time zone of the caller',
  'USER-01.answers': 'every read of an account has all members with their types',
  'USER-02.answers': 'the id of an account never changes',
  'USER-27.answers': 'updated_at of no account goes back, and created_at never changes',
  'USER-28.answers': 'every read of an account shows what an update has changed',
} as const

/** The id of a rule by which every response of a run is judged. */
export type AnswerRule = keyof typeof answerTitles

/** The rules of objects, by their kind. */
export const rulesOf = {
  resource: {
    members: 'RES-01.answers',
    unique: 'RES-02.answers',
    schedule: 'RES-03.answers',
    exists: 'RES-38.answers',
    gone: 'RES-43.answers',
    created: 'RES-39.answers',
    updated: 'RES-40.answers',
    clock: 'RES-31.answers',
    createdAt: 'RES-33.answers',
    updatedAt: 'RES-32.answers',
  },
  booking: {
    members: 'BKG-01.answers',
    unique: 'BKG-02.answers',
    schedule: 'BKG-03.answers',
    exists: 'BKG-28.answers',
    gone: 'BKG-37.answers',
    created: 'BKG-29.answers',
    updated: 'BKG-26.answers',
    clock: 'BKG-25.answers',
    createdAt: 'BKG-25.answers',
    updatedAt: 'BKG-25.answers',
  },
  collaborator: {
    members: 'COL-01.answers',
    unique: 'COL-02.answers',
    schedule: 'COL-20.answers',
    exists: 'COL-21.answers',
    gone: 'COL-23.answers',
    created: 'COL-09.answers',
    updated: 'COL-22.answers',
    clock: 'COL-19.answers',
    createdAt: 'COL-19.answers',
    updatedAt: 'COL-19.answers',
  },
  user: {
    members: 'USER-01.answers',
    unique: 'USER-02.answers',
    schedule: 'USER-02.answers',
    exists: 'USER-01.answers',
    gone: 'USER-01.answers',
    created: 'USER-28.answers',
    updated: 'USER-28.answers',
    clock: 'USER-27.answers',
    createdAt: 'USER-27.answers',
    updatedAt: 'USER-27.answers',
  },
} as const satisfies Record<string, Record<string, AnswerRule>>

const defaultRules: Readonly<Record<string, AnswerRule>> = {
  'resource color_fg': 'RES-08.answers',
  'resource color_bk': 'RES-09.answers',
  'resource color_schedule': 'RES-10.answers',
  'resource text_bold': 'RES-14.answers',
  'booking color_fg': 'BKG-11.answers',
  'booking color_bk': 'BKG-12.answers',
  'booking text_bold': 'BKG-13.answers',
  'booking all_day_display': 'BKG-20.answers',
  'collaborator user_role': 'COL-08.answers',
}

/** Returns the rule that a value breaks if it differs from what is known. */
export function ruleOfValue(
  kind: Kind | 'user',
  member: string,
  { source }: Known,
  { isList, hasFields }: { isList: boolean; hasFields: boolean },
): AnswerRule {
  const own = rulesOf[kind]
  if (source === 'create')
    return kind === 'collaborator' && member === 'email' ? 'COL-05.answers' : own.created
  if (source === 'update') return own.updated
  if (source === 'bulk update') return 'BULK-03.answers'
  if (source === 'default')
    return defaultRules[`${kind} ${member}`] ?? (kind === 'booking' ? 'BKG-19.answers' : 'RES-26.answers')
  if (member === 'created_at') return own.createdAt
  if (kind === 'user' && member === 'id') return 'USER-02.answers'
  if (hasFields) return 'LIST-28.answers'
  return isList === (source === 'list') ? 'CROSS-40.answers' : 'ENV-13.answers'
}
