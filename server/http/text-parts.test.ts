import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Parts, Reply } from '../core/index.js'
import { between, inParts } from './text-parts.js'

const same = (parts: Parts) => parts
const partsOf = (...pieces: string[]) => inParts({ pieces }, same)

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

test('the parts of bytes are the bytes, whose length is known', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)

  const { headers, parts } = inParts({ bytes, headers: { 'content-encoding': 'gzip' } }, same)
  const sent: Uint8Array[] = []
  for (let part = parts?.next(); part instanceof Uint8Array; part = parts?.next()) sent.push(part)

  assert.is(headers['content-length'], '70000')
  assert.ok(Buffer.concat(sent).equals(bytes))
  assert.is(sent.length, 3)
})

test('parts that are closed have come to their end', () => {
  const { parts } = partsOf('x'.repeat(100_000))

  parts?.close()

  assert.is(parts?.next(), undefined)
})

test.run()
