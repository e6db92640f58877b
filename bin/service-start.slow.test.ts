import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'
import { readyLine } from './testing/schedkit-process.js'
import { servicesFor } from './testing/services.js'

/*
 * What the starts of `schedkit serve` and `schedkit mock` have in common.
 */

const { start } = servicesFor(test)

for (const name of ['serve', 'mock']) {
  test(`given a seed file, then its users can log in to ${name}; given none, nobody can`, async () => {
    const file = join(newFolder(), 'seed.json')
    await writeFile(file, JSON.stringify({ users: [{ email: 'ada@example.test', password: 'analytical' }] }))

    const { url } = await readyLine(await start([name, '--seed', file, '--port', '0', '--log', 'json']))
    const authorization = `Basic ${btoa('ada@example.test:analytical')}`
    const answer = await fetch(`${url}/v1/users/me`, { headers: { authorization } })
    const banner = await (await start([name, '--seed', 'none', '--port', '0'])).wrote(/Ctrl-C/)

    assert.is(answer.status, 200)
    assert.match(banner, /There is no account/)
  })

  test(`given a seed file that is not there, then the start of ${name} fails with 1 and says so`, async () => {
    const { code, out, err } = await command([name, '--seed', 'nowhere.json', '--port', '0'])

    assert.is(code, 1)
    assert.match(err, /Failed to read the seed file .*nowhere\.json/)
    assert.is(out, '')
  })

  test(`given a port that is taken, then the start of ${name} fails with 1 and names a way out`, async () => {
    const taken = createServer()
    const port = await new Promise<number>(resolve => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port))
    })

    const { code, err } = await command([name, '--port', String(port)])

    taken.close()
    assert.is(code, 1)
    assert.is(
      err,
      `Failed to listen on 127.0.0.1:${port}: another program uses this port. Choose another one, or --port 0 for any free port.\n`,
    )
  })
}

test.run()
