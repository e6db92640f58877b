import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify } from '../../conformance/index.js'
import { newFolder } from '../../server/testing/folder.js'
import { assemble } from '../server/assemble.js'
import { variantWith } from './combinations.js'
import { variants } from './index.js'

test('given a service that refuses used passwords, when a login with a new one gets no response, then the check starts over with another', async () => {
  const { options, close } = await assemble([variantWith(variants, 'used-passwords-refused').alter])
  const { fetch: usual = fetch } = options
  let broken = 0
  const breaking: typeof fetch = async (url, sent) => {
    const { method, headers } = sent as { method: string; headers: Record<string, string> }
    // Three attempts of the first read after the change.
    if (headers['schedkit-check'] === 'USER-37' && method === 'GET' && broken++ < 3)
      throw new TypeError('terminated')
    return usual(url, sent)
  }

  const { target } = options
  const report = await certify({
    ...options,
    target: { ...target, disposable: target.disposable?.slice(1, 2) ?? [] },
    fetch: breaking,
    ledgerFolder: newFolder(),
    only: ['USER-37'],
    allow: ['all'],
    retryDelay: 1,
  })

  await close()
  const found = report.checks.find(({ id }) => id === 'USER-37')
  assert.equal(
    [found?.outcome, found?.attempts],
    ['passed', 2],
    JSON.stringify([found?.reason, found?.evidence]),
  )
})

test.run()
