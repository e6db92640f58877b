import type { Account } from '../target/target.js'

/** An account that checks may use up. Its address and password are those that work now. */
export interface Throwaway {
  email: string
  password: string
  /** The password that the target was given with. */
  readonly original: string
  readonly number: number
}

/** The throwaway accounts: each belongs to one check at a time. */
export interface Pool {
  readonly size: number
  /** The next one; undefined where none is left. Waits where all are in use. */
  take(): Promise<Throwaway | undefined>
  /** Back to the others, or gone for good. */
  give(account: Throwaway, alive: boolean): void
  /** Those that are left. */
  list(): readonly Throwaway[]
}

export function createPool(accounts: readonly Account[]): Pool {
  const free: Throwaway[] = accounts.map(({ email, password }, index) => ({
    email,
    password,
    original: password,
    number: index + 1,
  }))
  const waiting: ((account: Throwaway | undefined) => void)[] = []
  let size = free.length
  return {
    get size() {
      return size
    },
    async take() {
      const next = free.shift()
      if (next || size === 0) return next
      return new Promise(resolve => waiting.push(resolve))
    },
    give(account, alive) {
      if (!alive) {
        size--
        if (size === 0) for (const resolve of waiting.splice(0)) resolve(undefined)
        return
      }
      const next = waiting.shift()
      if (next) next(account)
      else free.push(account)
    },
    list: () => free,
  }
}
