/** A generator of random values: the same seed gives the same values. */
export interface Random {
  int(least: number, most: number): number
  pick<T>(values: readonly T[]): T
  /** The values in another order. */
  shuffle<T>(values: readonly T[]): T[]
  /** Letters `a` to `z` and digits. */
  text(length: number): string
}

/** The 32-bit FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** Creates a mulberry32 generator: 32 bits of state are enough for test inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
  /** A whole number from `least` to `most`, both included. */
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('There is nothing to pick from.')
    return values[int(0, values.length - 1)] as T
  }
  return {
    int,
    pick,
    shuffle<T>(values: readonly T[]): T[] {
      const rest = [...values]
      return values.map(() => rest.splice(int(0, rest.length - 1), 1)[0] as T)
    },
    text: (length: number) =>
      Array.from({ length }, () => pick([...'abcdefghijklmnopqrstuvwxyz0123456789'])).join(''),
  }
}
