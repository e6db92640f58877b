import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createTurns } from './turns.js'

/** Turns with a budget of 5, in which each step takes 3. */
function createCounted() {
  let time = 0
  const later: (() => void)[] = []
  const done: string[] = []
  const turns = createTurns({ later: work => void later.push(work), now: () => time })
  const add = (caller: string, name: string, account = '') =>
    turns.add({ caller, account }, () => {
      time += 3
      done.push(name)
    })
  const turn = () => {
    for (const work of later.splice(0)) work()
    return done.splice(0)
  }
  return { add, turn }
}

test('steps run a few milliseconds at a time, and never at once', () => {
  const { add, turn } = createCounted()

  for (const name of ['a', 'b', 'c']) add('one', name)

  assert.equal(turn(), ['a', 'b'])
  assert.equal(turn(), ['c'])
  assert.equal(turn(), [])
})

test('a caller with many steps delays the first of another by one step, and so do the accounts of a caller', () => {
  const { add, turn } = createCounted()

  for (const name of ['a', 'b', 'c']) add('busy', name, 'ada')
  add('busy', 'd', 'bob')
  add('other', 'e')

  assert.equal([turn(), turn(), turn()], [['a', 'e'], ['d', 'b'], ['c']])
})

test.run()
