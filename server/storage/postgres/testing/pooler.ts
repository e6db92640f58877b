import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { freePort, runAs } from '../../../testing/processes.js'

/** A pgbouncer in front of a cluster. */
export interface Pooler {
  /** Returns the URL of a database through the pooler. */
  urlOf(url: string): string
  /** Points it to the cluster of another database, as its administrator does when a standby takes over. */
  pointTo(url: string): void
  stop(): void
}

/** The path of pgbouncer; undefined if it is not installed. */
export const poolerProgram = (): string | undefined =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, 'pgbouncer'))
    .find(path => existsSync(path))

/** Starts a pgbouncer in front of the cluster of a database, with this many connections per database. */
export async function startPooler(
  url: string,
  { mode, size }: { mode: 'transaction' | 'session'; size: number },
): Promise<Pooler> {
  const program = poolerProgram()
  if (program === undefined) throw new Error('pgbouncer is not installed: apt-get install pgbouncer')
  const { username, password } = new URL(url)
  const user = runAs('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'schedkit-pgbouncer-'))
  const ownPort = await freePort()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const settingsFor = (database: string) =>
    [
      '[databases]',
      `* = host=127.0.0.1 port=${new URL(database).port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
      'max_client_conn = 500',
      // Seconds before it retries an unreachable database; 15 by default.
      'server_login_retry = 1',
      '',
    ].join('\n')
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 })
  writeFileSync(settings, settingsFor(url), { mode: 0o600 })
  for (const path of [folder, users, settings])
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? 0)

  const child = spawn(program, [settings], { ...user, cwd: folder, stdio: 'ignore' })
  function stop(): void {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  await listening(ownPort)
  return {
    urlOf(database) {
      const through = new URL(database)
      through.port = String(ownPort)
      return through.href
    },
    pointTo(database) {
      writeFileSync(settings, settingsFor(database))
      child.kill('SIGHUP')
    },
    stop,
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await waitFor(25)
  }
  throw new Error('pgbouncer does not listen')
}
