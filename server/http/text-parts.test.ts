import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Parts, Reply } from '../core/index.js'
import { between, inTextParts } from './text-parts.js'

const same = (parts: Parts) => parts
const partsOf = (...pieces: string[]) => inTextParts({ pieces }, same)

function textsOf({ parts }: Reply): string[] {
  const texts: string[] = []
  for (let text = parts?.next(); typeof text === 'string'; text = parts?.next()) texts.push(text)
  return texts
}

test('a short body stays whole', () => {
  const { body, parts } = partsOf('x'.repeat(32_767), 'y')

  assert.ok(body.startsWith('xx') && body.endsWith('xy\n'))
  assert.is(parts, undefined)
})

test('the parts of a long body are the body, and no character is cut in two', () => {
  const keys = '🗝'.repeat(50_000)
  const many = between(
    Array.from({ length: 9 }, (_, index) => String(index).repeat(9_999)),
    'between',
  )
  for (const pieces of [
    ['x'.repeat(100_000)],
    [`x${keys}`],
    [`${keys}x`],
    ['x', keys, '', keys, 'x'],
    many,
  ]) {
    const texts = textsOf(partsOf(...pieces))

    assert.is(texts.join(''), `${pieces.join('')}\n`)
    assert.ok(texts.length > 2)
    assert.ok(texts.every(text => text.length < 33_000 && text.isWellFormed()))
  }
})

test('parts that are closed have come to their end', () => {
  const { parts } = partsOf('x'.repeat(100_000))

  parts?.close()

  assert.is(parts?.next(), undefined)
})

test.run()
