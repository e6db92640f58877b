import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pause } from '../store-samples.contract.js'
import { createGate } from './gate.js'

/** A gate whose work records when it begins and ends, and ends on demand. */
function watched() {
  const gate = createGate()
  const seen: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const enter = async (kind: 'shared' | 'exclusive', name: string) =>
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

test('given shared work, then it runs in parallel', async () => {
  const { enter, end, seen } = watched()

  const tasks = [enter('shared', 'a'), enter('shared', 'b')]
  await end('b')
  await end('a')

  assert.equal(await Promise.all(tasks), ['a', 'b'])
  assert.equal(seen, ['a', 'b', 'b.', 'a.'])
})

test('given exclusive work, then it waits for running work, and later work waits for it', async () => {
  const { enter, end, seen } = watched()
  const tasks = [
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
  assert.equal(await Promise.all(tasks), ['a', 'b', 'c', 'd', 'e', 'f'])
})

test('given work that fails, then its caller gets the error and the next work starts', async () => {
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

test('given exclusive work that yields to readers, then shared work starts meanwhile, and other exclusive work does not', async () => {
  const gate = createGate()
  const seen: string[] = []
  const note = (name: string) => () => void seen.push(name)

  const large = gate.exclusive(async () => {
    seen.push('large')
    await pause()
    await gate.yieldToReaders(async () => {
      gate.shared(note('arriving'))
      await pause()
    })
    gate.shared(note('late'))
    await pause()
    seen.push('large.')
  })
  const tasks = [gate.exclusive(note('exclusive')), gate.shared(note('waiting'))]
  await Promise.all([large, ...tasks])
  await pause()

  assert.equal(seen, ['large', 'arriving', 'waiting', 'large.', 'exclusive', 'late'])
})

test('given shared work that started while exclusive work yielded, then the next exclusive work waits for it', async () => {
  const gate = createGate()
  const seen: string[] = []
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })

  const large = gate.exclusive(() =>
    gate.yieldToReaders(async () => {
      void gate.shared(() => held.then(() => void seen.push('shared')))
      await pause()
    }),
  )
  await large
  const exclusive = gate.exclusive(() => void seen.push('exclusive'))
  await pause()
  letGo()
  await exclusive

  assert.equal(seen, ['shared', 'exclusive'])
})

test.run()
