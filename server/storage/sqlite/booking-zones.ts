/*
 * A summary of many bookings in some order, by id or by start: how many there are in each stretch of some hundreds, and the
 * times between which they lie. It tells which stretches a window of time contains as a whole, and which not at all, so
 * that only a few need to be read.
 */

/** Bookings that start at `min` or later and end before `max`, in seconds since 1970. */
export interface Window {
  min: number
  max: number
}

/** A stretch: all bookings whose place in the order is `from` or later, and before `before`. */
export interface Zone {
  from: number
  before: number
  count: number
  /** All start then or later. */
  minStart: number
  /** All end then or earlier. */
  maxEnd: number
}

/**
 * Summarises up to `count` bookings from one place on and before another; undefined if there are none. Bookings with the same
 * place stay together, even if they are more. It ends where the next bookings are, or after the last one.
 */
export type Summarise = (from: number, before: number, count: number) => Zone | undefined

/** Places from one on and before another. */
export interface Stretch {
  from: number
  before: number
}

export type Zones = ReturnType<typeof createZones>

/** @param atOnce The most zones to summarise in one call: what comes after them has to be read meanwhile */
export function createZones(summarise: Summarise, size = 256, atOnce = 128) {
  const zones: Zone[] = []
  /** Everything before this place is summarised. */
  let frontier = -Number.MAX_SAFE_INTEGER
  let isComplete = false
  let budget = 0

  /** Summarises the next stretch, if there is one. */
  function extend(): boolean {
    if (isComplete || budget-- <= 0) return false
    const zone = summarise(frontier, Number.MAX_SAFE_INTEGER, size)
    isComplete = !zone
    if (zone) {
      zones.push(zone)
      frontier = zone.before
    }
    return zone !== undefined
  }

  /** The zone at an index, split if it has grown much. */
  function at(index: number): Zone | undefined {
    if (index >= zones.length && !extend()) return undefined
    const zone = zones[index] as Zone
    if (zone.count > 4 * size && zone.before > zone.from + 1) {
      const { from, before } = zone
      const parts: Zone[] = []
      for (let part = summarise(from, before, size); part; part = summarise(part.before, before, size)) {
        parts.push(part)
      }
      zones.splice(index, 1, ...parts)
    }
    return zones[index]
  }

  /** The index of the zone of a place. */
  function indexOf(place: number): number {
    let [low, high] = [0, zones.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((zones[middle] as Zone).from <= place) low = middle
      else high = middle - 1
    }
    return low
  }

  function widen(zone: Zone, place: number, start: number, end: number): void {
    zone.count++
    zone.from = Math.min(zone.from, place)
    zone.before = Math.max(zone.before, place + 1)
    zone.minStart = Math.min(zone.minStart, start)
    zone.maxEnd = Math.max(zone.maxEnd, end)
  }

  return {
    /** Whether everything is summarised. */
    isComplete: () => isComplete,
    /** Summarises the next stretch. */
    extend(): void {
      budget = 1
      extend()
    },
    /**
     * Where to start reading so that this many bookings come before, except for `skip` more to be skipped. If only those in a
     * window count, `countIn` counts them in a zone that the window contains in part.
     */
    locate(
      offset: number,
      within?: { window: Window; countIn(zone: Stretch): number },
    ): { from: number; skip: number } {
      budget = atOnce
      let skip = offset
      let index = 0
      for (let zone = at(index); zone; zone = at(++index)) {
        if (within && isOutside(zone, within.window)) continue
        if (skip === 0) break
        const count = within && !isInside(zone, within.window) ? within.countIn(zone) : zone.count
        if (count > skip) break
        skip -= count
      }
      return { from: zones[index]?.from ?? frontier, skip }
    },
    /** How many bookings are in zones that a window contains, or does not touch, and where the others are. */
    inspect(window: Window): { inside: number; outside: number; stretches: Stretch[] } {
      budget = atOnce
      let [inside, outside] = [0, 0]
      const stretches: Stretch[] = []
      let open: Stretch | undefined
      let index = 0
      for (let zone = at(index); zone; zone = at(++index)) {
        if (isOutside(zone, window)) {
          outside += zone.count
          open = undefined
        } else if (isInside(zone, window)) {
          inside += zone.count
          open = undefined
        } else {
          if (!open) {
            open = { from: zone.from, before: 0 }
            stretches.push(open)
          }
          open.before = zone.before
        }
      }
      if (!isComplete) stretches.push({ from: frontier, before: Number.MAX_SAFE_INTEGER })
      return { inside, outside, stretches }
    },
    /** A booking is new at a place. */
    add(place: number, start: number, end: number): void {
      const isLast = place >= frontier
      if (isLast && !isComplete) return
      const zone = isLast ? zones.at(-1) : zones[indexOf(place)]
      if (isLast) frontier = place + 1
      if (zone && !(isLast && zone.count >= size)) widen(zone, place, start, end)
      else zones.push({ from: place, before: place + 1, count: 1, minStart: start, maxEnd: end })
    },
    /** A booking at a place is gone. */
    remove(place: number): void {
      if (place >= frontier) return
      const zone = zones[indexOf(place)]
      if (zone) zone.count--
    },
  }
}

const isOutside = (zone: Zone, { min, max }: Window): boolean => zone.maxEnd < min || zone.minStart >= max

const isInside = (zone: Zone, { min, max }: Window): boolean => zone.minStart >= min && zone.maxEnd < max
