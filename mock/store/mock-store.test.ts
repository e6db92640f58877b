import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeContract } from '../../server/core/store.contract.js'
import { furnish } from '../../server/core/store-samples.contract.js'
import { uniqueNamesContract } from '../../server/core/store-uniqueness.contract.js'
import { createMockStore } from './mock-store.js'

storeContract('@mswjs/data', async () => createMockStore())
uniqueNamesContract('@mswjs/data', async options => createMockStore(options))

test('given two stores, each has its own database', async () => {
  const [first, second] = [createMockStore(), createMockStore()]

  await furnish(first)

  assert.equal(second.db.booking.getAll(), [])
})

test.run()
