import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../mock/testing/chromium.js'
import { command } from './testing/command.js'

/*
 * The console as a client: it works with every service that the interface allows, and a user can bear with it what may happen to
 * anybody.
 */

const suite = fileURLToPath(new URL('./testing/console-suite.js', import.meta.url))

/** Hard situations are waited for more than worked with. */
const kinds = [
  { kind: 'right', jobs: '2', worlds: 'right services' },
  { kind: 'hard', jobs: '4', worlds: 'hard situations' },
]

for (const { kind, jobs, worlds } of kinds) {
  test(`given the console, then its tests pass in every ${kind} world, and its requests show no mistake`, async () => {
    assert.ok(findChromium(), 'this needs Chromium')

    const { code, out } = await command(
      ['client', '--only', kind, '--strict', '--jobs', jobs, '--', process.execPath, '--test', suite],
      process.env as Record<string, string>,
    )

    assert.is(code, 0, out)
    assert.match(
      out,
      new RegExp(`Your tests pass against the reference, and with (\\d+) of \\1 ${worlds}\\.`),
    )
    assert.not.match(out, 'What the requests show')
  })
}

test.run()
