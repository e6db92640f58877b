import type { JsonObject } from '../http/json.js'
import type { Period } from './choices.js'
import type { Expectation, ModelObject, ModelSchedule, Span } from './world.js'
import { formatTime, halfHour, isMidnight, wallDay } from './zones.js'

const day = 48 * halfHour

interface TimingChoices {
  readonly period?: Period | undefined
  readonly part?: 'both' | 'start' | 'end' | undefined
  readonly flag?: boolean | undefined
  readonly resource?: ModelObject | undefined
}

/**
 * The times, the flag and the resource that a write sends, and those that the booking then has, in a zone; undefined if it
 * sends none of them.
 */
export function timingOf(
  { period, part = 'both', flag, resource }: TimingChoices,
  zone: string,
  before?: Span,
): { body: JsonObject; span: Span } | undefined {
  const body: Record<string, string | number | boolean> = {}
  let { start = 0, end = 0 } = before ?? {}
  if (period) {
    const { form, isAllDay, half, length } = period
    const from = wallDay(period.day) + (isAllDay ? 0 : half * halfHour)
    const to = from + (isAllDay ? Math.min(length, 2) * day : length * halfHour)
    if (part !== 'end') {
      const { text, instant } = formatTime(from, form, zone)
      body.start = text
      start = instant
    }
    if (part !== 'start') {
      const { text, instant } = formatTime(to, form, zone)
      body.end = text
      end = instant
    }
  }
  if (resource) body.resource_id = resource.id
  const at = resource ?? before?.resource
  if (flag !== undefined) body.all_day_display = flag
  if (Object.keys(body).length === 0 || !at) return undefined
  const isWhole = isMidnight(start, zone) && isMidnight(end, zone)
  const isSame = before?.start === start && before.end === end
  return { body, span: { resource: at, start, end, flag: flagAfter(flag, isWhole, before, isSame) } }
}

/** The document does not say what happens to a flag that does not apply, or to one that is not sent with new times. */
function flagAfter(flag: boolean | undefined, isWhole: boolean, before: Span | undefined, isSame: boolean) {
  if (flag !== undefined) return flag && !isWhole ? undefined : flag
  if (!before) return false
  return before.flag === true && !isSame ? undefined : before.flag
}

/**
 * Whether the document leaves open if bookings may have these times: an end before the start, two bookings of a resource
 * that overlap or touch, or the flag for whole days with other times.
 */
export function isOpen(
  schedule: ModelSchedule,
  changes: readonly { readonly object?: ModelObject; readonly span?: Span | undefined }[],
  zone: string,
): boolean {
  const spans = changes.flatMap(({ span }) => span ?? [])
  const isOdd = ({ start, end, flag }: Span) =>
    start >= end || (flag !== false && !(isMidnight(start, zone) && isMidnight(end, zone)))
  if (spans.some(isOdd)) return true
  const others = [...schedule.bookings.objects.values()].filter(
    object => !changes.some(change => change.span && change.object === object),
  )
  const all = [...spans, ...others.flatMap(({ span }) => span ?? [])]
  return spans.some(span =>
    all.some(
      other =>
        other !== span &&
        other.resource === span.resource &&
        other.start <= span.end &&
        other.end >= span.start,
    ),
  )
}

/** The request must be accepted, unless the document leaves it open. */
export const unlessOpen = (isOpen: boolean, rule: string): Expectation =>
  isOpen ? {} : { refuseBreaks: rule }
