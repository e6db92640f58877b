import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { runSetupCommand } from './setup-command.js'

test.after(endAll)

const target = {
  baseUrl: 'http://localhost:4000',
  owner: { email: 'a@example.test', password: 'x' },
  schedules: ['a'],
}
const json = JSON.stringify(target, undefined, 2)

/** Returns the text of a file as soon as it exists. */
async function written(file: string): Promise<string> {
  while (!existsSync(file)) await sleep(20)
  return readFileSync(file, 'utf8')
}

test('given a command that keeps running, when the run ends, then it gets SIGTERM and is awaited', async () => {
  const file = join(folder(), 'ended')
  const command = `trap 'sleep 0.3; echo gone > ${file}; exit 0' TERM; cat <<'END'\n${json}\nEND\nwhile :; do sleep 0.05; done`

  const provision = await runSetupCommand(command)
  assert.not(existsSync(file))
  await provision.teardown?.()

  assert.equal(provision.target, target)
  assert.is(readFileSync(file, 'utf8'), 'gone\n')
})

test('given a command that exits after it printed, when the run ends, then there is nothing to stop', async () => {
  const provision = await runSetupCommand(`printf '%s' '${json}'`)

  await provision.teardown?.()

  assert.equal(provision.target, target)
})

test('given JSON that arrives in chunks, when the last one is there, then it is read', async () => {
  const half = json.indexOf('}') + 1

  const provision = await runSetupCommand(
    `printf '%s' '${json.slice(0, half)}'; sleep 0.2; printf '%s' '${json.slice(half)}'; exec sleep 60`,
  )

  assert.equal(provision.target, target)
  await provision.teardown?.()
})

test('given a server that logs to the standard output, when the target is printed, then it is found among the lines', async () => {
  const log = 'echo ready on 8080 }; echo \'{"event":"ready"}\''

  const provision = await runSetupCommand(`${log}; echo '${json}'; ${log}; exec sleep 60`)

  assert.equal(provision.target, target)
  await provision.teardown?.()
})

test('given more owners, when the target is printed on many lines, then none of them is mistaken for it', async () => {
  const owners = ['b', 'c'].map(name => ({ email: `${name}@example.test`, password: 'x', schedules: [name] }))
  const printed = { ...target, owners }

  const provision = await runSetupCommand(`printf '%s' '${JSON.stringify(printed, undefined, 2)}'`)

  assert.equal(provision.target, printed)
  await provision.teardown?.()
})

test('given a server that the command started in the background, when the run ends, then it ends too', async () => {
  const file = join(folder(), 'pid')
  const provision = await runSetupCommand(`sleep 300 & echo $! > ${file}; echo '${json}'; wait`)
  const pid = Number(await written(file))

  await provision.teardown?.()

  assert.is((await thrownBy(() => process.kill(pid, 0)))?.message, 'kill ESRCH')
})

test('given a command that ignores SIGTERM, when the teardown is given up, then it is killed', async () => {
  const provision = await runSetupCommand(`trap '' TERM; echo '${json}'; while :; do sleep 0.05; done`)

  await provision.teardown?.(AbortSignal.timeout(100))
})

test('given a server that logs very much, when the target is printed, then it is found, and later lines are not kept', async () => {
  const logs = [`{ level: 'info', text: "it's }" }`, '{ never closed', '{"event":"x","in":{"a":1}}', '"']
  const print = logs.map(line => `console.log(${JSON.stringify(line)})`).join(';')
  const program = `for (let i = 0; i < 5_000; i++) { ${print} }; console.log(${JSON.stringify(json)}); setInterval(() => { for (let i = 0; i < 1000; i++) { ${print} } }, 1)`

  const provision = await runSetupCommand(`"${process.execPath}" -e '${program.replaceAll("'", "'\\''")}'`)
  const before = process.memoryUsage().heapUsed
  await sleep(500)
  const after = process.memoryUsage().heapUsed
  await provision.teardown?.()

  assert.equal(provision.target, target)
  assert.ok(after - before < 50e6, `${after - before} bytes were kept`)
})

test('given a target with a command to run, when it is printed, then it is refused and the setup is ended', async () => {
  const printed = JSON.stringify({ ...target, mailbox: { command: 'touch ran' } })

  const error = await thrownBy(() => runSetupCommand(`echo '${printed}'; exec sleep 300`))

  assert.is(error?.name, 'TargetError')
  assert.match(
    error?.message ?? '',
    'The setup command names a mailbox command. Give it as --mailbox-command',
  )
})

const failing: readonly (readonly [string, string, RegExp])[] = [
  [
    'fails',
    'exit 3',
    /^Failed to set up with "exit 3": it ended with exit code 3 without printing a target\.$/,
  ],
  ['prints something else', 'echo ready', /without printing a target as a JSON object; it printed: ready\.$/],
  ['is not there', './no-such-command', /it ended with exit code 127/],
]
for (const [what, command, message] of failing) {
  test(`given a command that ${what}, when it is run, then the message says so`, async () => {
    const error = await thrownBy(() => runSetupCommand(command))

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
  })
}

test('given a command that prints nothing, when the run is ended, then the command is ended too', async () => {
  const abort = new AbortController()
  setTimeout(() => abort.abort(), 100)

  const error = await thrownBy(() => runSetupCommand('sleep 300', abort.signal))

  assert.match(error?.message ?? '', 'the run was ended before it printed a target')
})

test.run()
