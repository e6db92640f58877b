import type { Json } from '../runner/json.js'
import { type Person, zoneOf } from './person.js'
import type { Kind, Thing } from './world.js'
import { isMidnight, localText } from './zones.js'

/** Where nothing was sent: section 2 names these. Other text of bookings is learned: "unset text" stands under 2.1 only. */
export const defaults: Readonly<Record<Kind, Readonly<Record<string, Json>>>> = {
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

/** Members that a read has, and that are learned from the first one. */
export const learned: Readonly<Record<Kind, readonly string[]>> = {
  resource: ['updated_at', 'created_at'],
  booking: ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2', 'updated_at', 'created_at'],
  collaborator: ['updated_at', 'created_at'],
}

const rules: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  resource: { created_at: 'RES-33', updated_at: 'CROSS-20', schedule_id: 'RES-03', '': 'RES-40' },
  booking: {
    start: 'TIME-09',
    end: 'TIME-09',
    start_utc: 'TIME-10',
    end_utc: 'TIME-11',
    resource_id: 'BKG-07',
    all_day_display: 'BKG-21',
    created_at: 'BKG-25',
    updated_at: 'CROSS-20',
    schedule_id: 'BKG-03',
    '': 'BKG-26',
  },
  collaborator: {
    created_at: 'COL-19',
    updated_at: 'CROSS-20',
    email: 'COL-05',
    user_role: 'COL-22',
    '': 'COL-20',
  },
}

/** The rule that a wrong member of an object breaks. */
export const ruleOfMember = ({ kind, because }: Thing, member: string): string =>
  because[member] ?? rules[kind][member] ?? rules[kind][''] ?? 'ENV-13'

/** The members that a read by somebody must show, those of time and place included. */
export function expectedOf({ id, known, span }: Thing, reader: Person): Record<string, Json> {
  if (!span) return { id, ...known }
  const zone = zoneOf(reader)
  const shown: Record<string, Json> = {
    id,
    ...known,
    resource_id: span.resource.id,
    start: localText(span.start, zone),
    end: localText(span.end, zone),
    start_utc: span.start,
    end_utc: span.end,
  }
  // The flag "applies only when, in the user's time zone, both start and end are at 0:00".
  const isShown = span.flag === false || (isMidnight(span.start, zone) && isMidnight(span.end, zone))
  if (span.flag !== undefined && isShown) shown.all_day_display = span.flag
  return shown
}
