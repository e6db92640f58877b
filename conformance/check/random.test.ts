import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createRandom, hash } from './created.js'

const draw = (seed: number) => {
  const random = createRandom(seed)
  return [
    random.int(1, 1e9),
    random.text(12),
    random.pick(['a', 'b', 'c']),
    random.shuffle([1, 2, 3, 4, 5, 6, 7, 8]),
  ]
}

test('given the same seed, when values are drawn, then they are the same, and different for another seed', () => {
  assert.equal(draw(7), draw(7))
  assert.not.equal(draw(7), draw(8))
})

test('given a range, when many numbers are drawn, then all of it occurs and nothing else', () => {
  const random = createRandom(1)

  const drawn = new Set(Array.from({ length: 500 }, () => random.int(3, 7)))

  assert.equal([...drawn].sort(), [3, 4, 5, 6, 7])
})

test('given values, when they are shuffled, then all are still there and the list is unchanged', () => {
  const values = Object.freeze([1, 1, 2, 3, 4, 5])

  const shuffled = createRandom(3).shuffle(values)

  assert.equal([...shuffled].sort(), [...values])
})

test('given a length, when a text is drawn, then it has as many letters and digits', () => {
  assert.match(createRandom(1).text(40), /^[a-z0-9]{40}$/)
  assert.is(createRandom(1).text(0), '')
})

test('given an empty list, when an element is picked, then that is an error', () => {
  assert.throws(() => createRandom(1).pick([]), /nothing to pick/)
})

test('given texts, when they are hashed, then the numbers are those of FNV-1a', () => {
  assert.equal([hash(''), hash('a'), hash('foobar')], [0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})

test.run()
