import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../mock/testing/chromium.js'
import { command } from './testing/command.js'

/*
 * The console as a client: it works with every correct service.
 */

const suite = fileURLToPath(new URL('./testing/console-suite.js', import.meta.url))

test('given the console, then its tests pass in every right world, and its requests show no mistake', async () => {
  assert.ok(findChromium(), 'this needs Chromium')

  const { code, out } = await command(
    ['client', '--only', 'right', '--jobs', '2', '--', process.execPath, '--test', suite],
    process.env as Record<string, string>,
  )

  assert.is(code, 0, out)
  assert.match(out, /Your tests pass against the reference, and with (\d+) of \1 right services\./)
  assert.not.match(out, 'What the requests show')
})

test.run()
