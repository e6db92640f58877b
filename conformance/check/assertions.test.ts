import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonObject } from '../http/json.js'
import { Blocked, type Finding, type Violation } from '../session/outcomes.js'
import { type FakeOptions, startFake } from '../testing/fake.js'
import type { FakeAnswer } from '../testing/fake-service.js'
import { openRuntime } from '../testing/session.js'
import { endAll, thrownBy } from '../testing/stage.js'
import {
  accepted,
  changedOnly,
  gone,
  has,
  hasMembers,
  holds,
  nothingCreated,
  now,
  onlySuccess,
  refused,
  same,
  unchanged,
} from './assertions.js'

test.after(endAll)

const open = async (odd?: FakeOptions['odd']) => {
  const fake = await startFake(odd ? { odd } : {})
  return { fake, ...openRuntime(fake.target) }
}

/** Returns the finding; undefined if there is none. */
async function found(act: () => unknown): Promise<Finding | undefined> {
  const error = await thrownBy(act)
  if (error) assert.is(error.name, 'Violation')
  return (error as Violation | undefined)?.finding
}

test('given a success and a refusal, when they are asserted, then each passes one assertion and fails the other', async () => {
  const { owner } = await open()
  const success = await owner.get('/v1/users/me')
  const refusal = await owner.get('/v1/schedules/first/resources/7', { fields: 'id' })

  assert.is(await found(() => accepted(success)), undefined)
  assert.is(await found(() => refused(refusal)), undefined)
  const wrong = await found(() => refused(success, 'a read of the user'))
  assert.is(wrong?.message, 'a read of the user must be refused, but was accepted')
  assert.equal(wrong?.replies, [success])
  assert.is(
    (await found(() => accepted(refusal)))?.message,
    'GET /v1/schedules/first/resources/7?fields=id as owner must be accepted, but was not',
  )
})

const alike: readonly (readonly [unknown, unknown, boolean])[] = [
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: 1 }, false],
  [1, '1', false],
  [null, {}, false],
  [[], {}, false],
  [{ 0: 1 }, [1], false],
  [0, false, false],
]
for (const [actual, expected, isSame] of alike) {
  test(`given ${JSON.stringify(actual)} and ${JSON.stringify(expected)}, then they are ${isSame ? 'the same' : 'not the same'}`, async () => {
    const finding = await found(() => same(actual, expected, 'it'))

    assert.equal(finding && [finding.actual, finding.expected], isSame ? undefined : [actual, expected])
  })
}

const differences: readonly (readonly [unknown, unknown, string])[] = [
  [false, 'false', 'it must be "false", but is false'],
  [undefined, '', 'it must be "", but is missing'],
  [{}, '', 'it differs from what it must be'],
  ['x'.repeat(61), '', 'it differs from what it must be'],
]
for (const [actual, expected, message] of differences) {
  test(`given ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}, then the message says so if that is short`, async () => {
    assert.is((await found(() => same(actual, expected, 'it')))?.message, message)
  })
}

test('given long lists of ids, when they differ as sets, then only the differing elements are reported', async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7]

  const finding = await found(() => same([7, 6, 5, 4, 3, 9], ids, 'the ids'))

  assert.is(finding?.message, 'the ids differs from what it must be: 2 of 7 are missing, and 1 too many')
  assert.equal(finding?.expected, { elements: 7, missing: [1, 2] })
  assert.equal(finding?.actual, { elements: 6, unexpected: [9] })
})

test('given long lists that differ only in their order, then both are reported in full', async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7]

  const finding = await found(() => same([...ids].reverse(), ids, 'the ids'))

  assert.equal(finding?.expected, ids)
})

test('given a success that is meant but spelled wrong, when it is asserted, then the rule about that blocks', async () => {
  const { owner, first } = await open(() => ({ body: { success: 1 } }))

  const reply = await owner.get(first.resources)

  assert.throws(
    () => accepted(reply),
    (error: unknown) => error instanceof Blocked && error.rule === 'ENV-03',
  )
})

test('given a condition, when it does not hold, then the message and the evidence are reported', async () => {
  const finding = await found(() => holds(false, 'there is none', { expected: 1, actual: 2 }))

  assert.equal(finding, { message: 'there is none', expected: 1, actual: 2, replies: [] })
  assert.is(await found(() => holds(true, 'there is one')), undefined)
})

