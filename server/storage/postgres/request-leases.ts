import { type Admission, windowSeconds } from '../../core/index.js'
import { storable } from './texts.js'
import type { Counting } from './transactions.js'

/*
 * Counts the requests of each user across all processes. A process takes a lease of several requests from a user's window,
 * serves them without further queries, and returns the rest when the lease ends. Leased requests count from the second of the
 * lease. So the limit is never exceeded, and fewer requests are served only by what other processes hold at that moment.
 */

/** The duration of a lease in seconds. A request counts up to this long before it is sent. */
const leaseSeconds = 10
/** The number of requests in a lease, unless more are waiting. */
const usual = 10
/** A lease takes at most this fraction of the remaining requests: the closer the limit, the smaller the leases. */
const share = 20

interface Lease {
  limit: number
  /** When it was taken and when it was last used, in seconds since 1970. */
  second: number
  last: number
  /** When it was taken, in milliseconds of the process clock. */
  taken: number
  requests: number
  /** The number of requests left in it. */
  left: number
  /** The number of requests left for others. */
  rest: number
  oldest: number
}

type Unused = Pick<Lease, 'second' | 'left'> & { user: string }

/** The parameters of `giveBack`. */
const returned = (unused: readonly Unused[]) => [
  unused.map(({ user }) => storable(user)),
  unused.map(({ second }) => second),
  unused.map(({ left }) => left),
]

const lock = 'SELECT pg_advisory_xact_lock(7164733, hashtext($1))'

/** $1 user, $2 second, $3 limit, $4 number of waiting requests. */
const take = `WITH
  gone AS (DELETE FROM request_leases WHERE user_id = $1 AND (second <= $2 - ${windowSeconds} OR second > $2 + ${windowSeconds})),
  counted AS (
    SELECT coalesce(sum(requests), 0)::bigint AS total, min(second) AS oldest FROM request_leases
    WHERE user_id = $1 AND requests > 0 AND second > $2 - ${windowSeconds} AND second <= $2 + ${windowSeconds}
  ),
  granted AS (
    SELECT greatest(0, least($3 - total, greatest($4, least(${usual}, ($3 - total) / ${share}))))::bigint AS requests FROM counted
  ),
  added AS (
    INSERT INTO request_leases (user_id, second, requests)
    SELECT $1, $2, requests FROM granted WHERE requests > 0
    ON CONFLICT (user_id, second) DO UPDATE SET requests = request_leases.requests + excluded.requests
  )
  SELECT granted.requests, total, oldest FROM counted, granted`

const giveBack = `UPDATE request_leases SET requests = request_leases.requests - back.requests
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS back (user_id, second, requests)
  WHERE request_leases.user_id = back.user_id AND request_leases.second = back.second`

/** $1 the current second, which is before that of earlier requests; $2 users of this process whose last request was after it. */
const startAnew = `DELETE FROM request_leases
  WHERE user_id = ANY($2::text[]) OR user_id IN (SELECT user_id FROM request_leases WHERE second > $1)`

/** Counts requests in the database. */
export function createRequestLeases({ count, ask, every }: Counting) {
  const leases = new Map<string, Lease>()
  const taking = new Map<string, { waiting: number; taken: Promise<void> }>()

  const isValid = (lease: Lease | undefined, limit: number, second: number): lease is Lease =>
    lease?.limit === limit &&
    second >= lease.second &&
    second < Math.min(lease.second + leaseSeconds, lease.oldest + windowSeconds)

  /** Decides on one more request from the current lease; undefined if the database has to be asked. */
  function judge(user: string, limit: number, second: number): Admission | undefined {
    const lease = leases.get(user)
    if (!isValid(lease, limit, second)) return undefined
    const admitted = lease.left > 0
    // A refusal holds for a second; then other processes may have returned some requests.
    if (!admitted && (lease.requests > 0 || lease.second !== second)) return undefined
    if (admitted) lease.left--
    lease.last = second
    return { admitted, remaining: lease.rest + lease.left, resetAfter: lease.oldest + windowSeconds - second }
  }

  /** Takes a lease for everyone waiting for it, and returns the rest of the previous one. */
  async function takeLease(user: string, limit: number, second: number, waiting: () => number) {
    const before = leases.get(user)
    leases.delete(user)
    const rows = await count(({ run, all }) => {
      run(lock, [storable(user)])
      // With a new limit, the count starts anew.
      if (before?.limit === limit && before.left > 0) run(giveBack, returned([{ user, ...before }]))
      return all(take, [storable(user), second, limit, waiting()])
    }).catch(error => {
      if (before?.limit === limit) lapse(user, before)
      throw error
    })
    const [requests = 0, total = 0, oldest] = (rows[0] ?? []).map(value => Number(value ?? second))
    leases.set(user, {
      limit,
      second,
      last: second,
      taken: performance.now(),
      requests,
      left: requests,
      rest: Math.max(0, limit - total - requests),
      oldest: Math.min(oldest ?? second, second),
    })
  }

  /** Expired leases with requests left. */
  let unused: Unused[] = []

  function lapse(user: string, { second, left }: Lease): void {
    leases.delete(user)
    if (left > 0) unused.push({ user, second, left })
  }

  async function returnUnused(): Promise<void> {
    if (unused.length === 0) return
    // Always in the same order, to avoid deadlocks between processes.
    const back = unused.sort((one, other) => (one.user < other.user ? -1 : 1))
    unused = []
    await ask(giveBack, returned(back))
  }

  every(leaseSeconds, () => {
    const end = performance.now() - leaseSeconds * 1000
    for (const [user, lease] of leases) if (lease.taken <= end) lapse(user, lease)
    return returnUnused()
  })

  let latest = Number.NEGATIVE_INFINITY
  let anew: Promise<unknown> = Promise.resolve()

  /** As in memory, setting the clock back starts a new window for users whose requests are then in the future. */
  function follow(second: number): Promise<unknown> {
    const before = latest
    if (second < before) {
      const users = [...leases].filter(([, { last }]) => last > second).map(([user]) => user)
      for (const user of users) leases.delete(user)
      anew = ask(startAnew, [second, users.map(storable)]).catch(error => {
        // The next request tries again.
        latest = before
        anew = Promise.resolve()
        throw error
      })
    }
    latest = second
    return anew
  }

  async function askDatabase(user: string, limit: number, second: number): Promise<Admission> {
    await follow(second)
    for (;;) {
      const admission = judge(user, limit, second)
      if (admission) return admission
      const running = taking.get(user)
      if (running) {
        running.waiting++
        await running.taken
        continue
      }
      const one = { waiting: 1, taken: Promise.resolve() }
      one.taken = takeLease(user, limit, second, () => one.waiting).finally(() => taking.delete(user))
      taking.set(user, one)
      await one.taken
    }
  }

  return {
    admit(user: string, limit: number, now: number) {
      const second = Math.floor(now / 1000)
      const admission = second >= latest ? judge(user, limit, second) : undefined
      if (!admission) return askDatabase(user, limit, second)
      latest = second
      return admission
    },

    async clear(user?: string) {
      if (user === undefined) {
        leases.clear()
        unused = []
        await ask('DELETE FROM request_leases')
      } else {
        leases.delete(user)
        unused = unused.filter(each => each.user !== user)
        await ask('DELETE FROM request_leases WHERE user_id = $1', [storable(user)])
      }
    },

    /** Returns the rest of all leases. */
    async close() {
      for (const [user, lease] of leases) lapse(user, lease)
      await returnUnused()
    },
  }
}
