import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { request } from 'undici'
import { freePort, runAs } from '../../server/testing/processes.js'

/*
 * nginx and HAProxy with the configurations of docs/operation, on free ports and without privileges.
 */

/** A proxy in front of processes on these ports. */
export interface Proxy {
  url: string
  /** Returns its output. */
  log(): string
  stop(): Promise<void>
}

export type ProxyName = 'nginx' | 'haproxy'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

const programOf = (name: ProxyName) => folders.map(folder => join(folder, name)).find(existsSync)

/** The files of docs/operation, and the surrounding configuration that they need if the proxy is not a system service. */
const setups: Record<
  ProxyName,
  { file: string; around(folder: string): string; args(folder: string): string[] }
> = {
  nginx: {
    file: 'nginx.conf',
    around: folder => `
      daemon off;
      pid ${folder}/pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map(name => `${name}_temp_path ${folder}/${name};`)
          .join('\n        ')}
        include ${folder}/nginx.conf;
      }`,
    args: folder => ['-e', 'stderr', '-p', folder, '-c', join(folder, 'around')],
  },
  haproxy: {
    file: 'haproxy.cfg',
    around: () => 'global\n  maxconn 1000\n',
    args: folder => ['-db', '-f', join(folder, 'around'), '-f', join(folder, 'haproxy.cfg')],
  },
}

/** Starts a proxy in front of processes on three local ports. */
export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<Proxy> {
  const program = programOf(name)
  if (program === undefined) throw new Error(`${name} is not installed: apt-get install ${name}`)
  const { file, around, args } = setups[name]
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), `schedkit-${name}-`))
  const text = readFileSync(join('docs/operation', file), 'utf8')
    .replace(/127\.0\.0\.1:400([123])/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
  const user = runAs('nobody')
  writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, 'around'), around(folder))
  chmodSync(folder, 0o755)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0)
  const child = spawn(program, args(folder), { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      written += chunk
    })
  }
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await answering(url, child, () => written)
  return {
    url,
    log: () => written,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a process behind the proxy answers. */
async function answering(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let waited = 0; waited < 200; waited++) {
    if (child.exitCode !== null) throw new Error(`The proxy has ended: ${log()}`)
    const { statusCode, body } = await request(`${url}/openapi.json`).catch(() => ({
      statusCode: 0,
      body: undefined,
    }))
    await body?.dump()
    if (statusCode === 200) return
    await waitFor(50)
  }
  throw new Error(`No process answers through the proxy: ${log()}`)
}
