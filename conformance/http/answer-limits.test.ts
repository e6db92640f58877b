import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonExcess, sizeText } from './answer-limits.js'

const tooDeep = 'is nested more than 100 levels deep'

test('arrays and objects may be nested a hundred levels deep, and not one more', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

  assert.is(jsonExcess(nested(100)), undefined)
  assert.is(jsonExcess(nested(102)), tooDeep)
  assert.is(jsonExcess('[{}],'.repeat(1_000)), undefined)
  assert.is(jsonExcess('['.repeat(2_000_000)), tooDeep)
})

test('brackets and commas in strings do not count', () => {
  const brackets = '['.repeat(200)

  for (const text of [brackets, `"${brackets}`, `${brackets}\\`, `\\"${brackets}\\\\`])
    assert.is(jsonExcess(JSON.stringify([text, text])), undefined, text)
  assert.is(jsonExcess(`["\\\\",${brackets}`), tooDeep)
  assert.is(jsonExcess(`"${','.repeat(1_000_001)}"`), undefined)
})

test('a million values are allowed, and more in a larger response', () => {
  const values = (count: number) => `[${'0,'.repeat(count - 1)}0]`

  assert.is(jsonExcess(values(1_000_000)), undefined)
  assert.is(jsonExcess(values(1_000_001)), 'has more than 1000000 values')
  assert.is(jsonExcess(values(1_000_001), 100_000_000), undefined)
})

test('what is not JSON is judged as far as possible, and fast', () => {
  assert.is(jsonExcess(''), undefined)
  assert.is(jsonExcess('"never closed'), undefined)
  assert.is(jsonExcess(`"${'\\"'.repeat(5_000_000)}`), undefined)
  assert.is(jsonExcess(']'.repeat(1_000)), undefined)
})

test('sizes are in the largest unit that keeps them whole', () => {
  assert.equal([16_000_000, 1_500_000, 2e9, 300, 1].map(sizeText), [
    '16 MB',
    '1500 kB',
    '2 GB',
    '300 bytes',
    '1 byte',
  ])
})

test.run()
