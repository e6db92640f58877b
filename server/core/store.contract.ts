import { test } from 'uvu'
import type { Store } from './store.js'
import { changeContract } from './store-changes.contract.js'
import { collectionContract } from './store-collections.contract.js'
import { freshnessContract } from './store-freshness.contract.js'
import { longListContract } from './store-long-lists.contract.js'
import { peopleContract } from './store-people.contract.js'
import { furnish, type Tried } from './store-samples.contract.js'
import { scanContract } from './store-scans.contract.js'
import { totalsContract } from './store-totals.contract.js'
import { transactionContract } from './store-transactions.contract.js'
import { uniquenessContract } from './store-uniqueness.contract.js'

/**
 * Registers the tests that every implementation of the `Store` port must pass.
 *
 * @example storeContract('SQLite', openSqlStore)
 */
export function storeContract(
  name: string,
  openStore: () => Promise<Store>,
  { writes = 'one by one', share = 1 }: Partial<Pick<Tried, 'writes' | 'share'>> = {},
): void {
  let store: Store | undefined
  const tried: Tried = {
    writes,
    share,
    test: (rule, work) => test(`${name}: ${rule}`, work),
    furnished: (rule, work) =>
      test(`${name}: ${rule}`, async () => {
        await furnish(tried.store)
        await work()
      }),
    get store() {
      if (!store) throw new Error('The store is opened before the first test')
      return store
    },
  }
  test.before(async () => {
    store = await openStore()
  })
  test.before.each(() => tried.store.write(rows => rows.clear()))

  collectionContract(tried)
  changeContract(tried)
  peopleContract(tried)
  freshnessContract(tried)
  uniquenessContract(tried)
  transactionContract(tried)
  totalsContract(tried)
  longListContract(tried)
  scanContract(tried)
}
