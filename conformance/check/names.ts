import type { Session } from '../session/session.js'

const words = 'Atlas Birch Cedar Delta Ember Fjord Grove Heron Iris Jade Kiosk Lotus'.split(' ')

const hour = 3_600_000
const instant = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000', '')

/** Names, addresses and times that nothing else on the target uses. */
export interface Names {
  /** A text that occurs nowhere else on the target; part of every name and address. */
  readonly token: string
  readonly random: Random
  /** A new name for a resource; with `length` of exactly that many characters. */
  name(length?: number): string
  /** An address without an account, in the mail domain of the target; with `length` of exactly that many characters. */
  address(length?: number): string
  /**
   * The next free half hour of the check, as `2023-..T..:..:00Z`. They are two hours apart, so that bookings neither overlap
   * nor touch, nor leave 2023 before some 4,000 of them.
   */
  slot(): { start: string; end: string }
}

/** `attempt` counts from 1: a check that starts again uses other names. */
export function createNames(
  { nonce, seed, target: { mailDomain } }: Pick<Session, 'nonce' | 'seed' | 'target'>,
  check: string,
  attempt: number,
): Names {
  const random = createRandom(hash(`${seed}/${check}`))
  const token = `${nonce}${hash(`${check}/${attempt}`).toString(36).padStart(7, '0')}`
  let names = 0
  let slots = 0

  const filled = (start: string, length: number | undefined, end = '') => {
    if (length === undefined) return `${start}${end}`
    const missing = length - start.length - end.length
    if (missing < 0) throw new RangeError(`A name of ${length} characters has no room for ${start}${end}.`)
    return `${start}${random.text(missing)}${end}`
  }

  return {
    token,
    random,
    name: (length?: number) =>
      filled(`${token}-${++names} ${length === undefined ? random.pick(words) : ''}`, length),
    address: (length?: number) => filled(`${token}-${++names}`, length, `@${mailDomain}`),
    slot(): { start: string; end: string } {
      const start = Date.UTC(2023, 0, 9, 8) + slots++ * 2 * hour
      return { start: instant(start), end: instant(start + hour / 2) }
    },
  }
}

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
