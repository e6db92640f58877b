import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutPasswords } from './errors.js'

for (const password of [
  'secret',
  'sec@ret',
  'sec/ret',
  'sec:ret',
  'sec?ret',
  'sec#ret',
  'sec ret',
  'sec%ret',
  '@/:sec ret@',
])
  test(`given the URL of a database with the password ${password}, no part of it is printed`, () => {
    for (const scheme of ['postgres', 'postgresql', 'postgre']) {
      const printed = withoutPasswords(
        `Failed to use the data in ${scheme}://me:${password}@db/data: no such directory`,
      )

      assert.not.match(printed, /sec|ret/)
      assert.match(printed, /me:\*\*\*@db\/data/)
    }
  })

test('given a hint how a URL has to look, it is printed as it is', () => {
  const hint = 'not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE'

  assert.is(withoutPasswords(hint), hint)
})

test.run()
