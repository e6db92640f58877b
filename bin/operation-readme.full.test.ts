import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { promisify } from 'node:util'
import { request } from 'undici'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { password, programs, withCluster } from '../server/storage/postgres/testing/cluster.js'
import { newFolder } from '../server/testing/folder.js'
import { freePort } from '../server/testing/processes.js'
import { program } from './testing/schedkit-process.js'

/*
 * Runs all commands of the page on operation, in their order, on a new database.
 */

const { test, cluster } = withCluster(all)
const run = promisify(execFile)

// Tests run from the root of the repository.
const page = await readFile('docs/operation/README.md', 'utf8')
const unit = await readFile('docs/operation/schedkit@.service', 'utf8')

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

const ports = [4001, 4002, 4003, 9001, 9002, 9003]

/** A folder with schedkit installed. */
async function project(): Promise<string> {
  const folder = newFolder()
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await symlink(program, join(folder, 'node_modules/.bin/schedkit'))
  await chmod(program, 0o755)
  return folder
}

/** The commands of the page, with free ports and the program of this checkout. */
async function script(): Promise<string> {
  let text = blocks('sh').join('\n').replaceAll('npx schedkit', 'node_modules/.bin/schedkit')
  for (const port of ports) {
    assert.ok(text.includes(String(port)), `no command uses the port ${port}`)
    text = text.replaceAll(String(port), String(await freePort()))
  }
  const { port } = new URL(cluster().database())
  text = text.replaceAll('127.0.0.1:5432', `127.0.0.1:${port}`)
  const metrics = /http:\S+\/_metrics/.exec(text)?.[0]
  return `set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT\n${text}\ncurl --silent ${metrics} >metrics.txt\n`
}

test('every command of the page on operation works, in order, starting with an empty database', async () => {
  const folder = await project()
  const { hostname, port } = new URL(cluster().database())
  const env = {
    PATH: `${programs()}:${process.env.PATH}`,
    ...{ PGHOST: hostname, PGPORT: port, PGUSER: 'schedkit', PGPASSWORD: password, PGDATABASE: 'postgres' },
  }

  const { stdout, stderr } = await run('bash', ['-c', await script()], { cwd: folder, env, timeout: 120_000 })

  const metrics = await readFile(join(folder, 'metrics.txt'), 'utf8')
  assert.match(stdout, /^CREATE ROLE$/m)
  assert.match(stdout, /^\{"ready":true\}$/m)
  assert.match(stdout, /"email":"ada@example\.com"/)
  assert.match(stdout, /^schedkit_info\{version="[^"]+"\} 1$/m)
  assert.match(stdout, /^ schedkit-\d+ +\| idle +\|/m)
  assert.match(stdout, /"id":"ticket-4711".*"as":"ada@example\.com"/)
  assert.not.match(stderr, /error|warning/i)
  const names = new Set(
    Array.from(page.matchAll(/\b(?:schedkit|nodejs)_\w+/g), ([name]) =>
      name.replace(/_(?:total|bucket|count)$/, ''),
    ),
  )
  assert.ok(names.size >= 6)
  for (const name of names) assert.match(metrics, new RegExp(`^# TYPE ${name} `, 'm'), name)
})

test('if a process ends immediately, so does its start', async () => {
  const folder = await project()
  const [text = ''] = blocks('sh').filter(block => block.startsWith('start() {'))
  const [definition = ''] = /^start\(\) \{.*?^\}/ms.exec(text) ?? []

  const ended = await run('bash', ['-c', `${definition}\nstart ${await freePort()} none`], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    timeout: 20_000,
  }).catch(error => error)

  assert.equal([ended.code, ended.killed], [1, false])
})

all('systemd restarts a process without a limit', () => {
  assert.match(unit, /^\[Unit\]\n(?:[^[].*\n)*StartLimitIntervalSec=0$/m)
  assert.match(unit, /^RestartSec=5$/m)
})

test('the systemd unit starts a process on the port in its name, which exits with 0', async () => {
  const folder = await project()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? []
  // As systemd reads it.
  const text = command.replaceAll('%i', String(port)).replaceAll('$$', '$')
  assert.match(text, `--metrics-port $((${port} + 5000))`)

  const child = spawn('/bin/sh', ['-c', text.replace(`$((${port} + 5000))`, String(metricsPort))], {
    cwd: folder,
    env: { PATH: process.env.PATH, SCHEDKIT_DATABASE: cluster().database() },
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal)))
  const status = (url: string) =>
    request(url).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode
      },
      () => 0,
    )
  for (let waited = 0; waited < 200; waited++) {
    if ((await status(`http://127.0.0.1:${port}/_health/ready`)) === 200) break
    await waitFor(50)
  }
  const metrics = await status(`http://127.0.0.1:${metricsPort}/_metrics`)
  child.kill('SIGTERM')

  assert.is(metrics, 200)
  assert.is(await ended, 0)
})

all('systemd accepts its unit, if it is installed', () => {
  const verify = '/usr/bin/systemd-analyze'
  if (!existsSync(verify)) return

  const complaints = execFileSync(verify, ['verify', resolve('docs/operation/schedkit@.service')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  assert.is(complaints, '')
})

all('the configuration of Prometheus asks all processes of the page for their metrics', () => {
  const [text = ''] = blocks('yaml')
  const [job] = parse(text).scrape_configs

  assert.is(job.metrics_path, '/_metrics')
  assert.equal(
    job.static_configs[0].targets,
    ports.slice(3).map(port => `127.0.0.1:${port}`),
  )
})

all.run()
