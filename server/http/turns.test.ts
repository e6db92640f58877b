import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createTurns } from './turns.js'

/** `Turns` with a budget of 5, and work that takes a given time once its turn comes. */
function turns(waiting = 100) {
  let time = 0
  let isHeld = false
  let later: (() => void)[] = []
  const done: string[] = []
  const fair = createTurns(
    {
      ...{ later: work => void later.push(work), now: () => time },
    },
    {
      waiting,
      isHeld: () => isHeld,
      refuse: () => new Error('too much waits'),
    },
  )
  async function work(caller: string, name: string, takes: number, account = '', always = false) {
    await fair.turn({ caller, account }, always)
    time += takes
    done.push(name)
  }
  /** Ends a turn of the event loop, and begins the next. */
  async function turn() {
    const due = later
    later = []
    for (const each of due) {
      each()
      await settled()
    }
  }
  return { fair, work, done, turn, hold: (value: boolean) => (isHeld = value) }
}

/** Waits until pending promise callbacks have run. */
const settled = () => new Promise(resolve => setImmediate(resolve))

test('under low load, work starts at once', async () => {
  const { work, done } = turns()

  await work('one', 'a', 2)
  await work('one', 'b', 2)

  assert.equal(done, ['a', 'b'])
})

test('of work that always waits, one runs per turn, although none has used time before', async () => {
  const { work, done, turn } = turns()

  const waiting = ['a', 'b'].map(name => work('one', name, 1, '', true))
  await settled()
  assert.equal(done, [])
  await turn()
  assert.equal(done, ['a'])
  await turn()
  await Promise.all(waiting)

  assert.equal(done, ['a', 'b'])
})

test('when a turn has used its time, callers and their accounts take turns', async () => {
  const { work, done, turn } = turns()

  await work('busy', 'first', 9)
  const waiting = [
    work('busy', 'ada 1', 3, 'ada'),
    work('busy', 'ada 2', 3, 'ada'),
    work('busy', 'bob', 3, 'bob'),
    work('other', 'other', 3),
  ]
  await settled()
  assert.equal(done, ['first'])
  for (let turns = 0; turns < 4; turns++) await turn()
  await Promise.all(waiting)

  assert.equal(done, ['first', 'ada 1', 'other', 'bob', 'ada 2'])
})

test('the caller, and its account, whose work has taken the least time is next', async () => {
  for (const [callers, accounts] of [
    [
      ['heavy', 'light'],
      ['', ''],
    ],
    [
      ['same', 'same'],
      ['heavy', 'light'],
    ],
  ] as const) {
    const { work, done, turn } = turns()

    await work('busy', 'first', 9)
    const waiting = ['heavy 1', 'heavy 2', 'heavy 3'].map(name => work(callers[0], name, 8, accounts[0]))
    waiting.push(...['light 1', 'light 2', 'light 3'].map(name => work(callers[1], name, 1, accounts[1])))
    for (let turns = 0; turns < 6; turns++) await turn()
    await Promise.all(waiting)

    assert.equal(done, ['first', 'heavy 1', 'light 1', 'light 2', 'light 3', 'heavy 2', 'heavy 3'])
  }
})

test('newcomers, however many, do not delay those that have been waiting', async () => {
  const { work, done, turn } = turns()

  await work('busy', 'first', 9)
  const waiting = [work('slow', 'slow 1', 8), work('slow', 'slow 2', 8)]
  for (let turns = 0; turns < 10 && !done.includes('slow 2'); turns++) {
    for (const letter of ['a', 'b']) work(`new ${turns} ${letter}`, `new ${turns} ${letter}`, 1)
    await turn()
  }
  await Promise.all(waiting)

  assert.equal(done, ['first', 'slow 1', 'new 0 a', 'new 0 b', 'new 1 a', 'new 1 b', 'slow 2'])
})

test('while anyone waits, new work also waits', async () => {
  const { work, done, turn } = turns()

  await work('busy', 'first', 9)
  work('busy', 'second', 1)
  work('busy', 'third', 1)
  await turn()
  const late = work('other', 'late', 1)
  await settled()
  assert.equal(done, ['first', 'second'])
  await turn()
  await turn()
  await late

  assert.equal(done, ['first', 'second', 'late', 'third'])
})

test('each turn of the event loop starts a new budget', async () => {
  const { work, done, turn } = turns()

  for (const name of ['a', 'b', 'c']) {
    await work('one', name, 4)
    await turn()
  }

  assert.equal(done, ['a', 'b', 'c'])
})

test('while everyone has to wait, even little work waits', async () => {
  const { work, done, turn, hold } = turns()

  hold(true)
  const waiting = work('one', 'a', 1)
  await settled()
  assert.equal(done, [])
  hold(false)
  await turn()
  await waiting

  assert.equal(done, ['a'])
})

test('waiting requests are counted by address, and their addresses by block', async () => {
  const { fair, work, turn } = turns()

  await work('192.0.2.1', 'first', 9)
  const waiting = ['192.0.2.1', '192.0.2.1', '192.0.3.1'].map(caller => work(caller, '', 1))
  await settled()
  assert.equal(['192.0.2.1', '192.0.3.1', '192.0', '192.1'].map(fair.waitingFrom), [2, 1, 2, 0])
  for (let turns = 0; turns < 4; turns++) await turn()
  await Promise.all(waiting)

  assert.equal(['192.0.2.1', '192.0'].map(fair.waitingFrom), [0, 0])
})

test('if too much waits, the newest work of the busiest caller is refused', async () => {
  const { work, turn } = turns(2)

  await work('busy', 'first', 9)
  const waiting = Promise.allSettled([work('busy', 'a', 1), work('busy', 'b', 1), work('other', 'c', 1)])
  for (let turns = 0; turns < 3; turns++) await turn()
  const ends = await waiting

  assert.equal(
    ends.map(end => (end.status === 'fulfilled' ? 'done' : end.reason.message)),
    ['done', 'too much waits', 'done'],
  )
})

test.run()
