import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock } from '../index.js'
import { baseUrl, call, credentials, grace, heard, mira, resources, withMock } from '../testing/api.js'

test('given an invalid link, when a browser follows it, then the page says so, and no mistake is reported', async () => {
  await withMock({}, async () => {
    let answer = new Response()

    const said = await heard(async () => {
      answer = await fetch(`${baseUrl}/v1/activations/none`, { headers: { accept: 'text/html' } })
    })

    assert.is(answer.status, 404)
    assert.match(await answer.text(), /The address was not changed/)
    assert.equal(said, [])
  })
})

test('given wrong credentials, then the console shows valid ones, once for each cause', async () => {
  const lines = await heard(() =>
    withMock({}, async () => {
      for (const as of [null, 'mira@ribera.example', credentials(mira, 'wrong'), 'Basic !']) {
        assert.is((await call('GET /v1/users/me', { as })).status, 401)
        await call('PUT /v1/users/me', { as })
      }
    }),
  )

  const sent = `schedkit answered 401 to GET ${baseUrl}/v1/users/me:`
  assert.is(lines.length, 3)
  assert.match(
    lines[0] ?? '',
    `${sent} the credentials are missing or malformed. Send Authorization: Basic BASE64`,
  )
  assert.match(lines[0] ?? '', 'or start the mock with auth: "as:mira@ribeira.example"')
  assert.match(
    lines[1] ?? '',
    'there is no account mira@ribera.example. Did you mean mira@ribeira.example? Log in as',
  )
  assert.match(lines[1] ?? '', 'mira@ribeira.example with mira-demo, ')
  assert.is(lines[2], `${sent} the password of mira@ribeira.example is wrong. It is mira-demo.`)
})

test('given accounts that were changed, added and deleted, then the hints use the existing ones', async () => {
  const lines = await heard(() =>
    withMock({}, async mock => {
      await mock.addUser({ email: 'new@example.test', password: 'of-the-new' })
      await call('PUT /v1/users/me', { body: { new_password: 'changed' } })
      await call('DELETE /v1/users/me?me=1', { as: grace })
      for (const as of [mira, grace, credentials('new@example.test', 'wrong')])
        assert.is((await call('GET /v1/users/me', { as })).status, 401)
    }),
  )

  assert.is(lines.length, 3)
  assert.match(lines[0] ?? '', 'the password of mira@ribeira.example is wrong. It is changed.')
  assert.match(lines[1] ?? '', `there is no account ${grace}.`)
  assert.match(lines[1] ?? '', 'mira@ribeira.example with changed, ')
  assert.match(lines[1] ?? '', 'new@example.test with of-the-new')
  assert.not.match(lines[1] ?? '', 'grace-demo')
  assert.match(lines[2] ?? '', 'the password of new@example.test is wrong. It is of-the-new.')
})

test('given a mistyped path without credentials, then the console still shows the right one', async () => {
  const lines = await heard(() =>
    withMock({}, () => call('GET /v1/schedules/lisbon-studio/resource', { as: null })),
  )

  assert.match(lines[0] ?? '', `Did you mean ${resources}?`)
})

test('given a planned failure, then no mistake is reported', async () => {
  const lines = await heard(() =>
    withMock({}, async mock => {
      mock.fail({ with: 401 })
      await call('GET /v1/users/me')
    }),
  )

  assert.equal(lines, [])
})

test('given a request to almost the URL of the API, then the console says what differs, once', async () => {
  // Addresses that no mock in other files has: requests that one of them answers are not reported.
  for (const [base, url, message] of [
    [
      'https://nearly.example.test',
      'http://nearly.example.test/v1/users/me',
      'its baseUrl is https://nearly.example.test (https, not http).',
    ],
    [
      'http://localhost:65001',
      'http://127.0.0.1:65001/v1/users/me',
      'its baseUrl is http://localhost:65001 (localhost, not 127.0.0.1).',
    ],
    ['http://localhost:65001', 'http://localhost:65002/v1/users/me', '(port 65001, not port 65002)'],
    [
      'http://localhost',
      'https://127.0.0.1:65002/v1/users/me',
      '(http, not https; localhost, not 127.0.0.1; no port, not port 65002)',
    ],
    [
      'https://paths.example.test/api',
      'https://paths.example.test/v1/users/me',
      '(paths that begin with /api/v1)',
    ],
  ] as const) {
    const lines = await heard(() =>
      withMock({ baseUrl: base }, async () => {
        await fetch(url).catch(() => {})
        await fetch(`${url}?again`).catch(() => {})
      }),
    )

    assert.is(lines.length, 1, url)
    assert.match(lines[0] ?? '', `schedkit does not answer GET ${url}: its baseUrl is ${base} (`)
    assert.match(lines[0] ?? '', message)
  }
})

test('given a request to another host, another mock or no API, then nothing is logged', async () => {
  const other = createMock({ baseUrl: 'https://api.example.test:8443' })
  const lines = await heard(() =>
    withMock({ after: [...other.handlers], onMistake: undefined as never }, async () => {
      for (const url of ['https://www.example.test/v1/users/me', 'http://api.example.test/logo.png'])
        await fetch(url).catch(() => {})
      await fetch('https://api.example.test:8443/v1/activations/none', { headers: { accept: 'text/html' } })
    }),
  )

  assert.equal(lines, [])
})

test.run()
