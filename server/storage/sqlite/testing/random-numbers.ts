/** Random numbers that are the same for the same seed (xorshift). */
export interface RandomNumbers {
  /** Returns an integer from 0 to `below`, excluding it. */
  whole(below: number): number
  /** Returns true with this probability. */
  chance(probability: number): boolean
}

export function randomNumbers(seed: number): RandomNumbers {
  let state = (seed * 2_654_435_761 + 88_675_123) >>> 0 || 1
  function next(): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  return { whole: below => Math.floor(next() * below), chance: probability => next() < probability }
}
