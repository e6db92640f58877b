import * as assert from 'uvu/assert'
import { randomNumbers } from './random.js'
import type { Repositories, Selection, StoredBooking } from './store.js'
import { booking, errorOf, fits, furnish, later, noon, read, type Tried } from './store-samples.contract.js'

const one = { schedule_id: 'one' }
const all = { offset: 0, limit: 0 }
const day = 86_400

type Whole = Parameters<ReturnType<typeof fits>>[0]

/** Long lists: every page and total agrees with a full scan of the bookings, whatever was written before. */
export function longListContract(tried: Tried): void {
  const { test } = tried

  for (const [seed, order] of [
    [1, 'in the order of their times'],
    [2, 'in any order'],
  ] as const) {
    test(`given thousands of bookings ${order}, pages and windows have the matching bookings`, async () => {
      const random = randomNumbers(seed)
      const whole = (below: number) => Math.floor(random() * below)
      const pick = <T>(values: readonly T[]) => values[whole(values.length)] as T
      // Most bookings have not changed since the previous comparison.
      const seen = new Map<number, StoredBooking & { whole: Whole }>()
      let made = 0
      const insert = ({ bookings }: Repositories) => {
        const start = noon + (order === 'in any order' ? whole(1500) : made++) * 3600
        const length = pick([0, 1800, 1800, 1800, 7200, day, random() < 0.05 ? 400 * day : 1800])
        return bookings.insert(booking({ resource_id: 1 + whole(2), start, end: start + length }), later)
      }
      const times = () => ({
        ...(random() < 0.7 && { time_min: noon + whole(1600) * 3600 }),
        ...(random() < 0.7 && { time_max: noon + whole(1600) * 3600 + whole(2) }),
      })
      const someIds = async ({ bookings }: Repositories) => {
        const ids = await bookings.ids(one)
        return Array.from({ length: 1 + whole(20) }, () => pick(ids))
      }
      const writes: ((rows: Repositories) => unknown)[] = [
        async rows => {
          for (let count = whole(300); count > 0; count--) await insert(rows)
        },
        insert,
        async rows => rows.bookings.remove({ ...one, ids: await someIds(rows) }),
        async rows =>
          rows.bookings.change({ ...one, ids: await someIds(rows) }, { resource_id: 1 + whole(2) }, later),
        async rows => {
          const start = noon + whole(1500) * 3600
          await rows.bookings.change(
            { ...one, ids: await someIds(rows) },
            { start, end: start + 1800 },
            later,
          )
        },
        rows => rows.bookings.change({ ...one, ...times() }, { title: 'new' }, later),
        rows => rows.bookings.change({ ...one, time_max: noon + 50 * day }, { end: noon + 51 * day }, later),
        rows => rows.bookings.change({ ...one, resource_id: 1, ...times() }, { resource_id: 2 }, later),
        async rows => {
          if (random() < 0.4)
            await rows.bookings.remove({
              ...one,
              time_min: noon + whole(1600) * 3600,
              time_max: noon + whole(1600) * 3600,
            })
        },
      ]
      await furnish(tried.store)
      await tried.store.write(async rows => {
        for (let count = 0; count < 2500; count++) await insert(rows)
      })

      for (let step = 0; step < 25 * tried.share; step++) {
        const undo = random() < 0.2 ? new Error('undo') : undefined
        const error = await errorOf(() =>
          tried.store.write(async rows => {
            await pick(writes)(rows)
            if (random() < 0.3) await compare(rows, `in step ${step}`)
            if (undo) throw undo
          }),
        )
        assert.is(error, undo)
        await tried.store.read(rows => compare(rows, `after step ${step}`))
      }

      function parsed(kept: StoredBooking): Whole {
        const known = seen.get(kept.id)
        if (known?.json === kept.json && known.start === kept.start && known.end === kept.end)
          return known.whole
        const { id, start, end } = kept
        // Only the members under test: small objects are compared several times faster.
        const { schedule_id, resource_id } = read(kept) as Pick<Whole, 'schedule_id' | 'resource_id'>
        const whole = { id, schedule_id, resource_id, start, end }
        seen.set(kept.id, { ...kept, whole })
        return whole
      }

      async function compare({ bookings }: Repositories, label: string): Promise<void> {
        const everything = (await bookings.list(one, all)).map(parsed)
        for (let look = 0; look < 12; look++) {
          const selection: Selection = {
            ...one,
            ...(look % 2 === 1 && { resource_id: 1 + whole(2) }),
            ...(look > 3 && times()),
          }
          const expected = everything.filter(fits(selection)).map(({ id }) => id)
          const slice = { offset: whole(expected.length + 10), limit: 1 + whole(40) }
          const listed = (await bookings.list(selection, slice)).map(({ id }) => id)
          const told = `${label} ${JSON.stringify({ ...selection, ...slice })}`
          assert.is(await bookings.count(selection), expected.length, told)
          assert.equal(listed, expected.slice(slice.offset, slice.offset + slice.limit), told)
        }
      }
    })
  }
}
