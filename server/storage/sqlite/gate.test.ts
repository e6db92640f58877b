import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pause } from '../../core/store-samples.contract.js'
import { createGate } from './gate.js'

/** A gate whose works note when they begin and end, and end when they are told to. */
function watched() {
  const gate = createGate()
  const seen: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const enter = (kind: 'together' | 'alone', name: string) =>
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

test('given works that go together, they run side by side', async () => {
  const { enter, end, seen } = watched()

  const works = [enter('together', 'a'), enter('together', 'b')]
  await end('b')
  await end('a')

  assert.equal(await Promise.all(works), ['a', 'b'])
  assert.equal(seen, ['a', 'b', 'b.', 'a.'])
})

test('given a work alone, it waits for those inside, and those that come later wait for it', async () => {
  const { enter, end, seen } = watched()
  const works = [
    enter('together', 'a'),
    enter('together', 'b'),
    enter('alone', 'c'),
    enter('together', 'd'),
    enter('together', 'e'),
    enter('alone', 'f'),
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

test('given a work that fails, its caller learns of it and the next one enters', async () => {
  for (const kind of ['together', 'alone'] as const) {
    const { enter, end, seen } = watched()
    const reason = new Error('no')
    const failed = enter(kind, 'a').catch(error => error)
    const next = enter('alone', 'b')

    await end('a', reason)
    await end('b')

    assert.is(await failed, reason)
    assert.is(await next, 'b')
    assert.equal(seen, ['a', 'b', 'b.'])
  }
})

test('given a work that throws at once, the gate is free again', async () => {
  const gate = createGate()
  const reason = new Error('no')

  const failed = await gate
    .alone(() => {
      throw reason
    })
    .catch(error => error)

  assert.is(failed, reason)
  assert.is(await gate.alone(async () => 'next'), 'next')
})

test.run()
