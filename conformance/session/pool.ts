import type { Json } from '../http/json.js'
import type { Account } from '../target/target.js'

/** An account that was logged in. */
export interface KnownAccount extends Account {
  /** Its id; undefined where the target did not show one. */
  readonly id?: Json | undefined
  /** Its allow_collaboration is false. */
  readonly isClosed?: boolean
}

/** An account that checks may use up. Its address and password are the current ones. */
export interface Throwaway extends Account {
  /** The id that this account shows, and no other one; undefined where there is none, or it is not known. */
  readonly id: Json | undefined
  /** Nobody may add it as a collaborator so far. */
  isClosed: boolean
  /** The run has set its allow_collaboration to true. */
  isOpened: boolean
  /** The password in the target file. */
  readonly original: string
  /** The address in the target file. */
  readonly originalEmail: string
}

/** The disposable accounts: each belongs to one check at a time. */
export interface Pool {
  readonly size: number
  /** Takes the next one, and waits while all are in use; undefined if all are used up. */
  take(): Promise<Throwaway | undefined>
  /** Returns one, or drops it where it no longer exists. */
  give(account: Throwaway, alive: boolean): void
  /** Those that are not in use. */
  list(): readonly Throwaway[]
}

/** `taken` has ids of accounts that are not in the pool. */
export function createPool(accounts: readonly KnownAccount[], taken: readonly Json[] = []): Pool {
  const ids = [...taken, ...accounts.map(({ id }) => id)]
  const free = accounts.map(
    ({ id, isClosed = false, ...account }): Throwaway => ({
      ...account,
      isClosed,
      isOpened: false,
      id: ids.filter(other => other === id).length === 1 ? id : undefined,
      original: account.password,
      originalEmail: account.email,
    }),
  )
  const waiting: ((account: Throwaway | undefined) => void)[] = []
  let size = free.length
  return {
    get size(): number {
      return size
    },
    async take(): Promise<Throwaway | undefined> {
      const next = free.shift()
      if (next || size === 0) return next
      return new Promise(resolve => waiting.push(resolve))
    },
    give(account: Throwaway, alive: boolean): void {
      if (!alive) {
        size--
        if (size === 0) for (const resolve of waiting.splice(0)) resolve(undefined)
        return
      }
      const next = waiting.shift()
      if (next) next(account)
      else free.push(account)
    },
    list: (): readonly Throwaway[] => free,
  }
}

/** A disposable account with a low rate limit. */
export interface LimitedAccount extends Account {
  /** Its request_rate_limit, as read before the first check. */
  readonly rate: number
  /** That read did not have to wait: nobody had used the limit up shortly before. */
  readonly fresh: boolean
}
