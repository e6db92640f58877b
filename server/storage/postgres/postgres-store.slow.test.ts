import { test as all } from 'uvu'
import { storeContract } from '../../core/store.contract.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster, isInstalled } = withCluster(all)
let opened: PostgresStore | undefined

/** Generous, because the contract is about results: other tests that write to the same disk hold up statements for seconds. */
const limits = { poolSize: 20, connectionTimeout: 60_000, statementTimeout: 60_000, lockTimeout: 60_000 }

async function open(): Promise<PostgresStore> {
  opened = await openPostgresStore({ url: cluster().database(), limits })
  return opened
}

/** The share of the random writes of the contract that is run: most of its time is spent on them. */
const share = Number(process.env.SCHEDKIT_STORE_SHARE ?? 0.3)

if (isInstalled) storeContract('PostgreSQL', open, { writes: 'side by side', share })
else test('PostgreSQL: the contract of a store', () => {})

test.after(() => opened?.close())
test.run()
