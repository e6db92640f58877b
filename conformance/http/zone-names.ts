import { isSame } from './json.js'

const canonical = new Map<unknown, unknown>()

/** Returns the canonical name of a time zone, which all its aliases share; anything else is returned unchanged. */
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

/** Whether two names denote the same time zone: a target may store the canonical name. */
export const isSameZone = (one: unknown, other: unknown): boolean =>
  one === other || canonicalZone(one) === canonicalZone(other)

/** Whether an account's setting reads as it was sent. */
export const isSameSetting = (name: string, read: unknown, sent: unknown): boolean =>
  name === 'timezone' ? isSameZone(read, sent) : isSame(read, sent)
