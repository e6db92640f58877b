import { IANAZone } from 'luxon'

/**
 * Cached offsets of time zones: asking the runtime takes microseconds, and a list needs two per booking. Time is split
 * into spans of about three days, because no zone ever changed its clocks twice in so short a time (the record is four
 * days, Freetown in 1939). In nearly all spans the offset is the same at both ends, and so throughout; in the others the
 * one change is searched for once.
 */
interface Span {
  changeAt: number
  before: number
  after: number
}

const spanSeconds = 2 ** 18
const mostSpansOfAZone = 5_000
const spansOfZones = new Map<string, Map<number, Span>>()

/** The offset of a zone from UTC in seconds, east positive, as the runtime knows it; `instant` in seconds since 1970. */
function askRuntime(zone: string, instant: number): number {
  return Math.round(IANAZone.create(zone).offset(instant * 1000) * 60)
}

function measure(zone: string, start: number): Span {
  const before = askRuntime(zone, start)
  let same = start
  let changeAt = start + spanSeconds
  const after = askRuntime(zone, changeAt)
  if (before === after) return { changeAt, before, after }
  while (changeAt - same > 1) {
    const middle = Math.floor((same + changeAt) / 2)
    if (askRuntime(zone, middle) === before) same = middle
    else changeAt = middle
  }
  return { changeAt, before, after }
}

/** The offset of a zone from UTC in seconds, east positive; `instant` in seconds since 1970. */
export function offsetAt(zone: string, instant: number): number {
  const spans = spansOfZones.get(zone) ?? new Map<number, Span>()
  spansOfZones.set(zone, spans)
  const index = Math.floor(instant / spanSeconds)
  let span = spans.get(index)
  if (!span) {
    if (spans.size >= mostSpansOfAZone) spans.clear()
    span = measure(zone, index * spanSeconds)
    spans.set(index, span)
  }
  return instant < span.changeAt ? span.before : span.after
}

/**
 * Returns the instant at which clocks in a zone show a local time; both in seconds, the local time counted as if it were UTC.
 * For a local time that occurs twice, the earlier instant; one that a clock change skips moves forward by the gap.
 */
export const instantAt = (zone: string, local: number): number => Math.min(...instantsAt(zone, local))

/** The same, but the later instant if a local time occurs twice. */
export const lastInstantAt = (zone: string, local: number): number => Math.max(...instantsAt(zone, local))

function instantsAt(zone: string, local: number): readonly number[] {
  const day = 86_400
  const earlier = local - offsetAt(zone, local - day)
  const later = local - offsetAt(zone, local + day)
  if (earlier === later) return [earlier]
  const real = [earlier, later].filter(instant => instant + offsetAt(zone, instant) === local)
  return real.length > 0 ? real : [earlier]
}
