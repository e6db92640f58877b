import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { contentOf, replyWith } from './content.js'

const content = await contentOf('text', { etag: '"ours"' })
const statusFor = (known: string) => {
  const call = {
    ...{ method: 'GET', target: '/', origin: 'http://localhost', body: new Uint8Array() },
    header: (name: string) => (name === 'if-none-match' ? known : undefined),
  }
  return replyWith(call, content, parts => parts).status
}

test('given a list of ETags, with or without spaces, then ours is found in it', () => {
  assert.equal(
    ['"ours"', '"a", "ours"', '"a","ours" ,"b"', '*', '"a"', ''].map(statusFor),
    [304, 304, 304, 304, 200, 200],
  )
})

test.run()
