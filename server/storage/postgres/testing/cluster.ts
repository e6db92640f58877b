import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { Test } from 'uvu'
import { freePort, runAs } from '../../../testing/processes.js'

/** A PostgreSQL cluster for tests, in a temporary folder. */
export interface Cluster {
  /** Creates an empty database and returns its URL. */
  database(): string
  /** Returns the URL of a database, which may not exist. */
  urlOf(name: string): string
  /** Runs SQL in a database as its owner and returns what psql prints. */
  run(url: string, sql: string): string
  /** Runs SQL in a transaction that holds its locks until it is released. */
  hold(url: string, sql: string): { isHeld: Promise<unknown>; release(): void }
  /** Enables TLS with this certificate; returns the file of the certificate. */
  encrypt(tls: { cert: string; key: string }): string
  /** Returns what was logged since the last call. */
  logged(): string
  stop(mode: 'fast' | 'immediate'): void
  start(): void
  /** Crashes and restarts it, while this process continues. */
  restart(): Promise<void>
  /** Restarts it as a standby that follows no primary. */
  demote(): void
  /** Promotes a standby to a primary. */
  promote(): Promise<void>
  /** Kills all its processes at once, as a machine failure does. */
  kill(): void
  /** While it is stopped: replaces its data with those of a primary, which from then on waits for it on each commit. */
  follow(primary: Cluster): Promise<void>
  /** The id of its first process, the parent of the others. */
  pid(): number
  /** Stops it and removes its folder. */
  remove(): void
}

export const password = 'sëcret/&?word'

/** The folder of PostgreSQL's programs: the newest version of Debian's packages, or the one in the PATH. */
export function programs(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(folder => ['initdb', 'pg_ctl', 'psql'].every(name => existsSync(join(folder, name))))
}

/** The cluster of this process, whose test files run one after the other. */
let shared: Promise<Cluster> | undefined

/**
 * Gives the tests of a file the cluster of this process, which starts on first use. Without PostgreSQL, they are skipped with
 * a message; with `SCHEDKIT_POSTGRES=required`, they fail.
 *
 * @example const { test, cluster } = withCluster(uvu.test)
 */
export function withCluster(test: Test): { test: Test; cluster(): Cluster; isInstalled: boolean } {
  let started: Cluster | undefined
  const cluster = () => {
    if (!started) throw new Error('The cluster is started before the first test')
    return started
  }
  if (programs() !== undefined) {
    test.before(async () => {
      shared ??= startCluster({ isDurable: false })
      started = await shared
    })
    return { test, cluster, isInstalled: true }
  }
  return { test: withoutProgram(test, 'PostgreSQL', 'postgresql'), cluster, isInstalled: false }
}

/** Skips the tests of a file with a message, or lets one fail if PostgreSQL and its companions are required. */
function withoutProgram(test: Test, name: string, debianPackage: string): Test {
  const missing = `${name} is not installed: apt-get install ${debianPackage}`
  if (process.env.SCHEDKIT_POSTGRES === 'required') {
    test(`${name} is installed`, () => {
      throw new Error(missing)
    })
  } else {
    process.stdout.write(`Tests skipped: ${missing}\n`)
  }
  return Object.assign(test.skip.bind(test), test) as Test
}

/**
 * Creates and starts a cluster. It is removed when the process ends, at the latest. A cluster that is not durable survives a
 * crash of its processes, but not of the machine, because it never waits for the disk. JIT is off: compiling takes longer
 * than the few rows of a test.
 */
