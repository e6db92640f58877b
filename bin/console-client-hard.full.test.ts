import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../mock/testing/chromium.js'
import { command } from './testing/command.js'

/*
 * The console as a client in hard situations. Most of the time is spent waiting, so three worlds run at a time, each with its
 * own browser.
 */

const suite = fileURLToPath(new URL('./testing/console-suite.js', import.meta.url))

test('given the console, then its tests pass in every hard world, and its requests show no mistake', async () => {
  assert.ok(findChromium(), 'this needs Chromium')

  const { code, out } = await command(
    ['client', '--only', 'hard', '--strict', '--jobs', '3', '--', process.execPath, '--test', suite],
    process.env as Record<string, string>,
  )

  assert.is(code, 0, out)
  assert.match(out, /Your tests pass against the reference, and with (\d+) of \1 hard situations\./)
  assert.not.match(out, 'What the requests show')
})

test.run()
