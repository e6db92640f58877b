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

test('given an invitation that arrives between the change of address and its activation link, then the kit waits for that link', async () => {
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

test('given a service that refuses a new address, then checks that need its activation say so, with the request', async () => {
  const refusing = refuseIf('changeMe', ({ body }) => body.email !== undefined)

  const result = await certifyServer([refusing], { only: ['USER-32'] })

  if (!('report' in result)) throw new Error(result.unreachable)
  const found = result.report.checks.find(({ id }) => id === 'USER-32')
  assert.is(found?.outcome, 'skipped')
  assert.is(found?.reason, 'a new email address was refused with the status 422')
  assert.match(found?.evidence[0]?.exchanges[0]?.body ?? '', '"email"')
})

test('given a service that locks accounts until their new address is activated, then a few accounts suffice', async () => {
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
