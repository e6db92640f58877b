import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { restoreSnapshot } from './snapshot.js'
import type { Transaction } from './transaction.js'

test('a restore sends each statement when the previous one has ended, because the time limit of a query begins when it is sent', async () => {
  const sent: string[] = []
  let running = 0
  async function run(sql: string): Promise<void> {
    assert.is(running++, 0, sql)
    sent.push(sql)
    await nextTurn()
    running--
  }

  await restoreSnapshot({ run } as Transaction, {
    tables: new Map([['users', ['[]', '[]']]]),
    next: new Map([['bookings_ids', 7]]),
  })

  const insert = 'INSERT INTO users SELECT * FROM json_populate_recordset(NULL::users, $1::json)'
  assert.equal(sent, ['DELETE FROM users', insert, insert, 'ALTER SEQUENCE bookings_ids RESTART WITH 7'])
})

test.run()
