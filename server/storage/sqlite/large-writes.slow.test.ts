import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, later } from '../../core/store-samples.contract.js'
import { count, largeWritesContract, one, opened, three, titleOf } from './large-writes.contract.js'

largeWritesContract('on disk')

test('on disk, a large write that arrives with others has a transaction of its own, and reads go on', async () => {
  const store = await opened(true)
  let isOver = false
  const small = store.write(rows => rows.bookings.insert(booking({ title: 'small' }), later))
  const large = Promise.resolve(store.write(rows => rows.bookings.change(one, { title: 'new' }, later))).then(
    () => {
      isOver = true
    },
  )
  let others = 0
  while (!isOver) {
    await turn()
    assert.is(await store.read(rows => titleOf(rows, three)), 'other')
    if (!isOver) others++
  }
  await Promise.all([small, large])

  assert.ok(others >= 5, `${others} reads`)
  const titles = await store.read(async rows =>
    (await rows.bookings.list(one, { offset: 0, limit: 0 })).map(({ json }) => JSON.parse(json).title),
  )
  assert.equal([titles.length, [...new Set(titles)]], [count + 9, ['new']])
  await store.close()
})

test.run()
