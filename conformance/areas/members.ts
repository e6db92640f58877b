import { isObject } from '../runner/json.js'

const types = {
  integer: Number.isInteger,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  object: isObject,
  'boolean or 1/0': (value: unknown) => typeof value === 'boolean' || value === 1 || value === 0,
}

/** The JSON type of a member, as the tables of section 2 name it. */
type MemberType = keyof typeof types

/** Whether a value has the type that the document gives a member. */
export const hasType = (value: unknown, type: MemberType): boolean => types[type](value)

/** The three kinds of objects that live in a schedule. */
export type Kind = 'resource' | 'booking' | 'collaborator'

type Members = Readonly<Record<string, MemberType>>

/** The members of each kind of object and their types. */
export const membersOf: Readonly<Record<Kind | 'user', Members>> = {
  /** Section 2.1. */
  resource: {
    id: 'integer',
    schedule_id: 'string',
    name: 'string',
    description: 'string',
    color_fg: 'string',
    color_bk: 'string',
    color_schedule: 'string',
    text_bold: 'boolean',
    link: 'string',
    link_title: 'string',
    note: 'string',
    custom_1: 'string',
    custom_2: 'string',
    updated_at: 'string',
    created_at: 'string',
  },
  /** Section 2.2. */
  booking: {
    id: 'integer',
    schedule_id: 'string',
    resource_id: 'integer',
    title: 'string',
    start: 'string',
    end: 'string',
    all_day_display: 'boolean',
    color_fg: 'string',
    color_bk: 'string',
    text_bold: 'boolean',
    link: 'string',
    link_title: 'string',
    note: 'string',
    custom_1: 'string',
    custom_2: 'string',
    start_utc: 'string',
    end_utc: 'string',
    updated_at: 'string',
    created_at: 'string',
  },
  /** Section 2.3; `user` is there only for a registered user. */
  collaborator: {
    id: 'integer',
    schedule_id: 'string',
    email: 'string',
    user_role: 'string',
    user: 'object',
    updated_at: 'string',
    created_at: 'string',
  },
  /** Section 2.4. */
  user: {
    id: 'string',
    email: 'string',
    firstname: 'string',
    lastname: 'string',
    language_tag: 'string',
    date_format: 'string',
    time_format: 'string',
    timezone: 'string',
    first_day_of_week: 'string',
    allow_collaboration: 'boolean',
    profile_completed: 'boolean or 1/0',
    collaboration_limit: 'integer',
    request_rate_limit: 'integer',
    schedules_limit: 'integer',
    updated_at: 'string',
    created_at: 'string',
  },
}

/** The members of `user` in a collaborator. */
export const personMembers = ['email', 'firstname', 'lastname'] as const

const readOnly = [
  ...['id', 'schedule_id', 'start_utc', 'end_utc', 'user', 'collaboration_limit', 'request_rate_limit'],
  ...['schedules_limit', 'updated_at', 'created_at'],
]

const writable = (kind: Kind | 'user'): readonly string[] =>
  Object.keys(membersOf[kind]).filter(name => !readOnly.includes(name))

/** The 11 members of a resource that may be written. */
export const writableResourceMembers = writable('resource')
/** The 13 members of a booking that may be written. */
export const writableBookingMembers = writable('booking')
/** The 9 members of a user that may be written, without `email`, which starts an activation. */
export const writableUserMembers = writable('user').filter(name => name !== 'email')