export async function startCluster({ isDurable = true } = {}): Promise<Cluster> {
  const bin = programs()
  if (bin === undefined) throw new Error('PostgreSQL is not installed')
  const user = runAs('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'schedkit-postgres-'))
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const give = (path: string) => user.uid !== undefined && chownSync(path, user.uid, user.gid ?? 0)
  give(folder)
  function write(path: string, text: string): void {
    writeFileSync(path, text, { mode: 0o600 })
    give(path)
  }
  write(passwordFile, password)
  const port = await freePort()
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGPASSWORD: password }

  function run(program: string, args: string[]): string {
    const done = spawnSync(join(bin as string, program), args, {
      ...user,
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (done.status === 0) return done.stdout
    throw new Error(`${program} failed: ${done.stderr}${done.stdout}${done.error ?? ''}`)
  }
  /** Runs a program while this process continues. */
  async function runBeside(program: string, args: string[]): Promise<void> {
    const child = spawn(join(bin as string, program), args, { ...user, cwd: folder, env, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ${args[0]} failed: ${code}`)
  }
  const controlled = ['-D', data, '-w', '-s', '-l', join(folder, 'log')]
  const control = (...args: string[]) => run('pg_ctl', [...controlled, ...args])
  const listening = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}${isDurable ? '' : ' -c fsync=off -c full_page_writes=off -c jit=off'}`
  const start = () => void control('start', '-o', listening)
  const stop = (mode: string) => void control('stop', '-m', mode)

  run('initdb', [
    '-D',
    data,
    '-U',
    'schedkit',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--no-sync',
  ])
  start()
  const urlOf = (name: string) =>
    `postgres://schedkit:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
  const sql = (name: string, text: string) =>
    run('psql', [
      '-X',
      '-q',
      '-A',
      '-t',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      '127.0.0.1',
      '-p',
      `${port}`,
      '-U',
      'schedkit',
      '-d',
      name,
      '-c',
      text,
    ])

  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)

  let databases = 0
  let readOfLog = 0
  let isRemoved = false
  function remove(): void {
    if (isRemoved) return
    isRemoved = true
    try {
      stop('immediate')
    } catch {
      // It was already stopped.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)

  return {
    database() {
      const name = `test_${++databases}`
      sql('postgres', `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    urlOf,
    run: (url, text) => sql(new URL(url).pathname.slice(1), text),
    hold(url, text) {
      const held = spawn(join(bin as string, 'psql'), ['-X', '-q', url], { ...user, cwd: folder, env })
      const isHeld = new Promise(resolve => held.stdout.once('data', resolve))
      held.stdin.write(`BEGIN; ${text}; SELECT 1;\n`)
      return { isHeld, release: () => void held.stdin.end('ROLLBACK;\n') }
    },
    encrypt({ cert, key }) {
      const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      write(certFile, cert)
      write(keyFile, key)
      for (const [name, value] of Object.entries({
        ssl_cert_file: certFile,
        ssl_key_file: keyFile,
        ssl: 'on',
      }))
        sql('postgres', `ALTER SYSTEM SET ${name} = '${value}'`)
      sql('postgres', 'SELECT pg_reload_conf()')
      return certFile
    },
    logged() {
      const log = readFileSync(join(folder, 'log'))
      const text = log.subarray(readOfLog).toString()
      readOfLog = log.length
      return text
    },
    pid,
    stop,
    start,
    demote() {
      stop('fast')
      write(join(data, 'standby.signal'), '')
      start()
    },
    promote: () => runBeside('pg_ctl', ['promote', ...controlled]),
    kill() {
      const first = pid()
      // It would start others, and shut them down in an orderly way.
      process.kill(first, 'SIGSTOP')
      const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
      for (const each of [...others.map(Number), first]) process.kill(each, 'SIGKILL')
    },
    async follow(primary) {
      // A killed process leaves the lock of its socket behind.
      for (const path of [data, join(folder, `.s.PGSQL.${port}.lock`)])
        rmSync(path, { recursive: true, force: true })
      const url = primary.urlOf('postgres')
      await runBeside('pg_basebackup', ['-D', data, '-d', url, '-R', '-c', 'fast', '--no-sync'])
      await runBeside('pg_ctl', ['start', ...controlled, '-o', listening])
      primary.run(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
      primary.run(url, 'SELECT pg_reload_conf()')
      const state = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`
      while (primary.run(url, state).trim() !== '1') await waitFor(50)
    },
    restart: () => runBeside('pg_ctl', ['restart', ...controlled, '-m', 'immediate', '-o', listening]),
    remove,
  }
}
