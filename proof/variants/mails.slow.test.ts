import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify } from '../../conformance/index.js'
import { newFolder } from '../../server/testing/folder.js'
import { refuseIf } from '../alter/requests.js'
import { port } from '../alter/stored.js'
import { certifyServer } from '../runner/certify-server.js'
import { assemble } from '../server/assemble.js'
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

test('given a service that refuses a new address, then checks that need it activated say so, with the request', async () => {
  const refusing = refuseIf('changeMe', ({ body }) => body.email !== undefined)

  const result = await certifyServer([refusing], { only: ['USER-32'] })

  if (!('report' in result)) throw new Error(result.unreachable)
  const found = result.report.checks.find(({ id }) => id === 'USER-32')
  assert.is(found?.outcome, 'skipped')
  assert.is(found?.reason, 'a new email address was refused with the status 422')
  assert.match(found?.evidence[0]?.exchanges[0]?.body ?? '', '"email"')
})

test('given a service that closes accounts until their new address is activated, then a few accounts last', async () => {
  const { options, close } = await assemble([variantWith(variants, 'closed-until-activated').alter])
  const ledgerFolder = newFolder()
  const { target } = options

  const report = await certify({
    ...{ ...options, ledgerFolder, only: ['USER-3*'], allow: ['all'], mailTimeout: 5000 },
    target: { ...target, disposable: target.disposable?.slice(0, 3) ?? [] },
  })

  await close()
  assert.equal(
    report.checks.filter(({ outcome }) => outcome === 'skipped').map(({ id, reason }) => `${id}: ${reason}`),
    [],
  )
})

test.run()
