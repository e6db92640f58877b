import { exec } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'
import { readyLine } from './testing/schedkit-process.js'
import { servicesFor } from './testing/services.js'

const shell = promisify(exec)
const { start, startProcess } = servicesFor(test)
const mock = (args: string[], env?: Record<string, string>) => start(['mock', ...args], env)

const controlled = ['--port', '0', '--log', 'json', '--control-token', 't']

/** A mock on a free port with a token, and a function that calls it. */
async function started(...args: string[]) {
  const service = await mock([...controlled, ...args])
  return { service, ...callerOf((await readyLine(service)).url) }
}

function callerOf(url: string) {
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const authorization = path.startsWith('/_control') ? 'Bearer t' : mira
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  return { url, call }
}

const mira = `Basic ${btoa('mira@ribeira.example:mira-demo')}`

test('given --help, then every option and examples are shown within 100 columns', async () => {
  const help = await command(['mock', '--help'])

  assert.is(help.code, 0)
  const shared = ['port', 'host', 'seed', 'control-token', 'public-url', 'cors', 'unique-names']
  const sessions = ['max-sessions', 'max-session-objects', 'session-timeout']
  const own = [
    ...sessions,
    'latency',
    'auth',
    'challenge',
    'collaborator-ids',
    'profile-completed',
    'now',
    'init',
  ]
  for (const option of [...shared, 'request-rate-limit', 'log', ...own]) {
    assert.match(help.out, `--${option} `)
  }
  assert.match(help.out, /Examples:\n {2}# .*\n {2}schedkit mock\b/)
  assert.ok(help.out.split('\n').every(line => line.length <= 100))
})

const misuses: [args: string[], message: RegExp][] = [
  [['--prot', '1'], /Unknown option: --prot\. Did you mean --port\?/],
  [['--max-sessions', '0'], /--max-sessions must be a whole number from 1 to 10000, not 0\./],
  [['--session-timeout', '1.5'], /--session-timeout must be a whole number from 1 to 86400, not 1\.5\./],
  [['--smtp', 'smtp://localhost'], /Unknown option: --smtp\./],
  [['--port', '70000'], /--port must be a whole number from 0 to 65535/],
  [['--cors', 'localhost:5173'], /--cors "localhost:5173" is not an origin/],
  [['--latency', 'slow'], /--latency must be milliseconds from 0 to 600000 such as 200, .*, not "slow"/],
  [['--latency', '300-100'], /--latency must be milliseconds .* a range such as 100-300, not "300-100"/],
  [['--latency', '600001'], /--latency must be milliseconds/],
  [['--latency', '-1'], /latency/],
  [['--auth', 'mira@ribeira.example'], /--auth "mira@ribeira\.example" must be as:EMAIL/],
  [['--challenge', 'none'], /Argument: challenge, Given: "none", Choices: "basic", "hidden"/],
  [['--collaborator-ids', 'text'], /Argument: collaborator-ids, Given: "text"/],
  [['--profile-completed', '1'], /Argument: profile-completed, Given: "?1"?/],
  [['--now', 'noon'], /--now must be a date such as 2026-11-23, or a time with its zone/],
]
for (const [args, message] of misuses) {
  test(`given "schedkit mock ${args.join(' ')}", then the usage is refused with 2`, async () => {
    const { code, out, err } = await command(['mock', ...args])

    assert.is(code, 2)
    assert.match(err, message)
    assert.is(out, '')
  })
}

test('given --log json, then one line announces the real port, and each request has one with its error', async () => {
  const service = await mock(['--port', '0', '--log', 'json'])

  const { ready, url } = await readyLine(service)
  await fetch(`${url}/v1/users/me`)
  const text = await service.wrote(/"status":401.*\n/)

  assert.is(ready, true)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const [, line = '', ...others] = text.trimEnd().split('\n')
  assert.is(JSON.parse(line).error, 'unauthorized')
  assert.equal(others, [])
})

test('the banner’s curl lines work as printed, and it describes the mock and its other features', async () => {
  const service = startProcess([
    'mock',
    ...['--port', '0', '--control-token', '--latency', '1-2', '--now', '2026-11-23'],
  ])

  const text = await service.wrote(/Ctrl-C/)
  const lines = text.match(/curl .*/g) ?? []

  assert.not.match(text, /\u001B/)
  assert.match(text, /mocks the service at http:\/\/127\.0\.0\.1:\d+\n/)
  assert.match(text, 'startMock of schedkit/mock/node')
  assert.match(text, 'npx schedkit mock --init public')
  assert.match(text, /Read about the API in a browser and try it: http:\/\/127\.0\.0\.1:\d+\/docs\n/)
  assert.match(text, 'Responses are delayed by 1 to 2 ms.')
  assert.match(text, 'The clock is stopped at 2026-11-23T00:00:00.000Z.')
  assert.match(
    text,
    /Certify it: npx schedkit conformance run --control http\S+ --control-token \w{24} --allow all/,
  )
  assert.is(lines.length, 4)
  for (const line of lines) {
    const { stdout } = await shell(line.replace('curl', 'curl --silent --show-error'))
    assert.is(JSON.parse(stdout).success, true, line)
  }
})

test('given options as environment variables, then they apply', async () => {
  const env = {
    SCHEDKIT_PORT: '0',
    SCHEDKIT_LOG: 'json',
    SCHEDKIT_CONTROL_TOKEN: 'from-env',
    SCHEDKIT_CORS: 'http://one.test http://two.test',
    SCHEDKIT_AUTH: 'as:mira@ribeira.example',
    SCHEDKIT_LATENCY: '7-9',
    SCHEDKIT_PROFILE_COMPLETED: 'integer',
    SCHEDKIT_NOW: '2026-11-23T09:00Z',
    SCHEDKIT_INIT: 'somewhere',
  }
  const { url } = await readyLine(await mock([], env))

  const me = await fetch(`${url}/v1/users/me`, { headers: { origin: 'http://two.test' } })
  const wait = await fetch(`${url}/_control/latency`, { headers: { authorization: 'Bearer from-env' } })

  const { data } = (await me.json()) as { data: Record<string, unknown> }
  assert.is(me.headers.get('access-control-allow-origin'), 'http://two.test')
  assert.is(data.email, 'mira@ribeira.example')
  assert.type(data.profile_completed, 'number')
  assert.is(data.created_at, '2026-11-23T09:00:00.000Z')
  assert.equal(((await wait.json()) as { data: object }).data, { ms: [7, 9] })
})

test('given options for the form and delay of responses, then they apply from the start and after a reset', async () => {
  const now = '2026-11-23T09:00:00.000Z'
  const forms = ['--collaborator-ids', 'string', '--profile-completed', 'integer']
  const { call } = await started(...forms, '--latency', '150', '--now', `${now.slice(0, 16)}Z`)

  for (let round = 0; round < 2; round++) {
    const begin = performance.now()
    const me = await call('GET', '/v1/users/me')
    const took = performance.now() - begin
    const schedule = '/v1/schedules/lisbon-studio/collaborators'
    const created = await call('POST', schedule, { email: 'new@example.test' })

    assert.ok(took >= 148, `${took}`)
    assert.type(me.body.data.profile_completed, 'number')
    assert.type(created.body.data[0].id, 'string')
    assert.is((await call('GET', '/_control/clock')).body.data.now, now)
    await call('PUT', '/_control/variety', { collaborator_id: 'integer', profile_completed: 'boolean' })
    await call('PUT', '/_control/latency', { ms: 0 })
    await call('POST', '/_control/clock/advance', { seconds: 5 })
    await call('POST', '/_control/reset')
  }
})

test('given --challenge hidden, then a 401 opens no password dialog; given --public-url, links begin with it', async () => {
  const { call } = await started('--challenge', 'hidden', '--public-url', 'https://api.example.test/x')

  const refused = await call('GET', '/v1/users/me', undefined, { authorization: '' })
  const list = await call('GET', '/v1/schedules/lisbon-studio/resources?limit=1')

  assert.is(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate') ?? '', /^x-Basic /i)
  assert.match(list.body.pagination.links.next, /^https:\/\/api\.example\.test\/x\/v1\//)
})

test('the control interface of the mock responds like that of the server', async () => {
  const { call, url } = await started()
  const rooms = '/v1/schedules/lisbon-studio/resources'
  const before = (await call('GET', rooms)).body

  await call('POST', '/_control/snapshots', { id: 'furnished' })
  await call('POST', '/_control/failures', { with: 503, operation: 'createResource' })
  await call('POST', '/_control/failures', { with: 'network error', operation: 'deleteResources' })
  const refused = await call('POST', rooms, { name: 'Cellar' })
  const created = await call('POST', rooms, { name: 'Cellar' })
  const cut = await call('DELETE', `${rooms}?all=1`).catch(error => error.cause.code)
  const restored = await call('POST', '/_control/snapshots/furnished/restore')

  assert.equal([refused.status, created.status, cut, restored.status], [503, 201, 'UND_ERR_SOCKET', 200])
  assert.equal((await call('GET', rooms)).body, before)
  const records = (await call('GET', '/_control/requests')).body.data
  assert.equal(
    records.map(({ operation, status }: { operation: string; status: number }) => [operation, status]),
    [
      ['listResources', 200],
      ['createResource', 503],
      ['createResource', 201],
      ['deleteResources', 0],
      ['listResources', 200],
    ],
  )
  assert.match((await call('GET', '/_control/health')).body.data.version, /^\d+\.\d+\.\d+$/)
  const index = (await call('GET', '/_control')).body.data
  const { url: server } = await readyLine(await start(['serve', ...controlled]))
  const answer = await fetch(`${server}/_control`, { headers: { authorization: 'Bearer t' } })
  assert.equal(index, ((await answer.json()) as { data: object[] }).data)
  assert.is((await fetch(`${url}/_control/users`)).status, 401)
})

test('given a change of address, then the log shows a working link, as it says at the start', async () => {
  const { service, url, call } = await started()

  await call('PUT', '/v1/users/me', { email: 'mira.new@example.test' })
  const line = (await service.wrote(/"event":"mail".*\n/)).split('\n').find(text => text.includes('"mail"'))
  const { link, to } = JSON.parse(line ?? '')
  const answer = await fetch(link)

  assert.is(to, 'mira.new@example.test')
  assert.ok(link.startsWith(`${url}/v1/activations/`))
  assert.is(answer.status, 200)
})

const failures: [what: string, args: string[], message: RegExp][] = [
  [
    'an account that is not there',
    ['--auth', 'as:mia@ribeira.example'],
    /Did you mean as:mira@ribeira\.example\?/,
  ],
  ['a public URL that is none', ['--public-url', 'example'], /Failed to use the public URL "example"/],
]
for (const [what, args, message] of failures) {
  test(`given ${what}, then the start fails with 1 and says so`, async () => {
    const { code, out, err } = await command(['mock', '--port', '0', ...args])

    assert.is(code, 1)
    assert.match(err, message)
    assert.is(out, '')
  })
}

/** A loader hook that makes imports of msw fail as if it were not installed. */
const hook = `export const resolve = (specifier, context, next) => {
  if (!/^msw(?:\\/|$)/.test(specifier)) return next(specifier, context)
  throw Object.assign(new Error("Cannot find package 'msw'"), { code: 'ERR_MODULE_NOT_FOUND' })
}`
const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)
const setUp = `import { register } from 'node:module'; register(${url})`
const withoutMsw = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setUp)}` }

for (const name of ['mock', 'serve']) {
  test(`given a project without msw, then ${name} starts`, async () => {
    const service = startProcess([name, '--port', '0', '--log', 'json'], withoutMsw)

    assert.is((await readyLine(service)).ready, true)
  })
}

test('given --init, then the folder has the file of the worker, and the process ends', async () => {
  const folder = newFolder()

  const { code, out } = await command(['mock', '--init', folder])

  const text = await readFile(join(folder, 'mockServiceWorker.js'), 'utf8')
  assert.is(code, 0)
  assert.match(out, 'mockServiceWorker.js')
  assert.match(text, "addEventListener('fetch'")
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`given ${signal}, then the request in progress is answered and the process exits with 0`, async () => {
    const service = startProcess(['mock', ...controlled, '--latency', '1000'])
    const { call } = callerOf((await readyLine(service)).url)
    const slow = call('GET', '/v1/users/me')
    await new Promise(resolve => setTimeout(resolve, 400))
    service.child.kill(signal)

    const [answer, code] = await Promise.all([slow, service.ended])

    assert.is(answer.status, 200)
    assert.is(code, 0)
  })
}

test.run()
