import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checksWithoutTimes } from '../../conformance/run/checks-without-times.js'
import { countRun } from './counted-run.js'

test('given a complete run, then checks that run while settings of the owner change send nothing that depends on them', async () => {
  const { timed } = await countRun()

  const wrong = [...checksWithoutTimes].filter(id => timed.has(id))

  assert.equal(wrong, [], 'Run npm run count:requests.')
})

test.run()
