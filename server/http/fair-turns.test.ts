import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createFairTurns } from './fair-turns.js'

/** Turns with a budget of 5, and work that takes a given time. */
function turns(waiting = 100) {
  let time = 0
  const later: (() => void)[] = []
  const done: string[] = []
  const fair = createFairTurns({
    later: work => void later.push(work),
    now: () => time,
    waiting,
    refuse: () => new Error('too much waits'),
  })
  const work = (caller: string, name: string, takes: number, account = '') =>
    fair.run({ caller, account }, () => {
      time += takes
      done.push(name)
      return name
    })
  /** Handles the events of one turn. */
  const turn = () => {
    const begun = later.splice(0)
    for (const each of begun) each()
    return begun.length > 0
  }
  return { fair, work, done, turn }
}

test('little work is done at once', () => {
  const { work, done, turn } = turns()

  assert.is(work('one', 'a', 2), 'a')
  assert.is(work('one', 'b', 2), 'b')

  assert.equal(done, ['a', 'b'])
  assert.is(turn(), false)
})

test('work beyond some milliseconds waits for the next turn, and then callers and their accounts take turns', async () => {
  const { work, done, turn } = turns()

  assert.is(work('busy', 'first', 9), 'first')
  const waiting = [
    work('busy', 'ada 1', 3, 'ada'),
    work('busy', 'ada 2', 3, 'ada'),
    work('busy', 'bob', 3, 'bob'),
    work('other', 'other', 3),
  ]
  assert.equal(done, ['first'])
  turn()
  assert.equal(done, ['first', 'ada 1', 'other'])
  turn()

  assert.equal(done, ['first', 'ada 1', 'other', 'bob', 'ada 2'])
  assert.equal(await Promise.all(waiting), ['ada 1', 'ada 2', 'bob', 'other'])
})

test('each turn of the event loop begins anew', () => {
  const { fair, work, done } = turns()

  for (const name of ['a', 'b', 'c']) {
    assert.is(work('one', name, 4), name)
    fair.ended()
  }

  assert.equal(done, ['a', 'b', 'c'])
})

test('if too much waits, the newest work of the busiest caller is refused', async () => {
  const { work, turn } = turns(2)

  work('busy', 'first', 9)
  const waiting = [work('busy', 'a', 1), work('busy', 'b', 1), work('other', 'c', 1)]
  turn()
  const ends = await Promise.allSettled(waiting)

  assert.equal(
    ends.map(end => (end.status === 'fulfilled' ? end.value : end.reason.message)),
    ['a', 'too much waits', 'c'],
  )
})

test('an error reaches the caller, and the next work goes on', async () => {
  const { fair, work, turn } = turns()
  const failing = () => {
    throw new Error('failed')
  }
  const asker = { caller: 'one', account: '' }

  assert.throws(() => fair.run(asker, failing), /failed/)
  work('one', 'first', 9)
  const late = Promise.resolve(fair.run(asker, failing)).catch(error => error.message)
  const next = work('one', 'next', 1)
  turn()

  assert.equal(await Promise.all([late, next]), ['failed', 'next'])
})

test.run()
