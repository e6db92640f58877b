import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchClient } from './clients.js'
import { judgeClient } from './judge-client.js'

test('given a client with fetch, then no right world accuses it, and each of its mistakes is found by its world', async () => {
  const { accusations, passed, missed } = await judgeClient(fetchClient, { only: ['right'] })

  assert.equal(accusations, [])
  assert.is(passed.right.passed, passed.right.of)
  assert.equal(missed, [])
})

test.run()
