import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Refusal } from './errors.js'
import { limitParts } from './parts.js'
import { createTurns } from './turns.js'

const parts = () => ({ next: () => undefined, close() {} })

test('an account, an address and all together have only so many responses in parts at once', () => {
  const { limited } = limitParts({ account: 2, address: 3, total: 4 })
  const start = (account: string, address: string) => limited({ account, address }, parts())
  const refusal = (account: string, address: string) => {
    try {
      start(account, address).close()
    } catch (error) {
      assert.instance(error, Refusal)
      return (error as Refusal).message
    }
    return 'none'
  }

  const [first] = [start('ada', 'one'), start('ada', 'one'), start('bo', 'one')]

  assert.match(refusal('ada', 'two'), 'to this account')
  assert.match(refusal('bo', 'one'), 'to this address')
  const last = start('bo', 'two')
  assert.match(refusal('cy', 'three'), 'at once')
  last.close()
  last.close()
  assert.is(refusal('cy', 'three'), 'none')
  first?.close()
  assert.is(refusal('ada', 'two'), 'none')
})

test('steps take turns, a few milliseconds of them at a time', () => {
  const later: (() => void)[] = []
  const done: string[] = []
  let now = 0
  const turns = createTurns({ later: work => later.push(work), now: () => now, budget: 5 })
  const work = (name: string, steps: number) => {
    const step = (left: number) => () => {
      now += 2
      done.push(name)
      if (left > 1) turns.add(step(left - 1))
    }
    turns.add(step(steps))
  }

  work('a', 3)
  work('b', 3)
  const seen: string[] = []
  while (later.length > 0) {
    later.shift()?.()
    seen.push(done.splice(0).join(''))
  }

  assert.equal(seen, ['aba', 'bab'])
})

test.run()