test('given the response to an update, when it contains more than success, then that is a finding', async () => {
  const { owner, first, given } = await open((call, usual) =>
    call.path.endsWith('/second/resources')
      ? { body: { ...(usual().body as object), message: 'done' } }
      : undefined,
  )
  const { path } = await given.resource()

  assert.is(await found(async () => onlySuccess(await owner.put(path, { note: 'a' }))), undefined)
  assert.match(
    (await found(async () => onlySuccess(await owner.put('/v1/schedules/second/resources', {}))))?.message ??
      '',
    'the answer to PUT',
  )
  assert.match(
    (await found(async () => onlySuccess(await owner.put(`${first.resources}/7`, {}))))?.message ?? '',
    'must be accepted',
  )
})

test('given expected members, when an object has others, then the first one that differs is named', async () => {
  const object = { name: 'Red', note: '' }

  assert.is(await found(() => has(object, { name: 'Red' }, 'it')), undefined)
  assert.is(
    (await found(() => has(object, { name: 'Red', note: 'x' }, 'it')))?.message,
    'note of it must be "x", but is ""',
  )
})

test('given an object as it was created, when nothing has changed, or only undocumented members, then it is unchanged', async () => {
  const { fake, given } = await open()
  const red = await given.resource({ color_fg: '#aabbcc' })
  const object = fake.objects.get(red.path)

  Object.assign(object ?? {}, { seen: 1, color_fg: '#AABBCC' })

  assert.is(await found(() => unchanged(red)), undefined)
})

test('given a collaborator, when only undocumented members of user have changed, then it is unchanged', async () => {
  const { fake, given } = await open()
  const someone = await given.collaborator()
  const user = { email: someone.email, firstname: 'Ada', lastname: 'L' }
  const made = { ...someone, was: { ...someone.was, user: { ...user, seen: 1 } } }
  const object = fake.objects.get(made.path) ?? {}

  Object.assign(object, { user: { ...user, seen: 2 } })
  assert.is(await found(() => unchanged(made)), undefined)

  Object.assign(object, { user: { ...user, lastname: 'Lovelace', seen: 2 } })
  assert.equal((await found(() => unchanged(made)))?.actual, { user: { ...user, lastname: 'Lovelace' } })
})

test('given lists that show what single reads do, when several objects are unchanged, then one request shows it, and a changed one is read on its own', async () => {
  const { fake, given } = await open()
  await given.resources(2)
  const made = await given.resources(3)
  const ask = async (...names: string[]) => {
    for (const [index, name] of names.entries())
      Object.assign(fake.objects.get(made[index]?.path ?? '') ?? {}, { name })
    const before = fake.calls.length
    const finding = await found(() => unchanged(...made))
    return { finding, sent: fake.calls.slice(before).map(({ path }) => path) }
  }
  const [list, second] = [made[0]?.schedule.resources, made[1]?.path]

  assert.equal(await ask(), { finding: undefined, sent: [list] })
  const { finding, sent } = await ask(made[0]?.name ?? '', 'Blue')
  assert.equal(sent, [list, second])
  assert.equal([finding?.expected, finding?.actual], [{ name: made[1]?.name }, { name: 'Blue' }])
})

const changes: readonly (readonly [string, object])[] = [
  ['a name', { name: 'Blue' }],
  ['the time of its last change', { updated_at: '2026-01-02T00:00:00Z' }],
  ['a member that was not there', { link: '' }],
  ['a colour', { color_fg: '#aabbcd' }],
]
for (const [what, members] of changes) {
  test(`given ${what} that changed, when the object must be unchanged, then just that is shown`, async () => {
    const { fake, given } = await open()
    const red = await given.resource({ color_fg: '#aabbcc' })

    Object.assign(fake.objects.get(red.path) ?? {}, members)

    const finding = await found(() => unchanged(red))
    assert.match(
      finding?.message ?? '',
      `resource ${red.id}: ${Object.keys(members)[0]} is not as it must be`,
    )
    assert.equal(finding?.actual, members)
  })
}

test('given a sent value that was first shown differently, then the first read is at fault', async () => {
  const { fake, given } = await open((call, usual) => {
    const answer = usual()
    const isFirst = call.method === 'GET' && call.number === 2
    return isFirst ? { body: { success: true, data: { ...dataOf(answer), note: 'another' } } } : answer
  })
  const red = await given.resource({ note: 'as sent' })
  Object.assign(fake.objects.get(red.path) ?? {}, { note: 'as sent' })

  const finding = await found(() => changedOnly(red, { description: '' }))

  assert.is(finding?.message, `note of resource ${red.id} was not as it was sent, right after the create`)
  assert.is(finding?.actual, 'another')
})

