import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyServer } from '../runner/certify-server.js'
import { variantWith } from './combinations.js'
import { variants } from './index.js'

test('given two variants that escape answers, when they are combined, then a text is unescaped correctly', async () => {
  const { alter } = variantWith(variants, 'answers-in-ascii + behind-a-gateway')

  const outcome = await certifyServer([alter], { only: ['ENV-16.html'] })

  assert.ok('report' in outcome)
  assert.is(outcome.report.checks.find(({ id }) => id === 'ENV-16.html')?.outcome, 'passed')
})

test.run()
