import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, furnish, later } from '../../core/store-samples.contract.js'
import { openSqlStore } from './sql-store.js'
import { withDirectory } from './testing/temporary-directory.js'

const count = 20_000
const one = { schedule_id: 'one' }

test('on disk, a large write that arrives with others has its own transaction, and reads continue', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.write(async rows => {
      for (let index = 0; index < count; index++) await rows.bookings.insert(booking(), later)
    })
    let isOver = false
    const small = store.write(rows => rows.bookings.insert(booking({ title: 'small' }), later))
    const large = Promise.resolve(
      store.write(rows => rows.bookings.change(one, { title: 'new' }, later)),
    ).then(() => {
      isOver = true
    })
    let others = 0
    while (!isOver) {
      await turn()
      assert.is(await store.read(rows => rows.bookings.count({ schedule_id: 'two' })), 4)
      if (!isOver) others++
    }
    await Promise.all([small, large])

    assert.ok(others >= 5, `${others} reads`)
    const titles = await store.read(async rows =>
      (await rows.bookings.list(one, { offset: 0, limit: 0 })).map(({ json }) => JSON.parse(json).title),
    )
    assert.equal([titles.length, [...new Set(titles)]], [count + 9, ['new']])
    await store.close()
  }))

test.run()
