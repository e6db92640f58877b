import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'

/*
 * Complete programs in other languages, which start servers and certify them.
 */

for (const [example, interpreter] of [
  ['docs/examples/certify.py', 'python3'],
  ['docs/examples/certify.php', 'php'],
] as const) {
  test(`${example} certifies a server, stops it and exits with the verdict`, async () => {
    if (spawnSync(interpreter, ['--version']).status !== 0) {
      process.stderr.write(`${example} is not tried: there is no ${interpreter}.\n`)
      return
    }
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    // Like npx, it starts a child process, which does not receive a signal sent to the parent.
    const folder = newFolder()
    const starter = join(folder, 'npx.sh')
    await writeFile(starter, 'node dist/node/schedkit.js "$@"\nexit $?\n')
    const env = { ...process.env, SCHEDKIT: `sh ${starter}`, PORT: String(port), NO_COLOR: '1' }
    const run = (...args: string[]) =>
      spawnSync(interpreter, [example, ...args], { env, encoding: 'utf8', timeout: 60_000 })

    const passed = run('--only', 'AUTH-01')
    await assertFree(port)
    const wrong = run('--jobs', '0')

    assert.is(passed.status, 0, passed.stderr)
    assert.match(passed.stdout, 'AUTH')
    assert.is(wrong.status, 2)
    await assertFree(port)
  })
}

/** Waits until nothing listens on a port any more: a process takes some milliseconds to react to a signal. */
async function assertFree(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isOpen) return
    await sleep(50)
  }
  assert.unreachable(`The example left a server on port ${port}.`)
}

test.run()
