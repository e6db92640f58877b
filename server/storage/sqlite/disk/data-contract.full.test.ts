import { test } from 'uvu'
import { storeContract } from '../../../core/store.contract.js'
import { openSqlStore, type SqlStore } from '../sql-store.js'
import { withDirectory } from '../testing/temporary-directory.js'

/*
 * Runs the contract of all stores on SQLite on disk, which must behave as in memory.
 */

const opened: { store: SqlStore; end(): void }[] = []

storeContract('SQLite on disk', async () => {
  const store = await new Promise<SqlStore>((resolve, reject) => {
    withDirectory(async directory => {
      const store = await openSqlStore({ data: { directory, logLimit: 200_000 } })
      const ended = new Promise<void>(end => opened.push({ store, end }))
      resolve(store)
      await ended
    }).catch(reject)
  })
  return store
})
test.after(async () => {
  for (const { store, end } of opened) {
    await store.close()
    end()
  }
})

test.run()
