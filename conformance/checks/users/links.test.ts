import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { linksIn } from './links.js'

const confirm = 'https://service.test/confirm?token=a'
const cancel = 'https://service.test/cancel?token=a'
const plain = 'https://service.test/a/1'

test('given an e-mail with a link that cancels its subject, then that link comes last', () => {
  assert.equal(linksIn({ text: `Not you? ${cancel}\nActivate: ${confirm}.` }), [confirm, cancel])
})

test('given links that do not reveal their effect, then the words before them, or in their elements, do', () => {
  const other = 'https://service.test/a/2'

  assert.equal(linksIn({ text: `If you did not ask for this: ${plain} Otherwise go on: ${other}` }), [
    other,
    plain,
  ])
  assert.equal(linksIn({ text: `<a href="${plain}">Cancel</a> <a href="${other}">Confirm</a>` }), [
    other,
    plain,
  ])
})

test('given only one link, after a word about undoing, then it is followed', () => {
  assert.equal(linksIn({ text: `If you did not ask for this, do nothing. Otherwise: (${plain}).` }), [plain])
})

test.run()
