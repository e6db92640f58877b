import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { port } from '../alter/stored.js'
import { certifyServer } from '../runner/certify-server.js'
import { variantWith } from './combinations.js'
import { variants } from './index.js'

test('given an invitation that comes after the address was given to an account, and before the link to activate it, then that link is waited for', async () => {
  const late = port('mailer', usual => ({
    keep(mail, rows) {
      const send = usual.keep(mail, rows)
      return () => void wait(mail.kind === 'invitation' ? 300 : 2_000).then(send)
    },
  }))

  const result = await certifyServer([variantWith(variants, 'invited-only').alter, late], {
    only: ['USER-32.invited'],
  })

  if (!('report' in result)) throw new Error(result.unreachable)
  const found = result.report.checks.find(({ id }) => id === 'USER-32.invited')
  assert.is(found?.outcome, 'passed', JSON.stringify(found?.evidence))
})

test.run()
