import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createPool } from './pool.js'

const accounts = ['a', 'b'].map(name => ({ email: `${name}@example.test`, password: name }))

test('given a pool, when all accounts are in use, then the next request waits until one is returned', async () => {
  const pool = createPool(accounts)
  const [first, second] = [await pool.take(), await pool.take()]
  let third: unknown = 'waiting'
  const taken = pool.take().then(account => {
    third = account
  })

  await Promise.resolve()
  assert.is(third, 'waiting')
  if (second) pool.give(second, true)
  await taken

  assert.is(third, second)
  assert.is.not(first, second)
})

test('given somebody who waits, when the last account is gone, then they get none', async () => {
  const pool = createPool(accounts)
  const taken = [await pool.take(), await pool.take()]
  const waiting = pool.take()

  for (const account of taken) if (account) pool.give(account, false)

  assert.is(await waiting, undefined)
  assert.is(await pool.take(), undefined)
  assert.equal([pool.size, pool.list()], [0, []])
})

test('given an account with another password, when it is returned, then the first one is remembered', async () => {
  const pool = createPool(accounts)
  const account = await pool.take()
  if (account) pool.give(Object.assign(account, { password: 'new' }), true)

  const [, changed] = pool.list()

  assert.equal([changed?.email, changed?.password, changed?.original], ['a@example.test', 'new', 'a'])
})

test.run()
