const types = {
  integer: Number.isInteger,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'boolean or 1/0': (value: unknown) => typeof value === 'boolean' || value === 1 || value === 0,
}

/** The JSON type of a member, as the tables of section 2 name it. */
export type MemberType = keyof typeof types

/** Whether a value has the type that the document gives a member. */
export const hasType = (value: unknown, type: MemberType): boolean => types[type](value)

/** The three kinds of objects in a schedule. */
export type Kind = 'resource' | 'booking' | 'collaborator'

type Members = Readonly<Record<string, MemberType>>

/** Declares members of one type, with their names in a template. */
const all =
  (type: MemberType) =>
  ([names = '']: TemplateStringsArray): Members =>
    Object.fromEntries(names.split(' ').map(name => [name, type]))
const [strings, integers] = [all('string'), all('integer')]

/** The members of each kind of object and their types, in the order of the document. */
export const membersOf: Readonly<Record<Kind | 'user', Members>> = {
  /** Section 2.1. */
  resource: {
    id: 'integer',
    ...strings`schedule_id name description color_fg color_bk color_schedule`,
    text_bold: 'boolean',
    ...strings`link link_title note custom_1 custom_2 updated_at created_at`,
  },
  /** Section 2.2. */
  booking: {
    id: 'integer',
    schedule_id: 'string',
    resource_id: 'integer',
    ...strings`title start end`,
    all_day_display: 'boolean',
    ...strings`color_fg color_bk`,
    text_bold: 'boolean',
    ...strings`link link_title note custom_1 custom_2 start_utc end_utc updated_at created_at`,
  },
  /** Section 2.3; `user` is present only for a registered user. */
  collaborator: {
    id: 'integer',
    ...strings`schedule_id email user_role`,
    user: 'object',
    ...strings`updated_at created_at`,
  },
  /** Section 2.4. */
  user: {
    ...strings`id email firstname lastname language_tag date_format time_format timezone first_day_of_week`,
    allow_collaboration: 'boolean',
    profile_completed: 'boolean or 1/0',
    ...integers`collaboration_limit request_rate_limit schedules_limit`,
    ...strings`updated_at created_at`,
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

/** The texts of a booking: while they are not set, the document leaves open whether they are empty, null or absent. */
export const bookingTexts = ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2'] as const

/** Whether an absent or null member is a text of a booking, which may be unset. */
export const mayBeUnset = (kind: keyof typeof membersOf, member: string): boolean =>
  kind === 'booking' && (bookingTexts as readonly string[]).includes(member)

/** The defaults that section 2 states. Other texts of bookings are learned: only section 2.1 defines an unset text. */
export const defaults: Readonly<Record<Kind, Readonly<Record<string, string | boolean>>>> = {
  resource: {
    description: '',
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    color_schedule: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
  },
  booking: { color_fg: '#000000', color_bk: '#FFFFFF', text_bold: false },
  collaborator: { user_role: 'viewer' },
}
