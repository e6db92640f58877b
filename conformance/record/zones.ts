/*
 * Local times in the time zones of callers. Only instants on which all time zone databases agree are judged.
 */

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

const [earliest, latest] = [Date.UTC(1980, 0, 3), Date.UTC(2036, 0, 1)]

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  const format = makeFormat(zone)
  formats.set(zone, format)
  return format
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const [twoDigits, options] = ['2-digit', { timeZone, hourCycle: 'h23', year: 'numeric' }] as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...options,
      ...{ month: twoDigits, day: twoDigits, hour: twoDigits, minute: twoDigits },
    })
  } catch {
    return undefined
  }
}

/** `YYYY-MM-DD hh:mm` of an instant in a zone; undefined if that is not known for sure. */
export function localText(zone: string, instant: number): string | undefined {
  if (instant < earliest || instant > latest) return undefined
  const minute = Math.floor(instant / 60_000)
  if (zone === 'UTC') return new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ')
  const format = formatOf(zone)
  if (!format) return undefined
  const parts = Object.fromEntries(
    format.formatToParts(minute * 60_000).map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`
}

const quarter = 15 * 60_000

/** The one instant that a zone shows as this local time; undefined if there is none, or more than one. */
export function instantOfLocal(zone: string, text: string): number | undefined {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const found = new Set<number>()
  for (const near of [asUtc - 24 * 4 * quarter, asUtc, asUtc + 24 * 4 * quarter]) {
    const local = localText(zone, near)
    if (local === undefined) return undefined
    // The offset at that time leads to the instant, if it still applies there.
    const instant = asUtc - (Date.parse(`${local.replace(' ', 'T')}Z`) - near)
    if (localText(zone, instant) === text) found.add(instant)
  }
  return found.size === 1 ? [...found][0] : undefined
}
