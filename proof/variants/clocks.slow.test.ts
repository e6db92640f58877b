import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Selection } from '../../server/core/index.js'
import { collection } from '../alter/stored.js'
import { certifyServer } from '../runner/certify-server.js'
import { all } from '../server/parts.js'
import { variantWith } from './combinations.js'
import { variants } from './index.js'

test('given dates to the second, and updates by a part whose clock is behind, then no date is called unchanged', async () => {
  const behind = all(
    ...(['resources', 'bookings', 'collaborators'] as const).map(name =>
      collection(name, usual => ({
        change: (selection: Selection, change: object, now: number) =>
          usual.change(selection, change, now - 450),
      })),
    ),
  )

  const result = await certifyServer([variantWith(variants, 'dates-without-fractions').alter, behind], {
    only: ['BULK-23', 'RES-32', 'BKG-25', 'COL-19'],
  })

  if (!('report' in result)) throw new Error(result.unreachable)
  const { checks } = result.report
  const accused = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  assert.equal(
    accused.map(({ id, evidence }) => `${id}: ${evidence[0]?.message}`),
    [],
  )
  assert.ok(checks.filter(({ outcome }) => outcome === 'passed').length > 5)
})

test.run()
