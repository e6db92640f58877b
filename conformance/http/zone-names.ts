import { isSame } from './json.js'

const canonical = new Map<unknown, unknown>()

/** The canonical name of a time zone, which all its aliases share; what is no time zone is returned as it is. */
function canonicalZone(zone: unknown): unknown {
  if (typeof zone !== 'string') return zone
  const known = canonical.get(zone)
  if (known !== undefined) return known
  let name = zone
  try {
    name = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {}
  canonical.set(zone, name)
  return name
}

/** Whether two names are of the same time zone: a target may keep the name that others are links to. */
export const isSameZone = (one: unknown, other: unknown): boolean =>
  one === other || canonicalZone(one) === canonicalZone(other)

/** Whether a setting of an account reads as it was sent. */
export const isSameSetting = (name: string, read: unknown, sent: unknown): boolean =>
  name === 'timezone' ? isSameZone(read, sent) : isSame(read, sent)
