import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/demo.js'
import { newFolder } from '../../server/testing/folder.js'
import { runInWorld } from './run-in-world.js'

const run = (program: string, signal = new AbortController().signal) =>
  runInWorld(undefined, {
    command: [process.execPath, '--input-type=module', '--eval', program],
    seed: now => demo({ now }),
    uniqueNames: 'service',
    folder: newFolder(),
    timeout: 60,
    signal,
  })

test('given an interruption before the tests have started, then they are ended', async () => {
  const { hasPassed, reason } = await run('setInterval(() => {}, 1000)', AbortSignal.abort())

  assert.equal([hasPassed, reason], [false, 'it was interrupted'])
})

test('given a process that has left the group of the tests and keeps their output open, then the run ends', async () => {
  const { hasPassed, output } = await run(`
    import { spawn } from 'node:child_process'
    spawn('sleep', ['20'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref()
    console.log('done')
    process.exit(0)`)

  assert.equal([hasPassed, output], [true, 'done\n'])
})

test('given a world in the environment, then the reference is not played in it', async () => {
  process.env.SCHEDKIT_WORLD = 'starts-down'
  try {
    const { exchanges } = await run(
      "const { SCHEDKIT_URL: url } = process.env; await fetch(url + '/v1/users/me')",
    )

    assert.equal(
      exchanges.map(({ status }) => status),
      [401],
    )
  } finally {
    delete process.env.SCHEDKIT_WORLD
  }
})

test.run()
