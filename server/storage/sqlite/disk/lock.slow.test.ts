import { readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { errorOf } from '../../../core/store-samples.contract.js'
import { openSqlStore } from '../sql-store.js'
import { holder, killed } from '../testing/holders.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { DataInUse } from './data-files.js'

/*
 * The lock of a directory with processes that are killed, and with many that start at the same time.
 */

test('given a server that was killed, then the next one gets the directory at once, without any cleanup', () =>
  withDirectory(async directory => {
    for (let turn = 0; turn < 2; turn++) {
      const { child, said } = await holder(directory)
      assert.is(said, 'open')
      assert.instance(await errorOf(openSqlStore({ data: { directory } })), DataInUse)

      await killed(child)
    }

    const store = await openSqlStore({ data: { directory } })
    await store.close()
    assert.equal(readdirSync(directory).sort(), [
      'schedkit.db',
      'schedkit.db-mark',
      'schedkit.db-reserve',
      'schedkit.lock',
    ])
  }))

test('given many that start at the same time, then one of them gets the directory', () =>
  withDirectory(async directory => {
    const holders = await Promise.all(Array.from({ length: 4 }, () => holder(directory)))

    const open = holders.filter(({ said }) => said === 'open')

    for (const { child } of holders) await killed(child)
    assert.is(open.length, 1)
  }))

test.run()
