import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createSeedProgress } from './seed-progress.js'

function screen(isTTY: boolean) {
  const written: string[] = []
  let now = 0
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) > 0 }
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { written, pass, progress: createSeedProgress(stream as never, () => now) }
}

test('on a terminal a bar shows how much is read, then how much is loaded, and is removed at the end', () => {
  const { written, pass, progress } = screen(true)

  progress.show({ step: 'read', done: 500, total: 1_000 })
  progress.show({ step: 'load', done: 1_000, total: 4_000 })
  progress.end()
  pass(60_000)
  progress.show({ step: 'load', done: 2_000, total: 4_000 })

  assert.match(written.join(''), /50 % {2}500 of 1,000 bytes read/)
  assert.match(written.join(''), /25 % {2}1,000 of 4,000 bookings loaded/)
  assert.is(written.length, 4)
  assert.is(written.at(-1), '\r\u001b[2K')
})

test('if the output is piped and the work was long, one line at the end gives the duration', () => {
  for (const [took, line] of [
    [9_000, []],
    [12_000, ['Loaded 4,000 bookings in 12 s.\n']],
  ] as const) {
    const { written, pass, progress } = screen(false)

    progress.show({ step: 'read', done: 500, total: 1_000 })
    progress.show({ step: 'load', done: 1_000, total: 4_000 })
    pass(took)
    progress.show({ step: 'load', done: 4_000, total: 4_000 })
    progress.end()

    assert.equal(written, line)
  }
})

test('a service that reads no file shows nothing', () => {
  for (const isTTY of [true, false]) {
    const { written, pass, progress } = screen(isTTY)
    pass(60_000)
    progress.end()

    assert.equal(written, [])
  }
})

test.run()
