import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createGate } from './gate.js'
import { pause } from './store-samples.contract.js'

/** A gate whose work records when it begins and ends, and ends when told to. */
function watched() {
  const gate = createGate()
  const seen: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const enter = (kind: 'shared' | 'exclusive', name: string) =>
    gate[kind](async () => {
      seen.push(name)
      await new Promise<void>((resolve, reject) =>
        ends.set(name, error => (error ? reject(error) : resolve())),
      )
      seen.push(`${name}.`)
      return name
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await pause()
  }
  return { enter, end, seen }
}

test('given shared work, it runs side by side', async () => {
  const { enter, end, seen } = watched()

  const works = [enter('shared', 'a'), enter('shared', 'b')]
  await end('b')
  await end('a')

  assert.equal(await Promise.all(works), ['a', 'b'])
  assert.equal(seen, ['a', 'b', 'b.', 'a.'])
})

test('given exclusive work, it waits for work inside, and later work waits for it', async () => {
  const { enter, end, seen } = watched()
  const works = [
    enter('shared', 'a'),
    enter('shared', 'b'),
    enter('exclusive', 'c'),
    enter('shared', 'd'),
    enter('shared', 'e'),
    enter('exclusive', 'f'),
  ]

  await end('a')
  assert.equal(seen, ['a', 'b', 'a.'])
  await end('b')
  assert.equal(seen.slice(3), ['b.', 'c'])
  await end('c')
  assert.equal(seen.slice(5), ['c.', 'd', 'e'])
  await end('e')
  assert.equal(seen.slice(8), ['e.'])
  await end('d')
  await end('f')

  assert.equal(seen.slice(9), ['d.', 'f', 'f.'])
  assert.equal(await Promise.all(works), ['a', 'b', 'c', 'd', 'e', 'f'])
})

test('given work that fails, its caller gets the error and the next work enters', async () => {
  for (const kind of ['shared', 'exclusive'] as const) {
    const { enter, end, seen } = watched()
    const reason = new Error('no')
    const failed = enter(kind, 'a').catch(error => error)
    const next = enter('exclusive', 'b')

    await end('a', reason)
    await end('b')

    assert.is(await failed, reason)
    assert.is(await next, 'b')
    assert.equal(seen, ['a', 'b', 'b.'])
  }
})

test('given work that throws at once, the gate is free again', async () => {
  const gate = createGate()
  const reason = new Error('no')

  const failed = await gate
    .exclusive(() => {
      throw reason
    })
    .catch(error => error)

  assert.is(failed, reason)
  assert.is(await gate.exclusive(async () => 'next'), 'next')
})

test.run()
