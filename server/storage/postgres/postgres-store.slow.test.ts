import { test as all } from 'uvu'
import { storeContract } from '../../core/store.contract.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster, isInstalled } = withCluster(all)
let opened: PostgresStore | undefined

async function open(): Promise<PostgresStore> {
  opened = await openPostgresStore({ url: cluster().database(), limits: { poolSize: 20 } })
  return opened
}

if (isInstalled) storeContract('PostgreSQL', open, { writes: 'side by side' })
else test('PostgreSQL: the contract of a store', () => {})

test.after(() => opened?.close())
test.run()
