import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Parts, Reply } from '../core/index.js'
import { inTextParts } from './text-parts.js'

const same = (parts: Parts) => parts
const reply = (body: string): Reply => ({ status: 200, headers: {}, body })

function textsOf({ parts }: Reply): string[] {
  const texts: string[] = []
  for (let text = parts?.next(); typeof text === 'string'; text = parts?.next()) texts.push(text)
  return texts
}

test('a short body stays whole', () => {
  const short = reply('x'.repeat(32_768))

  assert.is(inTextParts(short, same), short)
})

test('the parts of a long body are the body, and no character is cut in two', () => {
  for (const body of ['x'.repeat(100_000), `x${'🗝'.repeat(50_000)}`, `${'🗝'.repeat(50_000)}x`]) {
    const texts = textsOf(inTextParts(reply(body), same))

    assert.is(texts.join(''), body)
    assert.ok(texts.length > 2)
    assert.ok(texts.every(text => text.length < 33_000 && text.isWellFormed()))
  }
})

test('parts that are closed have come to their end', () => {
  const { parts } = inTextParts(reply('x'.repeat(100_000)), same)

  parts?.close()

  assert.is(parts?.next(), undefined)
})

test.run()
