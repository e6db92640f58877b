import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyServer } from '../../runner/certify-server.js'
import { faults } from '../index.js'

test('given ids that are strings in lists only, then bulk requests are not accused of changing or leaving objects', async () => {
  const fault = faults.find(({ id }) => id === 'listed-ids-as-text')

  const result = await certifyServer(fault ? [fault.alter] : [], {
    only: ['CROSS-01.collaborators', 'CROSS-02.collaborators', 'CROSS-03', 'ENV-12.collaborator'],
  })

  if (!('report' in result)) throw new Error(result.unreachable)
  const failed = result.report.checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
  assert.equal(failed, ['ENV-12.collaborator'])
})

test.run()
