import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { command } from './testing/command.js'

/*
 * schedkit/client as a client in every world.
 */

const suite = fileURLToPath(new URL('./testing/client-suite.js', import.meta.url))

test('given schedkit/client, then its tests pass in every world, and its requests show no mistake', async () => {
  const { code, out } = await command(
    ['client', '--strict', '--jobs', '4', '--timeout', '180', '--', process.execPath, '--test', suite],
    process.env as Record<string, string>,
  )

  assert.is(code, 0, out)
  assert.match(
    out.replaceAll(/\s+/g, ' '),
    /with (\d+) of \1 right services, (\d+) of \2 hard situations, (\d+) of \3 special times\./,
  )
  assert.not.match(out, 'What the requests show')
})

test.run()
