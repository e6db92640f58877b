import * as assert from 'uvu/assert'
import { randomNumbers } from './random.js'
import type { Repositories } from './store.js'
import {
  booking,
  errorOf,
  guest,
  halfHour,
  later,
  noon,
  resource,
  type Tried,
  user,
} from './store-samples.contract.js'
import type { Awaitable } from './wire/call.js'

const schedules = ['one', 'two']

/** A random change to the rows of a store, which may fail. */
function happening(random: () => number): (rows: Repositories) => unknown {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const schedule_id = pick(schedules)
  const some = async (collection: { ids(selection: { schedule_id: string }): Awaitable<number[]> }) =>
    (await collection.ids({ schedule_id })).filter(() => random() < 0.3)
  const several = async ({ resources, bookings }: Repositories) =>
    pick([
      { schedule_id, resource_id: pick(await resources.ids({ schedule_id })) ?? 1 },
      { schedule_id, ids: await some(bookings) },
      { schedule_id, time_min: noon + halfHour * pick([0, 1, 2]) },
    ])
  const insert = async ({ resources, bookings }: Repositories) => {
    const resource_id = pick(await resources.ids({ schedule_id }))
    const start = noon + halfHour * pick([0, 1, 2, 3])
    if (resource_id === undefined) return
    await bookings.insert(booking({ schedule_id, resource_id, start, end: start + halfHour }), later)
  }
  const name = String(Math.floor(random() * 20))
  return pick<(rows: Repositories) => unknown>([
    rows => rows.resources.insert(resource(name, { schedule_id }), later),
    rows => rows.collaborators.insert(guest(`${name}@example.test`, schedule_id), later),
    insert,
    insert,
    insert,
    async rows => {
      const resource_id = pick(await rows.resources.ids({ schedule_id }))
      if (resource_id !== undefined) await rows.bookings.change(await several(rows), { resource_id }, later)
    },
    async rows => rows.bookings.change(await several(rows), { title: name }, later),
    async rows => rows.bookings.remove(await several(rows)),
    async rows => {
      const ids = (await rows.resources.ids({ schedule_id })).slice(0, 1)
      await rows.resources.remove({ schedule_id, ids })
    },
    async rows => rows.collaborators.remove({ schedule_id, ids: await some(rows.collaborators) }),
    async rows => {
      if (random() < 0.8) return
      await rows.users.remove('ada')
      await rows.users.insert(user('ada'), later)
      for (const id of schedules) await rows.schedules.insert({ id, owner_id: 'ada' }, later)
    },
  ])
}

/** Totals that an implementation stores must equal the counted totals. */
export function totalsContract(tried: Tried): void {
  const { furnished } = tried
  const steps = 250 * tried.share
  const all = { offset: 0, limit: 0 }

  async function check(rows: Repositories, label: string): Promise<number> {
    let seen = 0
    for (const schedule_id of [...schedules, 'three']) {
      const held = await rows.resources.ids({ schedule_id })
      const scopes = [undefined, ...held, 1, 2, 3].map(resource_id => ({
        schedule_id,
        ...(resource_id !== undefined && { resource_id }),
      }))
      for (const scope of scopes) {
        const listed = (await rows.bookings.list(scope, all)).length
        assert.is(await rows.bookings.count(scope), listed, `${label} ${JSON.stringify(scope)}`)
        seen += listed
      }
      for (const collection of [rows.resources, rows.collaborators]) {
        const listed = (await collection.list({ schedule_id }, all)).length
        assert.is(await collection.count({ schedule_id }), listed, `${label} ${schedule_id}`)
      }
    }
    return seen
  }

  for (const seed of [1, 2, 3]) {
    furnished(`given random changes (${seed}), totals equal the counted numbers`, async () => {
      const random = randomNumbers(seed)
      let undone = 0
      let most = 0
      for (let step = 0; step < steps; step++) {
        const tasks = [happening(random), happening(random)]
        const fails = random() < 0.2

        const error = await errorOf(() =>
          tried.store.write(async rows => {
            for (const work of tasks) await work(rows)
            if (fails) throw new Error('undone')
          }),
        )
        if (error) undone++

        most = Math.max(most, await tried.store.read(rows => check(rows, `step ${step}`)))
      }
      assert.ok(undone > 0.08 * steps && undone < 0.6 * steps, `${undone} of ${steps} steps undone`)
      assert.ok(most > 30, `${most} bookings at most`)
    })
  }
}
