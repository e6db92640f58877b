/*
 * A summary of many bookings in some order, by id or by start, in blocks of some hundreds: how many bookings a block has, and
 * the times between which they lie. It tells which blocks a window of time contains as a whole, and which not at all, so
 * that only a few need to be read.
 */

/** Bookings that start at `min` or later and end before `max`, in seconds since 1970. */
export interface Window {
  min: number
  max: number
}

/** All bookings whose place in the order is `from` or later, and before `before`. */
export interface Block {
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
export type Summarise = (from: number, before: number, count: number) => Block | undefined

/** Places from one on and before another. */
export interface Span {
  from: number
  before: number
}

export type Blocks = ReturnType<typeof createBlocks>

/** @param atOnce The most blocks to summarise in one call: what comes after them has to be read meanwhile */
export function createBlocks(summarise: Summarise, size = 256, atOnce = 128) {
  const blocks: Block[] = []
  /** Everything before this place is summarised. */
  let frontier = -Number.MAX_SAFE_INTEGER
  let isComplete = false
  let budget = 0

  /** Summarises the next block, if there is one. */
  function extend(): boolean {
    if (isComplete || budget-- <= 0) return false
    const block = summarise(frontier, Number.MAX_SAFE_INTEGER, size)
    isComplete = !block
    if (block) {
      blocks.push(block)
      frontier = block.before
    }
    return block !== undefined
  }

  /** The block at an index, split if it has grown much. */
  function at(index: number): Block | undefined {
    if (index >= blocks.length && !extend()) return undefined
    const block = blocks[index] as Block
    if (block.count > 4 * size && block.before > block.from + 1) {
      const { from, before } = block
      const parts: Block[] = []
      for (let part = summarise(from, before, size); part; part = summarise(part.before, before, size)) {
        parts.push(part)
      }
      blocks.splice(index, 1, ...parts)
    }
    return blocks[index]
  }

  /** The index of the block of a place. */
  function indexOf(place: number): number {
    let [low, high] = [0, blocks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((blocks[middle] as Block).from <= place) low = middle
      else high = middle - 1
    }
    return low
  }

  function widen(block: Block, place: number, start: number, end: number): void {
    block.count++
    block.from = Math.min(block.from, place)
    block.before = Math.max(block.before, place + 1)
    block.minStart = Math.min(block.minStart, start)
    block.maxEnd = Math.max(block.maxEnd, end)
  }

  return {
    /** Whether everything is summarised. */
    isComplete: () => isComplete,
    /** Summarises the next block. */
    extend(): void {
      budget = 1
      extend()
    },
    /**
     * Where to start reading so that this many bookings come before, except for `skip` more to be skipped. If only those in a
     * window count, `countIn` counts them in a block that the window contains in part.
     */
    locate(
      offset: number,
      within?: { window: Window; countIn(block: Span): number },
    ): { from: number; skip: number } {
      budget = atOnce
      let skip = offset
      let index = 0
      for (let block = at(index); block; block = at(++index)) {
        if (within && isOutside(block, within.window)) continue
        if (skip === 0) break
        const count = within && !isInside(block, within.window) ? within.countIn(block) : block.count
        if (count > skip) break
        skip -= count
      }
      return { from: blocks[index]?.from ?? frontier, skip }
    },
    /** How many bookings are in blocks that a window contains, or does not touch, and where the others are. */
    inspect(window: Window): { inside: number; outside: number; spans: Span[] } {
      budget = atOnce
      let [inside, outside] = [0, 0]
      const spans: Span[] = []
      let open: Span | undefined
      let index = 0
      for (let block = at(index); block; block = at(++index)) {
        if (isOutside(block, window)) {
          outside += block.count
          open = undefined
        } else if (isInside(block, window)) {
          inside += block.count
          open = undefined
        } else {
          if (!open) {
            open = { from: block.from, before: 0 }
            spans.push(open)
          }
          open.before = block.before
        }
      }
      if (!isComplete) spans.push({ from: frontier, before: Number.MAX_SAFE_INTEGER })
      return { inside, outside, spans }
    },
    /** A booking is new at a place. */
    add(place: number, start: number, end: number): void {
      const isLast = place >= frontier
      if (isLast && !isComplete) return
      const block = isLast ? blocks.at(-1) : blocks[indexOf(place)]
      if (isLast) frontier = place + 1
      if (block && !(isLast && block.count >= size)) widen(block, place, start, end)
      else blocks.push({ from: place, before: place + 1, count: 1, minStart: start, maxEnd: end })
    },
    /** A booking at a place is gone. */
    remove(place: number): void {
      if (place >= frontier) return
      const block = blocks[indexOf(place)]
      if (block) block.count--
    },
  }
}

const isOutside = (block: Block, { min, max }: Window): boolean => block.maxEnd < min || block.minStart >= max

const isInside = (block: Block, { min, max }: Window): boolean => block.minStart >= min && block.maxEnd < max
