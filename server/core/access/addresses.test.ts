import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blockOf, networkOf } from './addresses.js'

test('the addresses of one IPv6 /64 are one network, in any notation', () => {
  const household = ['2001:db8:0:7::1', '2001:db8:0:7:ffff:1:2:3', '2001:0DB8:0000:0007::abcd']

  assert.equal(household.map(networkOf), Array(3).fill('2001:db8:0:7'))
  assert.equal(['2001:db8::1', '2001:db8:0:8::1'].map(networkOf), ['2001:db8:0:0', '2001:db8:0:8'])
})

test('an IPv4 address is a network, also in its IPv6 form', () => {
  assert.equal(
    ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1'].map(networkOf),
    Array(3).fill('192.0.2.1'),
  )
  assert.is(networkOf('::1'), '::1')
})

test('a block is half of an IPv4 address, or 32 bits of an IPv6 one', () => {
  assert.equal(['192.0.2.1', '192.0.77.1', '192.1.2.1'].map(blockOf), ['192.0', '192.0', '192.1'])
  assert.equal(['2001:db8:0:7', '2001:db8:9:9'].map(blockOf), Array(2).fill('2001:db8'))
})

test.run()
