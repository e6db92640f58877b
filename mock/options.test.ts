import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../fixtures/demo.js'
import { createMock, type MockOptions, serveMock, startMock } from './node.js'
import { baseUrl, call, credentials, heard, mira, now, resources, seed, withMock } from './testing/api.js'

/** Returns the message of the error that work throws. */
function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

test('given an option that does not exist, then starting fails, and the nearest is suggested', () => {
  const start = (options: object) => messageOf(() => startMock({ baseUrl, ...options } as never))

  assert.is(start({ sed: seed }), 'Failed to start a mock: "sed" is not an option. Did you mean "seed"?')
  assert.match(start({ latency: 200 }), /"latency" is not an option\. Call mock\.latency\(milliseconds\)/)
  assert.match(
    start({ quiet: true }),
    /"quiet" is not an option\. It is an option of schedkit\/mock\/browser\./,
  )
  for (const options of [{ handlers: [] }, { onUnhandledRequest: 'error' }])
    assert.match(
      messageOf(() => createMock({ baseUrl, ...options } as MockOptions)),
      /" is not an option\. It is an option of startMock\.$/,
    )
  assert.match(start({ constructor: 1 }), /"constructor" is not an option\. Known: baseUrl, seed, /)
})

test('given an invalid option, then starting fails at once, and says what it must be', () => {
  for (const [options, message] of [
    [undefined, /the options must be an object such as \{ baseUrl: .*; they are missing\./],
    [[], /must be an object such as .*, not an empty array|; not an empty array/],
    [{}, /the baseUrl undefined is not the URL of an API/],
    [
      { baseUrl, onUnhandledRequest: 'fail' },
      /onUnhandledRequest must be "bypass" or "warn" or "error", not "fail"/,
    ],
    [{ baseUrl, requestRateLimit: '5' }, /requestRateLimit must be a whole number from 1, not "5"/],
    [{ baseUrl, handlers: {} }, /handlers must be an array of handlers of MSW, not an object/],
    [{ baseUrl, onMistake: 'warn' }, /onMistake must be a function, not "warn"/],
    [{ baseUrl, challenge: 'none' }, /challenge must be "basic" or "hidden"/],
    [{ baseUrl, variety: { collaborator_ids: 'string' } }, /did you mean collaborator_id\?/],
    [{ baseUrl, seed: demo }, /the seed is a function: call it, as in demo\(\{ now: \.\.\. \}\), and pass/],
    [{ baseUrl, seed: Promise.resolve(seed) }, /the seed is a promise: await it, and pass its result/],
    [{ baseUrl, auth: 'as:nobody@example.com', seed }, /is not an account of the seed/],
    [{ baseUrl, now: new Date('nope') }, /Failed to create a mock: Invalid Date is not a time/],
    [
      { baseUrl, now: 'tomorrow' },
      /"tomorrow" is not a time within the years 0001 to 9999\. Write milliseconds/,
    ],
  ] as const) {
    assert.match(
      messageOf(() => startMock(options as never).close()),
      message,
    )
  }
})

test('given a world that does not exist, then the message suggests the nearest one, or where to look', () => {
  const create = (world: string) => messageOf(() => createMock({ baseUrl, world } as never))

  assert.is(create('newest-frist'), 'There is no world "newest-frist"; did you mean "newest-first"?')
  assert.is(
    create('nothing like it'),
    'There is no world "nothing like it"; schedkit client --list shows all',
  )
})

test('given serveMock with an option that does not exist, then it fails', async () => {
  await serveMock({ baseUrl } as never).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /Failed to serve a mock: "baseUrl" is not an option/),
  )
})

test('given a time as a number, a Date or text, then demo, now and the clock accept it', async () => {
  const text = new Date(now).toISOString()
  for (const time of [now, new Date(now), text]) {
    assert.equal(demo({ now: time }), seed)
    await withMock({ now: time }, async mock => {
      assert.is(mock.clock.now(), now)
      mock.clock.set(0)
      mock.clock.set(time)
      assert.is(mock.clock.now(), now)
    })
  }
})

test('given no time for the demo, then it says what to write', () => {
  assert.is(
    messageOf(() => demo(undefined as never)),
    'Failed to create the demo: its time is missing. Write demo({ now: Date.now() }).',
  )
  assert.match(
    messageOf(() => demo({ now: Number.NaN })),
    /Failed to create the demo: NaN is not a time/,
  )
})

test('given an invalid time or duration, then the clock refuses it and does not change', async () => {
  await withMock({}, async mock => {
    for (const wrong of [new Date('2026-13-01'), Number.NaN, Infinity, 'soon', undefined, null, 1e18]) {
      assert.throws(() => mock.clock.set(wrong as never), /Failed to set the clock: .* is not a time/)
    }
    for (const wrong of ['1d', Number.NaN, undefined, 1e18]) {
      assert.throws(() => mock.clock.advance(wrong as never), /Failed to advance the clock: /)
    }

    assert.is(mock.clock.now(), now)
    assert.is((await call('GET /v1/users/me')).status, 200)
  })
})

test('given a baseUrl without a scheme or with credentials, then starting fails, and says what to write', () => {
  const start = (baseUrl: string) => messageOf(() => createMock({ baseUrl } as MockOptions))

  assert.match(start('api.example.com'), /Did you mean "https:\/\/api\.example\.com"\?/)
  assert.match(start('localhost:4000'), /Did you mean "http:\/\/localhost:4000"\?/)
  assert.match(start('api'), /Did you mean "\/api"\?/)
  assert.match(start('https://mira:secret@api.example.com'), /contains credentials\. Leave them out/)
  assert.not.match(start('https://mira:secret@api.example.com'), /secret/)
  assert.match(start('https://api.example.com/v1'), /ends with \/v1, which is part of every path/)
})

test('given a body that is not JSON, then the response says to send JSON', async () => {
  await withMock({}, async () => {
    const form = new FormData()
    form.set('name', 'Attic')
    const messageTo = async (body: FormData | URLSearchParams | string) => {
      const headers = { authorization: credentials(mira) }
      const answer = await fetch(baseUrl + resources, { method: 'POST', headers, body })
      assert.is(answer.status, 400)
      return ((await answer.json()) as { error: { message: string } }).error.message
    }

    assert.is(await messageTo(form), 'The body is form data (multipart/form-data); send JSON')
    assert.is(await messageTo(new FormData()), 'The body is form data (multipart/form-data); send JSON')
    assert.is(
      await messageTo(new URLSearchParams({ name: 'Attic room', note: 'a' })),
      'The body is a form (application/x-www-form-urlencoded); send JSON',
    )
    assert.match(
      await messageTo(String({})),
      /the text \[object Object\], made of an object without JSON\.stringify/,
    )
  })
})

test('given an onMistake that throws, then the request is answered, and the console shows why', async () => {
  const onMistake = () => {
    throw new Error('broken')
  }
  await withMock({ onMistake }, async () => {
    const said = await heard(async () => assert.is((await call('GET /v1/users/mine')).status, 404))

    assert.match(said.join(), /onMistake, which failed:.*broken/)
  })
})

test.run()
