import * as assert from 'uvu/assert'
import { randomNumbers } from './random.js'
import type { Scan } from './scan.js'
import type { Repositories, Selection, Stored } from './store.js'
import {
  booking,
  errorOf,
  furnish,
  guest,
  halfHour,
  later,
  noon,
  pause,
  resource,
  type Tried,
  user,
} from './store-samples.contract.js'

const one = { schedule_id: 'one' }
const all = { offset: 0, limit: 0 }

/** All ways in which bookings are changed, moved, created and deleted. */
const writes: Record<string, (rows: Repositories, id: number) => unknown> = {
  'a new booking': ({ bookings }) => bookings.insert(booking(), later),
  'a changed title': ({ bookings }, id) => bookings.change({ ...one, ids: [id] }, { title: 'new' }, later),
  'changed titles': ({ bookings }) => bookings.change(one, { title: 'all new' }, later),
  'another time': ({ bookings }, id) =>
    bookings.change({ ...one, ids: [id] }, { start: noon + halfHour, end: noon + halfHour }, later),
  'other times': ({ bookings }) =>
    bookings.change({ ...one, time_min: noon + 60 }, { start: noon, end: noon }, later),
  'another resource': ({ bookings }, id) =>
    bookings.change({ ...one, ids: [id] }, { resource_id: 1 + (id % 2) }, later),
  'one resource for all': ({ bookings }) => bookings.change(one, { resource_id: 2 }, later),
  'a removed booking': ({ bookings }, id) => bookings.remove({ ...one, ids: [id] }),
  'removed bookings': ({ bookings }) => bookings.remove({ ...one, time_max: noon + 2 * halfHour }),
  'a removed resource': ({ resources }) => resources.remove({ ...one, ids: [1] }),
  'a removed owner': async ({ users, schedules, resources, bookings }) => {
    await users.remove('ada')
    await users.insert(user('ada'), later)
    await schedules.insert({ id: 'one', owner_id: 'ada' }, later)
    const resource_id = await resources.insert(resource('Other'), later)
    await bookings.insert(booking({ resource_id }), later)
  },
  'an emptied store': rows => rows.clear(),
  'an emptied store that is filled again': async rows => {
    await rows.clear()
    await rows.users.insert(user('ada'), later)
    await rows.schedules.insert({ id: 'one', owner_id: 'ada' }, later)
    const resource_id = await rows.resources.insert(resource('Other'), later)
    for (let count = 0; count < 40; count++) await rows.bookings.insert(booking({ resource_id }), later)
  },
}

const selections: Selection[] = [
  one,
  { ...one, resource_id: 1 },
  { ...one, resource_id: 2, time_min: noon + 1 },
  { ...one, time_min: noon, time_max: noon + 2 * halfHour + 1 },
  { ...one, time_min: noon + 3 * halfHour },
  { ...one, ids: [2, 3, 5, 7, 8, 30, 31, 32] },
  { schedule_id: 'none' },
]

async function readOn(scan: Scan<Stored>, count: number): Promise<Stored[]> {
  const read = []
  for (let part = await scan.next(count); part.length > 0; part = await scan.next(count)) {
    assert.ok(part.length <= count)
    read.push(...part)
  }
  return read
}

/** Scans: whatever is written between their parts, they show a snapshot of the data when they were opened. */
export function scanContract(tried: Tried): void {
  const { furnished, test } = tried
  const undo = new Error('undo')

  /** Forty bookings in schedule `one`. */
  async function furnishMore(): Promise<void> {
    await furnish(tried.store)
    await tried.store.write(async ({ bookings }) => {
      for (let index = 0; index < 32; index++) {
        const start = noon + (index % 5) * halfHour
        await bookings.insert(
          booking({ resource_id: 1 + (index % 3 === 0 ? 1 : 0), start, end: start + halfHour }),
          later,
        )
      }
    })
  }

  for (const [name, write] of Object.entries(writes)) {
    test(`given ${name} between the parts of a scan, it still shows the earlier state`, async () => {
      for (const selection of selections) {
        await tried.store.write(rows => rows.clear())
        await furnishMore()
        // A failed write leaves the data unchanged for the next one.
        for (const fails of [true, false]) {
          for (const slice of [all, { offset: 3, limit: 12 }]) {
            const [expected, scan] = await tried.store.read(async ({ bookings }) => [
              await bookings.list(selection, slice),
              await bookings.scan(selection, slice),
            ])
            const begun = await scan.next(4)

            const error = await errorOf(() =>
              tried.store.write(async rows => {
                for (const id of [1, 2, 7, 30]) await write(rows, id)
                if (fails) throw undo
              }),
            )

            const label = JSON.stringify({ fails, selection, slice })
            assert.is(error, fails ? undo : undefined, label)
            assert.equal([...begun, ...(await readOn(scan, 5))], expected, label)
            assert.equal(await scan.next(5), [])
          }
        }
      }
    })
  }

  test('given any writes between the parts of several scans, each shows its own state', async () => {
    await furnishMore()
    const random = randomNumbers(7)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
    // Later states need the owner, so writes that remove the owner or the resource are excluded.
    const possible = Object.entries(writes).filter(([name]) => !/owner|emptied|resource$/.test(name))
    const open: { expected: Stored[]; read: Stored[]; scan: Scan<Stored> }[] = []
    for (let step = 0; step < 300; step++) {
      if (open.length < 5) {
        const selection = pick(selections)
        const [expected, scan] = await tried.store.read(async ({ bookings }) => [
          await bookings.list(selection, all),
          await bookings.scan(selection, all),
        ])
        open.push({ expected, read: [], scan })
      }
      await tried.store.write(rows => pick(possible)[1](rows, 1 + Math.floor(random() * 60)))
      if (random() < 0.5)
        await tried.store.write(rows => rows.bookings.insert(booking({ resource_id: 2 }), later))
      const each = pick(open)
      const part = await each.scan.next(1 + Math.floor(random() * 6))
      each.read.push(...part)
      if (part.length > 0) continue
      assert.equal(each.read, each.expected, `step ${step}`)
      open.splice(open.indexOf(each), 1)
    }
  })

  test('given a write in progress, a scan continues, and sees nothing of it', async () => {
    await furnishMore()
    const [expected, scan] = await tried.store.read(async ({ bookings }) => [
      await bookings.list(one, all),
      await bookings.scan(one, all),
    ])
    let read: Stored[] = []

    const writing = tried.store.write(async ({ bookings }) => {
      await bookings.change(one, { title: 'new' }, later)
      await bookings.remove({ ...one, ids: [2, 20] })
      read = await readOn(scan, 7)
      await pause()
    })
    await writing

    assert.equal(read, expected)
  })

  test('given a scan that is closed, it reads no more', async () => {
    await furnishMore()
    const scan = await tried.store.read(({ bookings }) => bookings.scan(one, all))
    await scan.next(3)

    scan.close()

    assert.equal(await scan.next(3), [])
  })

  furnished('given resources and collaborators, they can be scanned in the same way', async () => {
    const [scans, expected] = await tried.store.read(async ({ resources, collaborators }) => [
      [await resources.scan(one, all), await collaborators.scan(one, { offset: 1, limit: 5 })],
      [await resources.list(one, all), await collaborators.list(one, { offset: 1, limit: 5 })],
    ])

    await tried.store.write(async ({ resources, collaborators }) => {
      await resources.change(one, { note: 'new' }, later)
      await collaborators.remove(one)
      await collaborators.insert(guest('new@example.test'), later)
    })

    assert.equal(await Promise.all((scans as Scan<Stored>[]).map(scan => readOn(scan, 1))), expected)
  })
}
