import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fake, passwordOf, startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { endAll, file } from '../testing/stage.js'
import { curlScript } from './script.js'

test.after(endAll)

const hasCurl = spawnSync('curl', ['--version']).status === 0
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Runs a script with the shell, with credentials filled in, and returns its output before the clean-up. */
async function replay(script: string): Promise<string> {
  const filled = script.replace(/^(\w+)='[^']*:PASSWORD'.*$/gm, (_, variable: string) => {
    const name = variable.toLowerCase()
    return `${variable}=${quoted(`${name}@example.test:${passwordOf(name)}`)}`
  })
  const path = file(filled.replace('# afterwards', 'echo AFTERWARDS'), 'script.sh')
  const { stdout, stderr } = await promisify(execFile)('sh', ['-eu', path], { timeout: 10_000 })
  assert.is(stderr, '')
  return stdout
}

const scriptOf = ({ trail, session }: ReturnType<typeof openRuntime>) =>
  curlScript(trail, session.target, session.redaction)

const lastWritten = (written: string) => written.split('AFTERWARDS')[0]?.trim().split('\n').at(-1)

/** The last response to a script, without the parts that differ with every request. */
async function asBefore(fake: Fake, runtime: ReturnType<typeof openRuntime>) {
  const before = runtime.trail.at(-1)?.answer.text
  const script = scriptOf(runtime)
  fake.objects.clear()
  const calls = fake.calls.length
  const written = lastWritten(await replay(script))
  return { before, script, written, replayed: fake.calls.slice(calls) }
}

test('given a gateway in between, when the script is run, then it takes the same way, with secrets to fill in', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const network = { headers: { 'X-Gateway-Key': "it's the key" }, proxy: 'http://me:p@secret@127.0.0.1:9' }
  const runtime = openRuntime({ ...fake.target, network: { headers: network.headers } })
  await runtime.owner.get(runtime.first.resources)
  const { session, trail } = runtime

  const script = scriptOf(runtime)
  await replay(script.replace('[header X-Gateway-Key]', 'filled in'))
  const proxied = curlScript(
    trail,
    { ...session.target, network: { ...network, neutral: false } },
    session.redaction,
  )

  assert.not.match(script + proxied, /the key|secret/)
  assert.equal(
    fake.calls.map(({ headers }) => headers['x-gateway-key']),
    ["it's the key", 'filled in'],
  )
  assert.match(proxied, /^curl\(\) \{ command curl --proxy 'http:\/\/USER:PASSWORD@127\.0\.0\.1:9' -H /m)
})

test('given a request without an Accept header, when the script is run, then curl sends none, either', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  const { actor, first, session } = runtime
  await actor(session.target.owner, 'owner', { accept: null }).get(first.resources)

  const { replayed } = await asBefore(fake, runtime)

  assert.equal(
    replayed.map(({ headers }) => headers.accept),
    [undefined],
  )
})

test('given objects that depend on each other, when the script is run, then it uses the ids of its own responses', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  const { owner, first } = runtime
  const red = await owner.create(first.resources, { name: 'Red' })
  const times = { start: '2023-01-09T08:00:00Z', end: '2023-01-09T08:30:00Z' }
  const booking = await owner.create(first.bookings, { resource_id: red, title: `about ${red}`, ...times })
  await owner.get(`${first.resources}/${red}/bookings`, { ids: [booking, 7], limit: Number(red) })

  const { before = '', script, written = '', replayed } = await asBefore(fake, runtime)

  const without = (text: string) => text.replace(/"(id|resource_id)":\d+/g, '"$1":0')
  assert.is(without(written), without(before))
  assert.is(JSON.parse(written).data.length, 1)
  assert.is.not(JSON.parse(written).data[0].id, booking)
  assert.match(script, '"resource_id":\'"$RESOURCE_1"\'')
  assert.match(script, `"title":"about ${red}"`)
  assert.match(script, `limit=${red}`)
  assert.equal(
    replayed.slice(-2).map(({ method }) => method),
    ['DELETE', 'DELETE'],
  )
  assert.equal(fake.left(), [])
})

const texts = [
  `O'Brien's "best" $HOME \`date\` \\ \\n !! %s & | ; < > * ? ~`,
  'two\nlines\tand a tab',
  'emoji 🎉, accents é, 漢字',
  `''"''$(exit 1)''`,
]
for (const text of texts) {
  test(`given the text ${JSON.stringify(text)}, when the script is run, then it arrives unchanged`, async () => {
    if (!hasCurl) return
    const fake = await startFake()
    const runtime = openRuntime(fake.target)
    await runtime.owner.post(runtime.first.resources, { name: 'Red', note: text })

    const { written = '', replayed } = await asBefore(fake, runtime)

    assert.is(JSON.parse(written).success, true)
    assert.is(replayed[0]?.text, JSON.stringify({ name: 'Red', note: text }))
  })
}

test('given a query with brackets and quotes, when the script is run, then it arrives unchanged', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  await runtime.owner.get(runtime.first.resources, "ids=[1]&fields={id,name}&x='%22$HOME")

  const { before, written, replayed } = await asBefore(fake, runtime)

  assert.is(written, before)
  assert.equal(
    [...(replayed[0]?.query ?? [])],
    [
      ['ids', '[1]'],
      ['fields', '{id,name}'],
      ['x', `'"$HOME`],
    ],
  )
})

