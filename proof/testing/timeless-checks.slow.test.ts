import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timelessChecks } from '../../conformance/run/timeless-checks.js'
import { countRun } from './counted-run.js'

test('given a complete run, then checks that run while settings of the owner change send nothing that depends on them', async () => {
  const { timed } = await countRun()

  const wrong = [...timelessChecks].filter(id => timed.has(id))

  assert.equal(wrong, [], 'Run npm run count:requests.')
})

test.run()
