import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Check, check } from '../check/check.js'
import { certifyBy } from '../testing/certifying.js'
import { type FakeOptions, startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

const safeguard = check(
  'BULK-04',
  'a bulk delete touches what it lists',
  { provesSafe: ['DELETE resources'], danger: 'own' },
  async () => {},
)
const creates = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    check(`RES-05.number-${index}`, 'a resource can be made', {}, async ({ given }) => {
      await given.resource()
    }),
  )

async function run(checks: readonly Check[], odd?: FakeOptions['odd']) {
  const fake = await startFake(odd && { odd })
  const report = await certifyBy(fake, checks)
  const deletions = fake.calls.filter(
    ({ method, headers }) => method === 'DELETE' && headers['schedkit-check'] !== 'operations',
  )
  return {
    fake,
    report,
    bulk: deletions.filter(({ path }) => path.endsWith('/resources')),
    single: deletions.filter(({ path }) => !path.endsWith('/resources')),
  }
}

test('given bulk deletions that are safe, when checks have passed, then a few requests delete what they created', async () => {
  const { fake, report, bulk, single } = await run([safeguard, ...creates(60)])

  assert.is(report.verdict, 'incomplete')
  assert.ok(bulk.length >= 2 && bulk.length <= 4, String(bulk.length))
  assert.ok(single.length <= 2, String(single.length))
  assert.equal([fake.left(), report.remains], [[], []])
})

test('given a target that deletes only the first of a list, then the others are deleted one by one', async () => {
  const { fake, report, single } = await run([safeguard, ...creates(60)], ({ method, path }) =>
    method === 'DELETE' && path.endsWith('/resources') ? { body: { success: true } } : undefined,
  )

  assert.is(single.length, 60)
  assert.equal([fake.left(), report.remains], [[], []])
})

test('given a run without the checks of bulk deletions, then objects are deleted one by one', async () => {
  const { fake, bulk, single } = await run(creates(60))

  assert.equal([bulk.length, single.length, fake.left()], [0, 60, []])
})

test.run()