test('given several people, when the script is written, then each is a variable to fill in', async () => {
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  const { owner, actor, first } = runtime
  await owner.get(first.path)
  await actor({ email: 'editor@example.test', password: 'long-secret' }, 'editor, a wrong password').get(
    first.path,
  )
  await actor({ email: '', password: '' }, 'nobody', { authorization: null }).get(first.path)

  const script = scriptOf(runtime)

  assert.match(script, "OWNER='owner@example.test:PASSWORD'  # owner")
  assert.match(script, "EDITOR_A_WRONG_PASSWORD='EMAIL:PASSWORD'  # editor, a wrong password")
  assert.match(script, '-u "$EDITOR_A_WRONG_PASSWORD"')
  assert.match(script.split('\n').at(-1) ?? '', /^curl -sS "\$BASE"'\/v1\/schedules\/first'; echo$/)
})

test('given a target file with variables, when the script is run, then it takes the passwords from them', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const owner = {
    email: 'owner@example.test',
    password: passwordOf('owner'),
    passwordVariable: 'OWNER_PASSWORD',
  }
  const runtime = openRuntime({ ...fake.target, owner })
  await runtime.owner.get(runtime.first.resources)

  const script = scriptOf(runtime)
  const path = file(script, 'script.sh')
  const env = { ...process.env, OWNER_PASSWORD: owner.password }
  const { stdout } = await promisify(execFile)('sh', ['-eu', path], { timeout: 10_000, env })

  assert.match(script, /^OWNER="owner@example\.test:\$OWNER_PASSWORD" {2}# owner$/m)
  assert.is(JSON.parse(stdout).success, true)
  assert.not.ok(script.includes(owner.password))
})

for (const header of ['Bearer abc', 'Basic !!!', 'basic b3duZXI6eA==', 'Basic bm9jb2xvbg==']) {
  test(`given the header ${header}, when the script is run, then it is sent unchanged`, async () => {
    if (!hasCurl) return
    const fake = await startFake()
    const runtime = openRuntime(fake.target)
    await runtime.actor({ email: '', password: '' }, 'odd', { authorization: header }).get(runtime.first.path)

    const hidden = scriptOf(runtime)
    const shown = curlScript(runtime.trail, runtime.session.target, {
      clean: (text: string) => text,
    } as never)
    await replay(shown)

    assert.is(fake.calls.at(-1)?.headers.authorization, header)
    assert.is(hidden.includes(header), header.length < 16)
  })
}

test('given creates by somebody other than the owner, when the script is written, then it needs the owner, who cleans up', async () => {
  if (!hasCurl) return
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  const member = { email: 'editor@example.test', user_role: 'editor' }
  fake.objects.set(`${runtime.first.collaborators}/7`, { id: 7, ...member })
  const editor = runtime.actor({ email: member.email, password: passwordOf('editor') }, 'editor')
  const id = await editor.create(runtime.first.resources, { name: 'Red' })
  await editor.get(`${runtime.first.resources}/${id}`)
  await runtime.owner.delete(`${runtime.first.resources}/${id}`)
  runtime.trail.pop()

  await replay(scriptOf(runtime))

  assert.equal(fake.left(), [`${runtime.first.collaborators}/7`])
})

test('given an id that is not a number, when the script is written, then it is left unchanged', async () => {
  const fake = await startFake({
    odd: call => (call.method === 'POST' ? { body: { success: true, data: [{ id: '(*' }] } } : undefined),
  })
  const runtime = openRuntime(fake.target)
  await runtime.owner.post(runtime.first.resources, { name: 'Red' })
  await runtime.owner.get(`${runtime.first.resources}/${encodeURIComponent('(*')}`)

  const script = scriptOf(runtime)

  assert.not.match(script, 'RESOURCE_1')
})

test('given a response of several lines, when the script is run, then the id is found in it', async () => {
  if (!hasCurl) return
  const fake = await startFake({
    odd: (call, usual) =>
      call.method === 'POST'
        ? { text: JSON.stringify(usual().body, undefined, 2).replace('"id":', '"id" :') }
        : undefined,
  })
  const runtime = openRuntime(fake.target)
  const id = await runtime.owner.create(runtime.first.resources, { name: 'Red' })
  await runtime.owner.get(`${runtime.first.resources}/${id}`)

  const { written = '' } = await asBefore(fake, runtime)

  assert.is(JSON.parse(written).data.name, 'Red')
})

test('given secrets in bodies and headers, when the script is written, then it contains none of them', async () => {
  const fake = await startFake({ throwaways: 1 })
  const runtime = openRuntime(fake.target)
  await runtime.owner.put('/v1/users/me', { new_password: 'another-secret' })
  await runtime.owner.post(runtime.first.resources, { name: `x${passwordOf('owner')}` })

  const script = scriptOf(runtime)

  assert.not.match(script, 'another-secret')
  assert.not(script.includes(JSON.stringify(passwordOf('owner')).slice(1, -1)))
  assert.not.match(script, Buffer.from(`owner@example.test:${passwordOf('owner')}`).toString('base64'))
})

test.run()
