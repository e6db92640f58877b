import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { freePort, runAs } from '../../../testing/processes.js'

/** A pgbouncer before a cluster. */
export interface Pooler {
  /** The URL of a database, through the pooler. */
  urlOf(url: string): string
  stop(): void
}

/** The program of pgbouncer; undefined if it is not installed. */
export const poolerProgram = (): string | undefined =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, 'pgbouncer'))
    .find(path => existsSync(path))

/** Starts a pgbouncer before the cluster of a database, with this many connections to it for each database. */
export async function startPooler(
  url: string,
  { mode, size }: { mode: 'transaction' | 'session'; size: number },
): Promise<Pooler> {
  const { port, username, password } = new URL(url)
  const user = runAs('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'schedkit-pgbouncer-'))
  const ownPort = await freePort()
  const files = {
    'users.txt': `"${username}" "${decodeURIComponent(password)}"\n`,
    'pgbouncer.ini': [
      '[databases]',
      `* = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
      'max_client_conn = 500',
      '',
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  for (const path of [folder, ...Object.keys(files).map(name => join(folder, name))])
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? 0)

  const child = spawn(poolerProgram() as string, [join(folder, 'pgbouncer.ini')], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
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
