import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ScanLost } from '../../core/index.js'
import { booking, errorOf, furnish, later } from '../../core/store-samples.contract.js'
import { openSqlStore } from './sql-store.js'

const one = { schedule_id: 'one' }
const all = { offset: 0, limit: 0 }

test('given more changes than are saved for a scan, then it fails rather than show mixed states, and another one works', async () => {
  const store = await openSqlStore()
  await furnish(store)
  const note = 'x'.repeat(500)
  await store.write(({ bookings }) => {
    for (let index = 0; index < 12_000; index++) bookings.insert(booking({ note }), later)
  })
  const open = () => store.read(({ bookings }) => bookings.scan(one, all))
  const [scan, ofOther] = [
    await open(),
    await store.read(({ bookings }) => bookings.scan({ schedule_id: 'two' }, all)),
  ]
  assert.is((await scan.next(100)).length, 100)

  await store.write(({ bookings }) => bookings.change(one, { title: 'new' }, later))

  assert.instance(await errorOf(() => scan.next(100)), ScanLost)
  assert.is((await ofOther.next(100)).length, 4)
  const again = await open()
  assert.is((await again.next(20_000)).length, 12_008)
})

test('given a long list and a window at its end, then a part is read without what comes before', async () => {
  const store = await openSqlStore()
  await furnish(store)
  const times = (index: number) => ({ start: index * 600, end: index * 600 + 600 })
  await store.write(({ bookings }) => {
    for (let index = 0; index < 5_000; index++) bookings.insert(booking(times(index)), later)
  })
  for (const from of [100, 4_000, 4_990]) {
    const scan = await store.read(({ bookings }) =>
      bookings.scan({ ...one, time_min: from * 600, time_max: 6e6 }, all),
    )

    const part = await scan.next(5)

    assert.equal(
      part.map(({ start }) => start / 600),
      [0, 1, 2, 3, 4].map(each => from + each),
    )
  }
})

test.run()
