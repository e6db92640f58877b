import type { Session } from '../session/session.js'
import { createRandom, hash, type Random } from './random.js'

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
