import type { ChildProcess } from 'node:child_process'
import { access, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import type { RunningServer } from '../server/index.js'
import { command } from './testing/command.js'
import { conformanceSuite, password } from './testing/conformance-suite.js'
import { schedkit } from './testing/schedkit-process.js'

/*
 * Runs of `schedkit conformance` that are killed or interrupted.
 */

const test = conformanceSuite('interrupted runs')

const run = (folder: string, ...args: string[]) =>
  command(['conformance', ...args], { PASSWORD: password }, folder)

test('given a killed run, when its ledger is cleaned up, then nothing of it is left', async ({
  target,
  folder,
  server,
}) => {
  const child = slowRun(target, folder)
  const file = await ledgerIn(folder)
  await until(async () => (await readFile(file, 'utf8')).split('"created"').length > 8)
  child.child.kill('SIGKILL')
  await child.ended

  const before = await resourcesOf(server)
  const { code, out, err } = await run(folder, 'cleanup', file, '--target', target)

  assert.ok(before > 0)
  assert.is(code, 0, err)
  assert.match(out, /objects? deleted/)
  assert.is(await resourcesOf(server), 0)
  assert.not.ok(await isThere(file))
})

test('given a run, when it is interrupted by Ctrl-C, then it cleans up and says what did not run', async ({
  target,
  folder,
  server,
}) => {
  const child = slowRun(target, folder)
  const file = await ledgerIn(folder)
  await until(async () => (await readFile(file, 'utf8')).split('"created"').length > 3)
  child.child.kill('SIGINT')

  assert.is(await child.ended, 3)
  assert.match(child.stderr(), /Finishing running checks/)
  assert.match(child.stdout(), /INCOMPLETE/)
  assert.is(await resourcesOf(server), 0)
  assert.not.ok(await isThere(file))
})

test('given a setup command that has printed no target, when the run gets Ctrl-C, then it exits with 130', async ({
  folder,
}) => {
  const setup = 'echo started >&2; sleep 60'
  const { child, ended, stderr } = schedkit(['conformance', 'run', '--setup-command', setup], {}, folder)
  await until(async () => stderr().includes('started'))
  child.kill('SIGINT')

  assert.is(await ended, 130)
  assert.match(stderr(), 'the run was ended before it printed a target')
})

test('given a target that asks to wait before the run begins, then the run says so, and exits with 130 after Ctrl-C', async ({
  folder,
}) => {
  const busy = createServer((_, answer) => answer.writeHead(429, { 'retry-after': '200' }).end('{}'))
  await new Promise<void>(resolve => busy.listen(0, '127.0.0.1', resolve))
  const { port } = busy.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const owner = ['--owner', 'ada@example.test:$PASSWORD', '--schedule', 'lab']
  const { child, ended, stderr } = schedkit(
    ['conformance', 'run', url, ...owner],
    { PASSWORD: password },
    folder,
  )
  try {
    // A line is written every ten seconds if the output is not a terminal.
    await new Promise<void>(resolve =>
      child.stderr?.on('data', () => stderr().includes('waiting') && resolve()),
    )
    child.kill('SIGINT')

    assert.is(await ended, 130)
    assert.match(
      stderr(),
      /^preparing; waiting until [\d:]+ for the target, which answered 429 to ada@example\.test$/m,
    )
    assert.match(stderr(), 'The run was ended before it began.')
    assert.not.match(stderr(), /Failed to reach/)
    assert.equal(await ledgers(folder), [])
  } finally {
    busy.closeAllConnections()
    busy.close()
  }
})

const ways: Readonly<Record<string, (child: ChildProcess) => void>> = {
  'its terminal is closed, as the shell and the system tell it': child => {
    child.kill('SIGHUP')
    child.stderr?.once('data', () => child.kill('SIGHUP'))
  },
  'nobody reads its output any more': child => {
    child.stderr?.destroy()
    child.stdout?.destroy()
  },
}
for (const [way, end] of Object.entries(ways)) {
  test(`given a run, when ${way}, then it cleans up and exits as after Ctrl-C`, async ({
    target,
    folder,
    server,
  }) => {
    // It writes a line for each request.
    const child = slowRun(target, folder, { NODE_DEBUG: 'schedkit' })
    const file = await ledgerIn(folder)
    await until(async () => (await readFile(file, 'utf8')).split('"created"').length > 3)
    end(child.child)

    assert.is(await child.ended, 3)
    assert.is(await resourcesOf(server), 0)
    assert.equal(await ledgers(folder), [])
  })
}

test('given a killed --control run, when its ledger is cleaned up, then its accounts are gone, and the ledger', async ({
  folder,
  server,
}) => {
  const users = async () => {
    const answer = await fetch(`${server.url}/_control/users`, { headers: { authorization: 'Bearer token' } })
    return ((await answer.json()) as { data: unknown[] }).data.length
  }
  const before = await users()
  const control = ['--control', server.url, '--control-token', 'token']
  const child = schedkit(['conformance', 'run', ...control, '--allow', 'all'], {}, folder)
  while ((await users()) < before + 13) await new Promise(resolve => setTimeout(resolve, 50))
  child.child.kill('SIGKILL')
  await child.ended
  const [ledger = ''] = await ledgers(folder)

  const without = await run(folder, 'cleanup', ledger, '--target', 'target.json')
  const { code, out, err } = await run(folder, 'cleanup', ledger, ...control)

  assert.is(without.code, 2)
  assert.match(without.err, /is the ledger of a run with --control\. Give --control http/)
  assert.is(code, 0, err)
  assert.match(out, /^13 accounts of the run removed, with all their data\.\n$/)
  assert.equal([await users(), await ledgers(folder)], [before, []])
})

/** Slow enough to be interrupted. */
const slowRun = (target: string, folder: string, env: Record<string, string> = {}) =>
  schedkit(
    ['conformance', 'run', '--target', target, '--only', 'RES-*', '--rate', '150'],
    { PASSWORD: password, ...env },
    folder,
  )

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function resourcesOf(server: RunningServer): Promise<number> {
  const authorization = `Basic ${btoa(`owner@example.test:${password}`)}`
  const answer = await fetch(`${server.url}/v1/schedules/first/resources?limit=0`, {
    headers: { authorization },
  })
  const body = (await answer.json()) as { data: unknown[] }
  return body.data.length
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('It did not come to that within 10 s.')
}

async function ledgerIn(folder: string): Promise<string> {
  let found: string | undefined
  await until(async () => {
    found = (await readdir(folder)).find(name => /^schedkit-conformance-.*\.jsonl$/.test(name))
    return found !== undefined
  })
  return join(folder, found ?? '')
}

/** Returns the ledger files that are left. */
const ledgers = async (folder: string) => (await readdir(folder)).filter(name => name.endsWith('.jsonl'))

test.run()
