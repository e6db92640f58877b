import stringWidth from 'string-width'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ProgressState } from '../run/runner.js'
import { clockTime, progressLine } from './progress.js'

const state: ProgressState = {
  done: 100,
  planned: 400,
  failed: 2,
  running: ['RES-05.create', 'BOK-01.list', 'BOK-02.wipe'],
  elapsed: 30_000,
}

test('given a run, when its line is written, then it says what is done, failed, running and left', () => {
  const line = progressLine(state, 120)

  assert.is(
    line,
    '██████░░░░░░░░░░░░░░░░░░ 100/400  2 failed  0:30, about 1:30 left  RES-05.create BOK-01.list BOK-02.wipe',
  )
})

test('given a wait, when the line is written, then it says until when and for what, and the estimate grows', () => {
  const line = progressLine({ ...state, waiting: 11_200, waitingFor: 'the rate limit of ada' }, 140)

  assert.match(line, /waiting until \d\d:\d\d:\d\d for the rate limit of ada {2}/)
  assert.match(line, /about 1:41 left/)
})

test('given any width, when the line is written, it is one line and not wider', () => {
  for (let width = 10; width <= 140; width += 1) {
    const line = progressLine(
      { ...state, waiting: 5000, running: ['RES-05\n\x1b[2Jx', '予約'.repeat(40)] },
      width,
    )

    assert.ok(stringWidth(line) <= width, `${width}: ${line}`)
    assert.not.match(line, /[\x00-\x1f]/)
    assert.match(line, /^.*100\/400/)
  }
})

test('given too few checks for an estimate, when the line is written, then it has no remaining time', () => {
  assert.not.match(progressLine({ ...state, done: 3 }, 120), /left/)
  assert.not.match(progressLine({ ...state, done: 0 }, 120), /left/)
  assert.not.match(progressLine({ ...state, done: 400 }, 120), /left/)
})

test('given nothing planned so far, when the line is written, then it says what the run is doing', () => {
  assert.match(
    progressLine({ done: 0, planned: 0, failed: 0, running: [], elapsed: 0 }, 80),
    /^preparing {2}0:00$/,
  )
})

test('given milliseconds, when a clock shows them, then minutes and seconds have two digits where needed', () => {
  assert.equal([-5, 7000, 760_000, 3_723_000].map(clockTime), ['0:00', '0:07', '12:40', '1:02:03'])
})

test.run()
