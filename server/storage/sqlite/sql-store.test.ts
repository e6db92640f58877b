import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeContract } from '../../core/store.contract.js'
import { errorOf, pause } from '../../core/store-samples.contract.js'
import { uniqueNamesContract } from '../../core/store-uniqueness.contract.js'
import { openSqlStore } from './sql-store.js'

// On disk, the whole contract is run by a slow test.
storeContract('SQLite', openSqlStore, { share: 0.4 })
uniqueNamesContract('SQLite', openSqlStore)

test('given a close, then work in progress is finished first, and nothing runs afterwards', async () => {
  const store = await openSqlStore()

  const write = store.write(async rows => {
    await pause()
    return rows.users.list()
  })
  const closed = store.close()

  assert.equal(await write, [])
  await closed
  assert.match(String(await errorOf(() => store.read(rows => rows.users.list()))), /closed/i)
})

test.run()
