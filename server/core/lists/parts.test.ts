import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Refusal } from '../wire/errors.js'
import { limitParts } from './parts.js'

const parts = () => ({ next: () => undefined, close() {} })

test('responses in parts are limited per account, per address and in total', () => {
  const { limited } = limitParts({ account: 2, address: 3, total: 4 })
  const start = (account: string, address: string) => limited({ account, address }, parts())
  const refusal = (account: string, address: string) => {
    try {
      start(account, address).close()
    } catch (error) {
      assert.instance(error, Refusal)
      return (error as Refusal).message
    }
    return 'none'
  }

  const [first] = [start('ada', 'one'), start('ada', 'one'), start('bo', 'one')]

  assert.match(refusal('ada', 'two'), 'to this account')
  assert.match(refusal('bo', 'one'), 'to this address')
  const last = start('bo', 'two')
  assert.match(refusal('cy', 'three'), 'at once')
  last.close()
  last.close()
  assert.is(refusal('cy', 'three'), 'none')
  first?.close()
  assert.is(refusal('ada', 'two'), 'none')
})

test.run()
