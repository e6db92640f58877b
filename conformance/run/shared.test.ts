import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { holds } from '../check/assertions.js'
import { check, invariant } from '../check/check.js'
import type { Context } from '../check/context.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

const sharedRoom = ({ once, shared }: Context) => once('a room', () => shared.resource())
const linesOf = (curl = '') => curl.split('\n').map(line => line.slice(0, 60))

test('given a result that another check made, when a check fails with it, then its script begins with the first object', async () => {
  const fake = await startFake()
  const first = check('RES-05.a', 'makes it', async context => void (await sharedRoom(context)))
  const second = check('RES-05.b', 'needs it', { after: 'RES-05.a' }, async context => {
    const room = await sharedRoom(context)
    const reply = await context.owner.get(room.path, { fields: 'id' })
    holds(false, 'wrong', { replies: [reply] })
  })

  const report = await certifyBy(fake, [first, second], { jobs: 1 })

  const { evidence, requests } = checkOf(report, 'RES-05.b')
  const [, , create = '', read = '', , cleanup = ''] = linesOf(evidence[0]?.curl)
  assert.match(create, /^RESOURCE_1=\$\(curl -sS -X POST/)
  assert.match(read, /^curl -sS -u "\$OWNER"/)
  assert.match(cleanup, /^curl -sS -X DELETE/)
  assert.match(evidence[0]?.curl ?? '', `resources/'"$RESOURCE_1"'?fields=id'`)
  assert.is(requests, 1)
  assert.equal(fake.left(), [])
})

test('given shared results, one of which needs another, then the report says what each check shares, and how many requests it took', async () => {
  const fake = await startFake()
  const sharedList = (context: Context) =>
    context.once('a list', async () => {
      const room = await sharedRoom(context)
      await context.owner.get(context.schedule.resources, { ids: [room.id] })
      return context.owner.get(context.schedule.resources)
    })
  const needs = (id: string, what: (context: Context) => Promise<unknown>) =>
    check(id, id, async context => void (await what(context)))

  const { checks } = await certifyBy(
    fake,
    [needs('RES-05.list', sharedList), needs('RES-05.room', sharedRoom), needs('RES-05.again', sharedList)],
    { jobs: 1 },
  )

  const room = checks[0]?.shared?.['a room'] ?? 0
  assert.equal(
    checks.map(({ requests, shared }) => [requests, shared]),
    [
      [room + 2, { 'a room': room, 'a list': 2 }],
      [0, { 'a room': room }],
      [0, { 'a room': room, 'a list': 2 }],
    ],
  )
  assert.ok(room > 0)
})

test('given a shared result that is wrong itself, when both checks fail with it, then both scripts have its requests', async () => {
  const fake = await startFake()
  const wrong = ({ once, owner, schedule }: Context) =>
    once('a list', async () =>
      holds(false, 'wrong', { replies: [await owner.get(schedule.resources, { limit: 7 })] }),
    )

  const report = await certifyBy(fake, [check('RES-05.a', 'one', wrong), check('RES-05.b', 'two', wrong)])

  for (const { evidence } of report.checks) assert.match(evidence[0]?.curl ?? '', 'resources?limit=7')
  assert.is(
    report.checks.reduce((sum, { requests }) => sum + requests, 0),
    1,
  )
})

test('given a check as the editor, when it fails, then its script makes the editor a collaborator first', async () => {
  const fake = await startFake()
  const fails = check('RES-05', 'fails', { needs: ['editor'] }, async ({ editor, schedule }) =>
    holds(false, 'wrong', { replies: [await editor.get(schedule.resources)] }),
  )

  const { evidence, requests } = checkOf(await certifyBy(fake, [fails]))

  const { curl = '' } = evidence[0] ?? {}
  assert.match(curl, /^COLLABORATOR_1=\$\(curl -sS -X POST .*"user_role":"editor"/m)
  assert.not.match(curl, '"user_role":"viewer"')
  assert.is(requests, 1)
})

test('given an exchange that breaks an invariant, when it is reported, then the script begins with the first object', async () => {
  const fake = await startFake()
  const renames = check('RES-05', 'renames', async ({ owner, given }) => {
    const room = await given.resource()
    await owner.put(room.path, { note: 'new' })
  })
  const noPut = invariant('ENV-14', 'nothing is changed', ({ request }) =>
    request.method === 'PUT' ? { message: 'changed' } : undefined,
  )

  const report = await certifyBy(fake, [renames], { invariants: [noPut] })

  const { curl = '' } = checkOf(report, 'ENV-14').evidence[0] ?? {}
  assert.match(curl, /^RESOURCE_1=\$\(curl -sS -X POST/m)
  assert.match(curl, `-X PUT`)
  assert.match(curl, `resources/'"$RESOURCE_1"`)
})

test.run()
