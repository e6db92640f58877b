import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyServer } from './certify-server.js'
import { judgeVariant } from './verdict.js'

test('given the server without a fault, when it is certified, then every check is passed and nothing is left', async () => {
  const outcome = await certifyServer([])

  const { problems, seen } = judgeVariant({ id: 'right', warns: [], skips: [] }, outcome)

  assert.equal(problems, [])
  assert.equal(seen, [])
})

test.run()
