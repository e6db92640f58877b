import { membersOf } from '../../conformance/catalogue/members.js'
import type { OperationId } from '../../server/core/index.js'
import { changesOf, writesOf } from '../alter/operation-groups.js'
import type { Kind } from './mistake.js'

/** The operations that create or change objects, by kind of object. */
export const writes: readonly OperationId[] = [
  ...[...writesOf.resource, ...writesOf.booking],
  ...['createCollaborator' as const, ...changesOf.collaborator, ...changesOf.user],
]

/** Writable texts with their maximum length (section 8). */
const texts: Readonly<Record<Kind, Readonly<Record<string, number>>>> = {
  resource: {
    ...{ name: 100, description: 200, link: 250, link_title: 100, note: 500, custom_1: 200, custom_2: 200 },
  },
  booking: { title: 100, link: 250, link_title: 100, note: 500, custom_1: 200, custom_2: 200 },
  collaborator: {},
  user: { firstname: 50, lastname: 100 },
}

const others: Readonly<Record<Kind, readonly string[]>> = {
  resource: ['color_fg', 'color_bk', 'color_schedule', 'text_bold'],
  booking: ['resource_id', 'start', 'end', 'all_day_display', 'color_fg', 'color_bk', 'text_bold'],
  collaborator: ['user_role'],
  user: [
    ...['language_tag', 'date_format', 'time_format', 'timezone', 'first_day_of_week'],
    ...['allow_collaboration', 'profile_completed'],
  ],
}

/** The members that a create must contain, if the kind has them. */
const required: readonly string[] = ['name', 'resource_id', 'start', 'end']

export const textsOf = (kind: Kind) => Object.entries(texts[kind])
export const writableOf = (kind: Kind) => [...Object.keys(texts[kind]), ...others[kind]]
/** Members that a create may leave out. */
export const optionalOf = (kind: Kind) => writableOf(kind).filter(name => !required.includes(name))
export const shownOf = (kind: Kind) => Object.keys(membersOf[kind])

/** The values of members that are not set; texts are empty. */
export const resets: Readonly<Record<string, unknown>> = {
  ...{ color_fg: '#000000', color_bk: '#FFFFFF', color_schedule: '#FFFFFF', text_bold: false },
  ...{ all_day_display: false, user_role: 'viewer', language_tag: 'en', date_format: 'Y-m-d' },
  ...{ time_format: 'H:i', timezone: 'UTC', first_day_of_week: 'monday' },
  ...{ allow_collaboration: true, profile_completed: false },
}
