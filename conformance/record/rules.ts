import type { Kind } from '../catalogue/members.js'
import type { Known } from './things.js'

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
} as const

const defaultRules = {
  'resource color_fg': 'RES-08.answers',
  'resource color_bk': 'RES-09.answers',
  'resource color_schedule': 'RES-10.answers',
  'resource text_bold': 'RES-14.answers',
  'booking color_fg': 'BKG-11.answers',
  'booking color_bk': 'BKG-12.answers',
  'booking text_bold': 'BKG-13.answers',
  'booking all_day_display': 'BKG-20.answers',
  'collaborator user_role': 'COL-08.answers',
} as const

/** Rules that need no object to be known. */
const otherRules = [
  ...['ENV-06.answers', 'ENV-07.answers', 'ENV-08.answers', 'ENV-09.answers', 'ENV-10.answers'],
  ...['ENV-11.answers', 'ENV-13.answers', 'RES-26.answers', 'BKG-19.answers', 'BKG-30.answers'],
  ...['BULK-03.answers', 'COL-05.answers', 'COL-16.answers', 'COL-17.answers', 'CROSS-40.answers'],
  ...['FILT-12.answers', 'TIME-12.answers', 'LIST-01.answers', 'LIST-03.answers', 'LIST-05.answers'],
  ...['LIST-07.answers', 'LIST-08.answers', 'LIST-09.answers', 'LIST-09.values', 'LIST-10.answers'],
  ...['LIST-11.answers', 'LIST-12.answers', 'LIST-13.answers', 'LIST-14.answers', 'LIST-14.port'],
  ...['LIST-15.answers', 'LIST-16.answers', 'LIST-17.answers', 'LIST-18.answers', 'LIST-19.answers'],
  ...['LIST-20.answers', 'LIST-21.answers', 'LIST-26.answers', 'LIST-27.answers', 'LIST-28.answers'],
] as const

type Values<T> = T[keyof T]

/** The id of something that every answer of a run is judged by. */
export type AnswerRule =
  | Values<{ [K in keyof typeof rulesOf]: Values<(typeof rulesOf)[K]> }>
  | Values<typeof defaultRules>
  | (typeof otherRules)[number]

/** The rule that a value breaks which differs from what is known. */
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
    return (
      (defaultRules as Record<string, AnswerRule>)[`${kind} ${member}`] ??
      (kind === 'booking' ? 'BKG-19.answers' : 'RES-26.answers')
    )
  if (member === 'created_at') return own.createdAt
  if (kind === 'user' && member === 'id') return 'USER-02.answers'
  if (hasFields) return 'LIST-28.answers'
  return isList === (source === 'list') ? 'CROSS-40.answers' : 'ENV-13.answers'
}
