import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HeldRequests } from './index.js'
import { bookings, call, failureOf, pause, resources, withMock } from './testing/api.js'

/** Waits until a number of requests are held. */
async function arrival(held: HeldRequests, count: number): Promise<void> {
  while (held.waiting < count) await pause(1)
}

const list = (name: string) => call(`GET ${resources}?fields=${name}`)

test('given held requests, then each waits until it is released, in order of arrival', async () => {
  await withMock({}, async mock => {
    const held = mock.hold('listResources')
    const first = list('name')
    await arrival(held, 1)
    const second = list('id')
    await arrival(held, 2)
    assert.is((await call(`GET ${bookings}`)).status, 200)
    assert.is(mock.requests.length, 1)

    held.release()
    assert.is((await first).status, 200)
    assert.is(held.waiting, 1)
    held.release()
    assert.is((await second).status, 200)
  })
})

test('given a held request, then it fails as the test says, and with a network error by default', async () => {
  await withMock({}, async mock => {
    const held = mock.hold()
    const sent = [
      failureOf(list('name')),
      call(`GET ${resources}?fields=id`, { planned: true }),
      call(`POST ${resources}`, { body: { name: 'Cávado' }, planned: true }),
    ]
    await arrival(held, 3)

    held.fail()
    held.fail({ with: 503, message: 'Later' })
    held.fail({ with: 409, when: 'after' })

    const [lost, failed, done] = (await Promise.all(sent)) as [string, ...Awaited<ReturnType<typeof call>>[]]
    assert.is(lost, 'TypeError')
    assert.equal([failed?.status, failed?.body.error.message], [503, 'Later'])
    assert.is(done?.status, 409)
    held.stop()
    assert.is(mock.db.resource.count({ where: { name: { equals: 'Cávado' } } }), 1)
  })
})

test('given a release before a request arrives, then that request does not wait', async () => {
  await withMock({}, async mock => {
    const held = mock.hold(['listResources', 'listBookings'])

    held.release()

    assert.is((await list('name')).status, 200)
    const sent = list('id')
    await arrival(held, 1)
    held.stop()
    assert.is((await sent).status, 200)
    assert.is((await list('note')).status, 200)
  })
})

test('given a held request that is aborted, then it stops waiting, has no effect, and the release applies to the next', async () => {
  await withMock({}, async mock => {
    const held = mock.hold(['createResource', 'listResources'])
    const leaving = new AbortController()
    const left = failureOf(call(`POST ${resources}`, { body: { name: 'Cávado' }, signal: leaving.signal }))
    await arrival(held, 1)
    const stays = list('name')
    await arrival(held, 2)

    leaving.abort()
    assert.is(await left, 'AbortError')
    assert.is(held.waiting, 1)
    held.release()

    assert.is((await stays).status, 200)
    assert.is(mock.db.resource.count({ where: { name: { equals: 'Cávado' } } }), 0)
    assert.equal(
      mock.requests.map(({ operation, status, aborted }) => [operation, status, aborted]),
      [
        ['createResource', 0, true],
        ['listResources', 200, undefined],
      ],
    )
  })
})

test('given a request that is aborted before it arrives, then an earlier release does not apply to it', async () => {
  await withMock({}, async mock => {
    const held = mock.hold('listResources')
    held.release()
    const leaving = new AbortController()
    const left = failureOf(call(`GET ${resources}?fields=id`, { signal: leaving.signal }))
    leaving.abort()
    assert.is(await left, 'AbortError')
    await mock.idle()

    assert.is((await list('name')).status, 200)
    assert.is(held.waiting, 0)
  })
})

test('given a held request, then idle does not wait for it', async () => {
  await withMock({}, async mock => {
    const held = mock.hold('listResources')
    const waiting = list('id')
    await arrival(held, 1)
    mock.latency(30, 'createResource')
    const created = call(`POST ${resources}`, { body: { name: 'Lima' } })

    await mock.idle()

    assert.equal(
      mock.requests.map(({ operation }) => operation),
      ['createResource'],
    )
    assert.is((await created).status, 201)
    held.release()
    await mock.idle()
    assert.is(mock.requests.length, 2)
    assert.is((await waiting).status, 200)
  })
})

test('given held requests, when reset, then they are answered from the previous data, and no more are held', async () => {
  await withMock({}, async mock => {
    const held = mock.hold()
    const sent = call(`POST ${resources}`, { body: { name: 'Cávado' } })
    await arrival(held, 1)

    mock.reset()

    assert.is((await sent).status, 201)
    assert.equal([mock.requests.length, mock.db.resource.count()], [0, 9])
    assert.is((await list('name')).status, 200)
    held.fail()
    assert.is((await list('name')).status, 200)
  })
})

test('given an unknown operation, then the nearest is suggested', async () => {
  await withMock({}, async mock => {
    assert.throws(() => mock.hold('listResource' as never), /did you mean "listResources"\?/)
    assert.throws(() => mock.latency(5, 'listBooking' as never), /did you mean "listBookings"\?/)
    assert.throws(() => mock.hold().fail({ with: 200 as never }), /status from 400 to 599/)
  })
})

test('given a latency of one operation, then the others do not wait, and a general one replaces it', async () => {
  await withMock({}, async mock => {
    mock.latency(60_000, ['listResources', 'listBookings'])
    let isAnswered = false
    const slow = list('name').then(({ status }) => {
      isAnswered = true
      return status
    })

    assert.is((await call('GET /v1/users/me')).status, 200)
    assert.not(isAnswered)
    mock.latency(0)
    assert.is((await list('id')).status, 200)
    assert.not(isAnswered)
    mock.reset()
    assert.is(await slow, 200)
  })
})

test.run()
