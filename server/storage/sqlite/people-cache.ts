import {
  type Awaitable,
  forgetOldest,
  type Membership,
  type Repositories,
  type Stored,
  type StoredUser,
} from '../../core/index.js'

/*
 * Every request looks up its account and its role, and one that creates a booking its resource. They are kept until a write
 * touches accounts, schedules, collaborators or resources. What does not exist is not kept: it would let strangers fill the
 * memory, and show by its time what was asked for before. Without this, GET one falls below its floor in the benchmark.
 */

/** Wraps repositories. `most` limits the accounts, the memberships and the resources kept. */
export function cachePeople(rows: Repositories, most = 10_000) {
  const accounts = createCache<StoredUser>(most)
  const memberships = createCache<Membership>(most)
  const found = createCache<Stored>(most)
  let wrote = false

  function forget(): void {
    accounts.clear()
    memberships.clear()
    found.clear()
  }

  /** A write may pause, and lets reads in meanwhile: what they find is forgotten, too. */
  function noting<Values extends unknown[], T>(work: (...values: Values) => Awaitable<T>) {
    return async (...values: Values): Promise<T> => {
      wrote = true
      try {
        return await work(...values)
      } finally {
        forget()
      }
    }
  }

  const { users, schedules, collaborators, resources } = rows
  return {
    rows: {
      ...rows,
      users: {
        ...users,
        findByEmail: email => accounts.get(email.toLowerCase(), () => users.findByEmail(email)),
        insert: noting(users.insert),
        change: noting(users.change),
        remove: noting(users.remove),
      },
      schedules: {
        ...schedules,
        membershipOf: (schedule_id, user_id) =>
          memberships.get(`${schedule_id}\0${user_id}`, () => schedules.membershipOf(schedule_id, user_id)),
        insert: noting(schedules.insert),
      },
      collaborators: {
        ...collaborators,
        insert: noting(collaborators.insert),
        change: noting(collaborators.change),
        remove: noting(collaborators.remove),
        link: noting(collaborators.link),
      },
      resources: {
        ...resources,
        find: (schedule_id, id) => found.get(`${schedule_id}\0${id}`, () => resources.find(schedule_id, id)),
        insert: noting(resources.insert),
        change: noting(resources.change),
        remove: noting(resources.remove),
      },
      clear: noting(rows.clear),
    } satisfies Repositories,
    /** A transaction was undone: nothing that it has read after its writes is true. */
    undo() {
      if (wrote) forget()
      wrote = false
    },
    /** All rows were replaced. */
    forget,
  }
}

/** Values by key; the oldest gives way to a new one. */
function createCache<Value extends object>(most: number) {
  const kept = new Map<string, Value>()
  return {
    get(key: string, find: () => unknown): Value | undefined {
      const known = kept.get(key)
      if (known) return known
      const found = find() as Value | undefined
      if (!found) return undefined
      kept.set(key, Object.freeze(found))
      forgetOldest(kept, most)
      return found
    },
    clear: () => kept.clear(),
  }
}