test('given a default that was shown late, then the first read is at fault', async () => {
  const { fake, given } = await open((call, usual) => {
    const answer = usual()
    const isFirst = call.method === 'GET' && call.number === 2
    return isFirst ? { body: { success: true, data: { ...dataOf(answer), color_bk: '#0F1E2D' } } } : answer
  })
  const red = await given.resource()
  Object.assign(fake.objects.get(red.path) ?? {}, { color_bk: '#ffffff' })

  const finding = await found(() => changedOnly(red, { note: '' }))

  assert.is(finding?.message, `color_bk of resource ${red.id} was not the default after the create`)
  assert.equal([finding?.expected, finding?.actual], ['#ffffff', '#0F1E2D'])
  const changed = await found(() => changedOnly(red, { note: '', color_bk: '#123456' }))
  assert.equal([changed?.expected, changed?.actual], [{ color_bk: '#123456' }, { color_bk: '#ffffff' }])
})

const dataOf = ({ body }: FakeAnswer) => (body as { data: object }).data

test('given an update, when it changed too much, then only the unwanted change is reported', async () => {
  const { fake, given } = await open()
  const red = await given.resource()
  const object = fake.objects.get(red.path) ?? {}
  Object.assign(object, { note: 'new', updated_at: '2026-01-02T00:00:00Z' })

  assert.is(await found(() => changedOnly(red, { note: 'new' })), undefined)
  assert.equal((await found(() => changedOnly(red, { note: 'other' })))?.expected, { note: 'other' })
  Object.assign(object, { name: 'Blue' })
  assert.equal((await found(() => changedOnly(red, { note: 'new' })))?.actual, { name: 'Blue' })
})

test('given an object that is gone, when it is asserted, then gone passes, and now and unchanged do not', async () => {
  const { fake, given, first } = await open()
  const red = await given.resource()

  assert.is((await now(red)).name, red.name)
  const still = await found(() => gone(red, first.resources))
  assert.match(still?.message ?? '', 'reading the deleted resource')
  assert.is(still?.showWrite, true)
  fake.objects.delete(red.path)
  assert.is(await found(() => gone(red, first.resources)), undefined)
  assert.match((await found(() => now(red)))?.message ?? '', 'can no longer be read')
  assert.match((await found(() => unchanged(red)))?.message ?? '', 'can no longer be read')
})

test('given an object that only its list still shows, when it must be gone, then that is a finding', async () => {
  const { given, first } = await open(call =>
    /\/resources\/\d+$/.test(call.path) && call.number > 2 ? { body: { success: false } } : undefined,
  )
  const red = await given.resource()

  assert.match(
    (await found(() => gone(red, first.resources)))?.message ?? '',
    'the list /v1/schedules/first/resources after',
  )
})

test('given a mark, when a refused create created an object with it all the same, then the object is shown', async () => {
  const { owner, first, given } = await open()
  const reply = await owner.get(first.path)
  const { name, id } = await given.resource({ note: 'about x-mark-x' })

  const finding = await found(() => nothingCreated(owner, first.resources, 'x-mark-x', reply))

  assert.equal(
    (finding?.actual as { id: number }[] | undefined)?.map(each => each.id),
    [id],
  )
  assert.equal(finding?.replies, [reply])
  assert.is(await found(() => nothingCreated(owner, first.resources, `${name}!`)), undefined)
})

test('given members that are missing, null or in quotes, then the finding distinguishes these, and names all that are missing', async () => {
  const collaborator = {
    id: 7,
    schedule_id: 'first',
    email: 'a@example.test',
    user_role: 'viewer',
    updated_at: '2026-11-23T09:00:00Z',
    created_at: '2026-11-23T09:00:00Z',
  }
  const { email, updated_at, ...rest } = collaborator
  const actual = async (object: JsonObject) =>
    (await found(() => hasMembers(object, 'collaborator', 'a collaborator', { without: ['user'] })))?.actual

  assert.is(await actual(collaborator), undefined)
  assert.is(await actual(rest), 'no member email, nor updated_at')
  assert.is(await actual({ ...rest, email }), 'no member updated_at')
  assert.is(await actual({ ...collaborator, email: null }), null)
  assert.is(await actual({ ...collaborator, id: '7' }), '"7"')
})

test.run()
