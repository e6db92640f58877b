import { exec } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
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
const serve = (args: string[], env?: Record<string, string>) => start(['serve', ...args], env)

test('given --help, then every option and examples are shown within 100 columns', async () => {
  const help = await command(['serve', '--help'])

  assert.is(help.code, 0)
  for (const option of ['port', 'host', 'seed', 'control-token', 'public-url', 'cors', 'smtp', 'log']) {
    assert.match(help.out, `--${option}`)
  }
  assert.match(help.out, /Examples:\n {2}# .*\n {2}schedkit serve\b/)
  assert.ok(help.out.split('\n').every(line => line.length <= 100))
})

const misuses: [args: string[], message: RegExp][] = [
  [[], /Say which command to run/],
  [['serv'], /^Unknown command: serv\. Did you mean serve\?\n/],
  [['nothing-like-it', 'now'], /^Unknown command: nothing-like-it\.\nUnknown argument: now\.\n/],
  [['serve', '--prot', '1'], /^Unknown option: --prot\. Did you mean --port\?\n/],
  [['serve', '--max-conections=5'], /^Unknown option: --max-conections\. Did you mean --max-connections\?\n/],
  [['serve', '--verbose=1', 'now'], /^Unknown option: --verbose\.\nUnknown argument: now\.\n/],
  [['conformance', 'run', '--taget', 'target.json'], /^Unknown option: --taget\. Did you mean --target\?\n/],
  [['serve', '--port', '70000'], /^--port must be a whole number from 0 to 65535, not 70000\.\n/],
  [['serve', '--port', 'http'], /^--port must be a whole number from 0 to 65535\.\n/],
  [['serve', '--port'], /^--port needs a value\.\n/],
  [['conformance', 'run', '--target'], /^--target needs a value\.\n/],
  [['serve', '--port', ''], /^--port is empty\. Give it a value, or leave it out\.\n/],
  [
    ['data', 'check', ''],
    /^An argument is empty: The directory of schedkit serve --data, .*\. Give it a value\.\n/,
  ],
  [['serve', '--no-seed'], /^Unknown option: --no-seed\./],
  [
    ['conformance', 'run', 'http://h.test', '--owner', 'a@x.test:p', 'b@x.test:se cr:et'],
    /^Unknown argument: b@x\.test:\*\*\*\n/,
  ],
  [['fixtures', 'generate', '--now', '0001-01-01'], /^--now must be from 1900 to 2200, not "0001-01-01"\.\n/],
  [['serve', '--data', ''], /^--data is empty\. Give it a value, or leave it out\.\n/],
  [['serve', '--control-token', ''], /^--control-token is empty\. Give it a value, or leave it out\.\n/],
  [['mock', '--control-token='], /^--control-token is empty/],
  [['conformance', 'run', '--target='], /^--target is empty/],
  [
    ['serve', '--trust-proxy=yes'],
    /^--trust-proxy takes true or false, not "yes"\. Write --trust-proxy alone, or leave it out\.\n/,
  ],
  [['serve', '--request-rate-limit', '0'], /--request-rate-limit must be a whole number from 1/],
  [['serve', '--cors', 'localhost:5173'], /--cors "localhost:5173" is not an origin\. Use one such as http:/],
  [
    ['serve', '--log', 'loud'],
    /Invalid values:\n\s+Argument: log, Given: "loud", Choices: "pretty", "json", "off"/,
  ],
]
for (const [args, message] of misuses) {
  test(`given "schedkit ${args.join(' ')}", then the usage is refused with 2`, async () => {
    const { code, out, err } = await command(args)

    assert.is(code, 2)
    assert.match(err, message)
    assert.is(out, '')
  })
}

test('given --log json, then one line announces the real port, and each request has one', async () => {
  const server = await serve(['--port', '0', '--log', 'json'])

  const { ready, url } = await readyLine(server)
  await fetch(`${url}/v1/users/me`)
  const text = await server.wrote(/"status":401.*\n/)

  assert.is(ready, true)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is(text.trimEnd().split('\n').length, 2)
})

test('the banner’s curl lines work as printed, and it has no colours when it is piped', async () => {
  const server = startProcess(['serve', '--port', '0', '--control-token'])

  const text = await server.wrote(/Ctrl-C/)
  const lines = text.match(/curl .*/g) ?? []

  assert.not.match(text, /\u001B/)
  assert.is(lines.length, 4)
  for (const line of lines) {
    const { stdout } = await shell(line.replace('curl', 'curl --silent --show-error'))
    assert.is(JSON.parse(stdout).success, true, line)
  }
})

test('given a world, the banner and the ready line name it, and "none" is none', async () => {
  const told = []
  for (const args of [[], ['--log', 'json'], ['--world', 'none']]) {
    const server = await serve(['--port', '0', '--world', 'lost-answer', ...args])
    told.push(await server.wrote(/Ctrl-C|"ready":true.*\n/))
  }

  assert.match(told[0] ?? '', /This is the world "lost-answer" of schedkit client: it /)
  assert.match(told[1] ?? '', /"world":"lost-answer"/)
  assert.not.match(told[2] ?? '', /world/)
})

test('the docs page of the banner offers the accounts of the demo, and not those of other seeds', async () => {
  const folder = newFolder()
  const file = join(folder, 'seed.json')
  await writeFile(file, JSON.stringify({ users: [{ email: 'ada@example.test', password: 'analytical' }] }))

  const offered = []
  for (const seed of ['demo', file]) {
    const [, page = ''] =
      (await (await serve(['--seed', seed, '--port', '0'])).wrote(/try it: (\S+)\n/)).match(
        /try it: (\S+)\n/,
      ) ?? []
    assert.is((await fetch(page)).status, 200)
    offered.push(await (await fetch(`${page}/demo.json`)).json())
  }

  const [demo, own] = offered as { accounts: object[]; scheduleId?: string }[]
  assert.is(demo?.scheduleId, 'lisbon-studio')
  assert.equal(demo?.accounts[0], {
    email: 'mira@ribeira.example',
    password: 'mira-demo',
    note: 'owner of lisbon-studio, editor of kathmandu-workshop',
  })
  assert.equal(own, { accounts: [] })
})

test('given options as environment variables, then they apply, and unknown ones do no harm', async () => {
  const env = {
    SCHEDKIT_PORT: '0',
    SCHEDKIT_LOG: 'json',
    SCHEDKIT_CONTROL_TOKEN: 'from-env',
    SCHEDKIT_CORS: 'http://one.test http://two.test',
    SCHEDKIT_REQUEST_RATE_LIMIT: '12',
    SCHEDKIT_OTHER: '1',
    // Kubernetes sets this variable.
    SCHEDKIT_SERVICE_PORT: '80',
  }
  const { url } = await readyLine(await serve([], env))

  const headers = { authorization: 'Bearer from-env' }
  const answer = await fetch(`${url}/_control/users`, { headers })
  const page = await fetch(`${url}/v1/users/me`, { headers: { origin: 'http://two.test' } })

  const { data } = (await answer.json()) as { data: { request_rate_limit: number }[] }
  assert.is(data[0]?.request_rate_limit, 12)
  assert.is(page.headers.get('access-control-allow-origin'), 'http://two.test')
})

for (const [variable, value, message] of [
  ['PORT', 'http', 'must be a number, not "http"'],
  ['METRICS_PORT', 'x', 'must be a number, not "x"'],
  ['MAX_BODY', '1MB', 'must be a number, not "1MB"'],
  ['TRUST_PROXY', 'enabled', 'must be true or false, not "enabled"'],
  ['TRUST_PROXY', 'constructor', 'must be true or false, not "constructor"'],
  ['WATCH', '2', 'must be true or false, not "2"'],
] as const)
  test(`given SCHEDKIT_${variable}=${value}, when a server starts, then it is refused with 2, by its name`, async () => {
    const { code, err } = await command(['serve'], { [`SCHEDKIT_${variable}`]: value })

    assert.is(code, 2)
    assert.is(err.split('\n')[0], `SCHEDKIT_${variable} ${message}.`)
  })

test('given misspelt environment variables, when a server or a mock starts, then it is refused with 2 and suggestions', async () => {
  const misspelt = { SCHEDKIT_DATABSE: 'postgres://localhost/x', SCHEDKIT_PROT: '0', SCHEDKIT_HOSTS: '::1' }

  const served = await command(['serve'], misspelt)
  const mocked = await command(['mock'], { SCHEDKIT_SED: 'none' })

  assert.is(served.code, 2)
  assert.equal(served.err.split('\n').slice(0, 3), [
    'Unknown environment variable: SCHEDKIT_DATABSE. Did you mean SCHEDKIT_DATABASE?',
    'Unknown environment variable: SCHEDKIT_PROT. Did you mean SCHEDKIT_PORT?',
    'Unknown environment variable: SCHEDKIT_HOSTS. Did you mean SCHEDKIT_HOST?',
  ])
  assert.is(mocked.code, 2)
  assert.match(mocked.err, 'Did you mean SCHEDKIT_SEED?')
})

test('given a wrong environment variable, when help is asked for, then it is shown', async () => {
  const { code, out } = await command(['serve', '--help'], { SCHEDKIT_TRUST_PROXY: 'enabled' })

  assert.is(code, 0)
  assert.match(out, '--trust-proxy')
})

test('given a flag as an environment variable, then true, 1, yes and on turn it on, and their opposites off', async () => {
  const refusal = /--watch follows a seed file/

  for (const value of ['true', '1', 'yes', 'on', 'TRUE', 'Yes', 'ON'])
    for (const service of ['serve', 'mock'])
      assert.match((await command([service], { SCHEDKIT_WATCH: value })).err, refusal, value)
  for (const value of ['false', '0', 'no', 'off', 'FALSE', 'No', 'OFF']) {
    const { err } = await command(['serve', '--workers', '0'], { SCHEDKIT_WATCH: value })
    assert.match(err, /^--workers must be/, value)
  }
})

test('given empty environment variables, then they are treated as unset', async () => {
  const names = [
    'PORT',
    'HOST',
    'SEED',
    'DATA',
    'DATABASE',
    'SMTP',
    'PUBLIC_URL',
    'TLS_CERT',
    'TRUST_PROXY',
    'CONTROL_TOKEN',
    'CORS',
  ]
  const env = Object.fromEntries(names.map(name => [`SCHEDKIT_${name}`, '']))

  const { code, err } = await command(['serve', '--workers', '0'], env)
  const { url, controlToken } = await readyLine(await serve(['--log', 'json', '--port', '0'], env))

  assert.is(code, 2)
  assert.match(err, /--workers must be/)
  assert.is(controlToken, undefined)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
})

test('given an option twice, then the last value wins, as after the options of a script', async () => {
  const twice = ['--control-token', '--host', '0.0.0.0', '--log', 'off', '--port', '1']

  const { url, controlToken } = await readyLine(
    await serve([
      ...twice,
      '--control-token',
      'my-token',
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--log',
      'json',
    ]),
  )
  const { status } = await fetch(`${url}/_control/health`, { headers: { authorization: 'Bearer my-token' } })

  assert.is(controlToken, undefined)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is(status, 200)
})

test('given --control-token without a value, then one is generated and shown', async () => {
  const { url, controlToken } = await readyLine(
    await serve(['--control-token', '--port', '0', '--log', 'json']),
  )

  const answer = await fetch(`${url}/_control/health`, {
    headers: { authorization: `Bearer ${controlToken}` },
  })

  assert.match(controlToken ?? '', /^[0-9a-f]{24}$/)
  assert.is(answer.status, 200)
})

test('the banner shows a generated token, and no secret that the operator has passed', async () => {
  const folder = newFolder()
  const file = join(folder, 'seed.json')
  await writeFile(file, JSON.stringify({ users: [{ email: 'ada@example.test', password: 'analytical' }] }))
  const smtp = 'smtp://ada:mail-password@127.0.0.1:2525'
  const options = ['--seed', file, '--smtp', smtp, '--port', '0']

  const made = await (await serve(['--control-token', ...options])).wrote(/Ctrl-C/)
  const passed = await (await serve(['--control-token', 'token-of-the-operator', ...options])).wrote(/Ctrl-C/)
  const fromEnvironment = await (
    await serve(options, { SCHEDKIT_CONTROL_TOKEN: 'token-of-the-operator' })
  ).wrote(/Ctrl-C/)

  assert.match(made, /with the token [0-9a-f]{24}\n/)
  for (const banner of [made, passed, fromEnvironment]) {
    assert.not.match(banner, /analytical|mail-password|token-of-the-operator/)
    assert.match(banner, /ada@example\.test {2}\(password as in the seed\)/)
  }
  assert.match(passed, /curl -H "Authorization: Bearer \$SCHEDKIT_CONTROL_TOKEN" http/)
})

test('given a folder that the system cannot create, then the start fails with 1 and says so at once', async () => {
  // Node.js itself retries forever.
  if (process.platform !== 'linux') return
  const { child, ended, stderr } = startProcess(['serve', '--data', '/proc/data', '--port', '0'])
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)

  const code = await ended

  clearTimeout(timer)
  assert.is(code, 1)
  assert.match(stderr(), /Failed to use the data in \/proc\/data: .*mkdir '\/proc\/data'/)
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`given ${signal}, then the request in progress is answered and the process exits with 0`, async () => {
    const server = startProcess(['serve', '--port', '0', '--log', 'json', '--control-token', 't'])
    const { url } = await readyLine(server)
    const slow = request(`${url}/_control/users`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', expect: '100-continue' },
    })
    slow.flushHeaders()
    await once(slow, 'continue')
    server.child.kill(signal)
    slow.end(JSON.stringify({ email: 'a@example.test', password: 'takes-a-while' }))

    const [[answer], code] = await Promise.all([once(slow, 'response'), server.ended])

    assert.is(answer.statusCode, 201)
    assert.is(code, 0)
  })
}

for (const [where, options] of [
  ['in the outbox', []],
  ['by an SMTP server', ['--smtp', 'smtp://127.0.0.1:1']],
] as const) {
  test(`given that e-mails go ${where}, then the log has a line for one, without its link`, async () => {
    const server = await serve(['--port', '0', '--log', 'json', ...options])
    const { url } = await readyLine(server)
    const authorization = `Basic ${btoa('mira@ribeira.example:mira-demo')}`
    const body = JSON.stringify({ email: 'new@ribeira.example' })

    const answer = await fetch(`${url}/v1/users/me`, { method: 'PUT', headers: { authorization }, body })
    const text = await server.wrote(/"event":"mail".*\n/)

    assert.is(answer.status, 200)
    assert.match(text, 'new@ribeira.example')
    assert.not.match(text, /activations\/[\w-]+/)
  })
}

test.run()
