import { exec } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readSeedFile } from '../fixtures/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'
import { program, readyLine } from './testing/schedkit-process.js'
import { startService } from './testing/service.js'

const shell = promisify(exec)

const test = suite('fixtures', { folder: '' })

test.before.each(context => {
  context.folder = newFolder()
})

const generate = (args: string[], folder = '.') => command(['fixtures', 'generate', ...args], {}, folder)

test('given --help, then every option and examples are shown within 100 columns', async () => {
  const help = await generate(['--help'])

  assert.is(help.code, 0)
  for (const option of ['schedules', 'resources', 'bookings', 'users', 'collaborators', 'seed', 'now', 'out'])
    assert.match(help.out, `--${option} `)
  assert.match(help.out, /Examples:\n {2}# .*\n {2}schedkit fixtures generate\b/)
  assert.ok(help.out.split('\n').every(line => line.length <= 100))
})

const misuses: [args: string[], message: string][] = [
  [['--bookings', 'many'], '--bookings must be a whole number from 0 to 2000000.'],
  [['--bookings', '-1'], '--bookings must be a whole number from 0 to 2000000, not -1.'],
  [['--schedules', '1.5'], '--schedules must be a whole number from 0 to 10000, not 1.5.'],
  [['--seed', '-7'], '--seed must be a whole number from 0 to 9007199254740991, not -7.'],
  [['--resources', '0'], '--bookings 500 needs --resources 1 or more: a booking has a resource.'],
  [['--schedules', '0'], '--resources 20 needs --schedules 1 or more: a resource has a schedule.'],
  [['--users', '0'], '--schedules 2 needs --users 1 or more: a schedule has an owner.'],
  [['--now', 'tomorrow'], '--now must be a date such as 2026-11-23, or a time with its zone such as'],
  [['--now', '2026-02-31'], 'not "2026-02-31".'],
  [['--now', '2026-11-23T09:00'], 'not "2026-11-23T09:00".'],
  [['--boking', '1'], 'Unknown option: --boking. Did you mean --bookings?'],
]
for (const [args, message] of misuses) {
  test(`given "fixtures generate ${args.join(' ')}", then the usage is refused with 2`, async () => {
    const { code, out, err } = await generate(args)

    assert.is(code, 2)
    assert.ok(err.includes(message), err)
    assert.is(out, '')
  })
}

test('given "fixtures" alone, then it asks for a command', async () => {
  const { code, err } = await command(['fixtures'])

  assert.is(code, 2)
  assert.match(err, 'Say which fixtures command to run.')
})

test('given the same seed and now, then standard output and a file get the same bytes', async ({
  folder,
}) => {
  const args = ['--seed', '7', '--now', '2026-11-23T09:00Z']

  const output = await generate(args)
  const file = await generate([...args, '--out', 'seed.json'], folder)

  assert.equal([output.code, file.code], [0, 0])
  assert.is(await readFile(join(folder, 'seed.json'), 'utf8'), output.out)
  assert.equal(await readdir(folder), ['seed.json'])
  assert.is(
    file.err,
    '2 schedules, 20 resources, 500 bookings, 6 users, 6 collaborators. The password of every account is fixture-password. Serve it: schedkit serve --seed seed.json\n',
  )
})

test('given a generated seed file, then the server starts with it and lists its bookings', async ({
  folder,
}) => {
  const file = join(folder, 'seed.json')
  await generate(['--schedules', '1', '--resources', '3', '--bookings', '40', '--out', file])
  const { users, schedules } = await readSeedFile(file)
  const server = await startService(['serve', '--seed', file, '--port', '0', '--log', 'json'])

  try {
    const { url } = await readyLine(server)
    const authorization = `Basic ${btoa(`${schedules[0]?.owner}:${users[0]?.password}`)}`
    const answer = await fetch(`${url}/v1/schedules/${schedules[0]?.id}/bookings?limit=0`, {
      headers: { authorization },
    })
    const { data } = (await answer.json()) as { data: { title: string }[] }

    assert.is(answer.status, 200)
    assert.equal(
      data.map(({ title }) => title).sort(),
      schedules[0]?.bookings.map(({ title }) => title).sort(),
    )
    assert.is(data.length, 40)
  } finally {
    await server.stop()
  }
})

test('given a file that cannot be written, then it fails with 1, and nothing is left', async ({ folder }) => {
  await writeFile(join(folder, 'file'), '')
  const failed = await generate(['--out', join('file', 'seed.json')], folder)

  assert.is(failed.code, 1)
  const message = /^Failed to write file.seed\.json: .* Choose a file in a writable folder\.\n$/
  assert.match(failed.err, message, failed.err)
  assert.equal(await readdir(folder), ['file'])
})

test('given an existing file, also behind a link, then it keeps its permissions and its place', async ({
  folder,
}) => {
  await mkdir(join(folder, 'real'))
  await writeFile(join(folder, 'real/seed.json'), 'old', { mode: 0o600 })
  await symlink('real/seed.json', join(folder, 'link.json'))
  await writeFile(join(folder, 'real/seed.json.part'), 'of somebody else')

  const { code } = await generate(['--bookings', '20', '--out', 'link.json'], folder)

  assert.is(code, 0)
  assert.ok((await lstat(join(folder, 'link.json'))).isSymbolicLink())
  assert.is((await stat(join(folder, 'real/seed.json'))).mode & 0o777, 0o600)
  assert.is((await readSeedFile(join(folder, 'real/seed.json'))).users.length, 6)
  assert.is(await readFile(join(folder, 'real/seed.json.part'), 'utf8'), 'of somebody else')
  assert.equal((await readdir(join(folder, 'real'))).sort(), ['seed.json', 'seed.json.part'])
})

test('given a pipe as the file, then it is written to, and stays a pipe', async ({ folder }) => {
  const write = `${process.execPath} ${program} fixtures generate --bookings 20 --out pipe`

  await shell(
    `mkfifo pipe; cat pipe > seed.json & ${write} && test -p pipe && wait || { kill $!; exit 1; }`,
    {
      cwd: folder,
    },
  )

  const { schedules } = await readSeedFile(join(folder, 'seed.json'))
  assert.is(schedules.flatMap(({ bookings }) => bookings).length, 20)
  assert.equal((await readdir(folder)).sort(), ['pipe', 'seed.json'])
})

test('given a reader that stops early, then it ends without an error', async () => {
  const { stdout, stderr } = await shell(
    `${process.execPath} ${program} fixtures generate --bookings 20000 | head -c 20`,
  )

  assert.is(stdout.slice(0, 10), '{\n"users":')
  assert.is(stderr, '')
})

test('the commands of the README work as printed, given fewer bookings', async ({ folder }) => {
  const readme = await readFile(join(process.cwd(), 'fixtures', 'README.md'), 'utf8')
  const [block = ''] = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = '']) =>
    text.includes('fixtures generate') ? [text] : [],
  )
  const lines = block.split('\n').filter(line => line.startsWith('schedkit fixtures'))

  assert.is(lines.length, 2)
  for (const line of lines) {
    const command = line
      .replace('schedkit', `${process.execPath} ${program}`)
      .replace(/(?<=--bookings \d+)000\b/, '')
    await shell(command, { cwd: folder })
    await readSeedFile(join(folder, 'seed.json'))
    await rm(join(folder, 'seed.json'))
  }
})

test.run()
