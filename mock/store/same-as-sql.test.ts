import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Repositories, randomNumbers, type Store, UniqueViolation } from '../../server/core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  guest,
  halfHour,
  later,
  noon,
  resource,
  selections,
  user,
} from '../../server/core/store-samples.contract.js'
import { openSqlStore } from '../../server/storage/index.js'
import { createMockStore } from './mock-store.js'

const everySelection = selections()

/** Returns a piece of work that is the same for every store. */
function anyWork(random: () => number): (rows: Repositories) => unknown {
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <T>(values: readonly T[]) => values[whole(values.length)] as T
  const selection = pick(everySelection)
  const { schedule_id } = selection
  const ids = [whole(20) + 1, whole(20) + 1]
  const resource_id = whole(6) + 1
  const name = pick(['Red', 'Blue', 'red', 'Grey', 'Sky "1"'])
  const who = pick(['ada', 'bo', 'cy', 'Di'])
  const start = noon + halfHour * whole(8)
  const now = later + whole(3)
  const page = { offset: whole(4), limit: whole(4) }
  return pick<(rows: Repositories) => unknown>([
    ({ resources }) => resources.insert(resource(name, { schedule_id }), now),
    ({ resources }) => resources.change({ schedule_id, ids }, { name, text_bold: random() < 0.5 }, now),
    ({ resources }) => resources.remove({ schedule_id, ids: [resource_id] }),
    ({ bookings }) => bookings.insert(booking({ schedule_id, resource_id, start, end: start }), now),
    ({ bookings }) => bookings.insert(booking({ schedule_id, resource_id, start, end: start + 60 }), now),
    ({ bookings }) => bookings.change(selection, { title: name, resource_id }, now),
    ({ bookings }) => bookings.change(selection, { start, end: start + whole(2) - 0 }, now),
    ({ bookings }) => bookings.remove({ ...selection, ids }),
    ({ bookings }) => bookings.list(selection, page),
    ({ bookings }) => bookings.ids(selection),
    ({ collaborators }) => collaborators.insert(guest(`${who}@Example.test`, schedule_id), now),
    ({ collaborators }) =>
      collaborators.change({ schedule_id }, { user_role: pick(['editor', 'viewer']) }, now),
    ({ collaborators }) => collaborators.link(whole(5) + 1, who),
    ({ collaborators }) => collaborators.remove({ schedule_id, ids }),
    ({ collaborators }) => collaborators.invitations(`${who}@example.TEST`),
    ({ collaborators }) => collaborators.countOf(who),
    ({ users }) => users.insert(user(who), now),
    ({ users }) =>
      users.change(who, { email: `${pick(['x', 'Bo', who])}@example.test`, firstname: name }, now),
    async ({ users }) => (whole(4) === 0 ? users.remove(who) : users.findByEmail(`${who}@example.test`)),
    ({ schedules }) => schedules.insert({ id: schedule_id, owner_id: who }, now),
    ({ schedules }) => schedules.membershipOf(schedule_id, who),
    ({ emailChanges }) =>
      emailChanges.put({ user_id: who, email: 'n@example.test', secret: `of ${who}`, expires_at: now }),
    ({ emailChanges }) => emailChanges.find(`of ${who}`),
    async rows => (whole(10) === 0 ? rows.clear() : undefined),
  ])
}

/** Returns the outcome of a transaction, as far as stores must agree. */
async function outcome(store: Store, works: readonly ((rows: Repositories) => unknown)[]): Promise<unknown> {
  const results: unknown[] = []
  const error = await errorOf(() =>
    store.write(async rows => {
      for (const work of works) results.push(await work(rows))
    }),
  )
  // SQLite reports unique violations when the transaction has ended, so the works do not see the port's error.
  return error ? (error instanceof UniqueViolation ? error.what : 'refused') : results
}

for (const seed of [1, 2, 3]) {
  test(`given the same work (${seed}), the results and the rows are those of SQLite`, async () => {
    const [ours, theirs] = [createMockStore(), await openSqlStore()]
    const random = randomNumbers(seed)
    const seen = new Set<unknown>()
    for (let step = 0; step < 200; step++) {
      if (step % 50 === 0) {
        for (const store of [ours, theirs]) {
          await store.write(rows => rows.clear())
          await furnish(store)
        }
      }
      // The random numbers that work draws must be the same in both stores, so each store draws its own.
      const from = Math.floor(random() * 2 ** 32)
      const works = () => {
        const numbers = randomNumbers(from)
        return [anyWork(numbers), anyWork(numbers)]
      }

      const [our, their] = [await outcome(ours, works()), await outcome(theirs, works())]

      assert.equal(our, their, `step ${step}`)
      assert.equal(await everything(ours), await everything(theirs), `step ${step}`)
      seen.add(typeof our === 'string' ? our : 'done')
    }
    assert.ok(seen.size >= 5, [...seen].join())
  })
}

test.run()
