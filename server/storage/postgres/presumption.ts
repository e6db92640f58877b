import { createHash } from 'node:crypto'
import type { Entry, NewBooking, ReadOptions, Repositories } from '../../core/index.js'
import { addInserted } from './booking-totals.js'
import { bookingsTable } from './bookings.js'
import { insertedValues } from './collection.js'
import { staleError } from './failures.js'
import { storable } from './texts.js'
import type { OpenTransaction, Row, Value } from './transaction.js'

/*
 * A write that is a single insert relies on what its login has found, and inserts its booking only if that still holds. So it
 * needs one statement, and writes to a schedule that wait for one in progress share the next: the benchmark's POST on
 * PostgreSQL.
 */

/** The maximum number of bookings inserted by one statement. */
const mostAtOnce = 100

/**
 * Inserts and counts the bookings whose account still has its password hash, its text, and its role in the schedule. Returns
 * their ids, each with its position in the input. Hash and text are passed as a digest, because operators may log the values
 * of statements.
 */
const insert = `WITH given AS MATERIALIZED (
    SELECT nextval('bookings_ids') AS id, asked.* FROM unnest(
      $1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[]
    ) WITH ORDINALITY AS asked (object, schedule_id, resource_id, start, "end", user_id, account, role, place)
    WHERE EXISTS (
      SELECT FROM users WHERE id = asked.user_id
        AND encode(sha256(convert_to(password_hash || object, 'UTF8')), 'hex') = asked.account
        AND asked.role = coalesce(
          (SELECT 'owner' FROM schedules WHERE id = asked.schedule_id AND owner_id = users.id),
          (SELECT user_role FROM collaborators WHERE schedule_id = asked.schedule_id AND user_id = users.id)))
  ),
  inserted AS (
    INSERT INTO bookings (id, object, schedule_id, resource_id, starts_at, ends_at)
    SELECT id, '{"id":' || id || ',' || object, schedule_id, resource_id, to_timestamp(start), to_timestamp("end") FROM given
    RETURNING id, schedule_id, resource_id
  ),
  counted AS (${addInserted})
  SELECT id, place FROM given`

interface Asked {
  values: readonly Value[]
  requester: ReadOptions | undefined
  resolve(id: number): void
  reject(error: unknown): void
}

type Transact = (
  requester: ReadOptions | undefined,
  work: (transaction: OpenTransaction) => Promise<readonly Row[]>,
) => Promise<readonly Row[]>

/** Creates the repositories of such a write, whose work reads the entry and inserts a booking. `transact` runs a write. */
export function createPresuming(transact: Transact) {
  /** Inserts waiting for the current one, by schedule. */
  const waiting = new Map<string, Asked[]>()

  async function insertAll(asked: readonly Asked[]): Promise<void> {
    const [first, ...others] = asked
    // An account that has all its connections must not keep the bookings of others waiting.
    const isOfOne = others.every(({ requester }) => requester?.account === first?.requester?.account)
    const columns = (first?.values ?? []).map((_, index) => asked.map(({ values }) => values[index] ?? null))
    try {
      const rows = await transact(isOfOne ? first?.requester : undefined, transaction => {
        const answer =
          asked.length === 1
            ? transaction.insert('bookings', insert, columns).then(id => [[id, 1]])
            : transaction.all(insert, columns)
        transaction.commit()
        return answer
      })
      const ids = new Map(rows.map(([id, place]) => [place, Number(id)]))
      for (const [index, { resolve, reject }] of asked.entries()) {
        const id = ids.get(index + 1)
        if (id === undefined) reject(staleError())
        else resolve(id)
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  async function insertInTurn(schedule: string, first: Asked): Promise<void> {
    const next = [first]
    waiting.set(schedule, next)
    while (next.length > 0) await insertAll(next.splice(0, mostAtOnce))
    waiting.delete(schedule)
  }

  function insertOne(found: Entry, requester: ReadOptions | undefined, row: NewBooking, now: number) {
    const values = [...insertedValues(bookingsTable, row, now), ...presumedValues(found)]
    return new Promise<number>((resolve, reject) => {
      const asked = { values, requester, resolve, reject }
      const others = waiting.get(row.schedule_id)
      if (others) others.push(asked)
      else insertInTurn(row.schedule_id, asked)
    })
  }

  return (found: Entry, requester: ReadOptions | undefined): Pick<Repositories, 'entry' | 'bookings'> => ({
    // The foreign key verifies that the object exists.
    entry: ({ object }) => ({ ...found, ...(object && { object: { id: object.id, json: '' } }) }),
    bookings: {
      insert: (row: NewBooking, now: number) => insertOne(found, requester, row, now),
    } as Repositories['bookings'],
  })
}

const presumedValues = ({ user, membership }: Entry): Value[] => [
  user ? storable(user.id) : null,
  user
    ? createHash('sha256')
        .update(user.password_hash + user.json)
        .digest('hex')
    : null,
  membership?.role ?? null,
]
