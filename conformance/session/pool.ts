import type { Json } from '../http/json.js'
import type { Account } from '../target/target.js'

/** An account that was logged in. */
export interface KnownAccount extends Account {
  /** Its id; undefined if the target did not show one. */
  readonly id?: Json | undefined
  /** Whether its allow_collaboration is false. */
  readonly isClosed?: boolean
}

/** An account that checks may use up, with its current address and password. */
export interface Throwaway extends Account {
  /** The id that this account and no other one shows; undefined if there is none, or it is not known. */
  readonly id: Json | undefined
  /** Whether nobody may add it as a collaborator yet. */
  isClosed: boolean
  /** Whether the run has set its allow_collaboration to true. */
  isOpened: boolean
  /** The password in the target file. */
  readonly original: string
  /** The address in the target file. */
  readonly originalEmail: string
}

/** The disposable accounts: each belongs to one check at a time. */
export interface Pool {
  readonly size: number
  /** Takes the next account, waiting while all are in use; undefined if all are used up. */
  take(): Promise<Throwaway | undefined>
  /** Returns an account, or drops it if it no longer exists. */
  give(account: Throwaway, alive: boolean): void
  /** The accounts that are not in use. */
  list(): readonly Throwaway[]
}

/** `taken` has the ids of accounts that are not in the pool. */
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
  /** Whether that read did not have to wait: nobody had used up the limit shortly before. */
  readonly fresh: boolean
}
