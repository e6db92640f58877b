import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Cost, effectiveChecksText, killsByCheck, orderChecks } from './effective-checks.js'

const kills = (of: Record<string, string[]>) =>
  new Map(Object.entries(of).map(([check, faults]) => [check, new Set(faults)]))
const costs = (of: Record<string, number | Cost>) =>
  new Map(Object.entries(of).map(([check, cost]) => [check, typeof cost === 'number' ? { own: cost } : cost]))

test('given checks that catch the same faults, then the one with most new faults per request comes next, and redundant ones are left out', () => {
  const order = orderChecks(
    kills({ a: ['1', '2'], b: ['1', '2', '3'], c: ['3'], d: ['4', '5'] }),
    costs({ a: 2, b: 9, c: 4, d: 1 }),
  )

  assert.equal(order, [
    { id: 'd', requests: 1, faults: 2 },
    { id: 'a', requests: 2, faults: 2 },
    { id: 'c', requests: 4, faults: 1 },
  ])
})

test('given checks that share something, or need the same check, then only the first of them pays for it', () => {
  const order = orderChecks(
    kills({ a: ['1', '2', '3'], b: ['4', '5'], c: ['6'], d: ['7'] }),
    costs({
      a: { own: 2, shared: { sample: 8 } },
      b: { own: 1, shared: { sample: 8 } },
      c: 9,
      d: 9,
      first: 10,
    }),
    id => (id === 'c' || id === 'd' ? ['first'] : []),
  )

  assert.equal(order, [
    { id: 'a', requests: 10, faults: 3 },
    { id: 'b', requests: 1, faults: 2 },
    { id: 'c', requests: 9, faults: 1 },
    { id: 'd', requests: 9, faults: 1 },
  ])
})

test('given a fault that fails a check, then checks that only warn do not count; for an invariant, the checks that sent the requests do', () => {
  const seen = [
    { check: 'RES-05.create', shownBy: ['RES-05.create'], outcome: 'failed', message: '' },
    { check: 'RES-13', shownBy: ['RES-13'], outcome: 'warned', message: '' },
    { check: 'ENV-03.answers', shownBy: ['ENV-03.answers', 'RES-32'], outcome: 'failed', message: '' },
  ] as const
  const caught = killsByCheck([
    { id: 'wrong', seen },
    { id: 'advised', seen: [seen[1]] },
  ])

  assert.equal(
    [...caught],
    [
      ['RES-05.create', new Set(['wrong'])],
      ['ENV-03.answers', new Set(['wrong'])],
      ['RES-32', new Set(['wrong'])],
      ['RES-13', new Set(['advised'])],
    ],
  )
  assert.equal(
    orderChecks(caught, costs({ 'RES-13': 3 })).map(({ id }) => id),
    ['RES-13'],
  )
})

test('the file has each check of the order, and the number of faults', () => {
  const text = effectiveChecksText([{ id: 'RES-05.create', requests: 7, most: 9, faults: 3 }], 12)

  assert.match(text, /\nRES-05\.create:7\/9:3\n/)
  assert.match(text, /knownFaults = 12\n/)
})

test.run()
