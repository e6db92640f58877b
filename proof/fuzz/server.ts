import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schedkit } from '../../bin/testing/schedkit-process.js'
import type { Seed } from '../../server/core/index.js'
import { startServer } from '../../server/index.js'
import { controlToken, openWire, type Wire } from '../requests/http-client.js'

/** A service under attack. */
export interface FuzzService {
  port: number
  /** The control interface, and a way to ask beside the attack. */
  wire: Wire
  /** Bytes of memory that its process holds. */
  memory(): number
  /** What it wrote since the last call, line by line. */
  lines(): string[]
  /** What nobody can go on after: an exception that nothing caught, an end of the process; nothing where all is well. */
  broken(): string | undefined
  close(): Promise<void>
}

/** Short, so that those who never finish don't hold the run up. In seconds. */
const times = { headers: 2, request: 4, idle: 3 }

/** Runs `schedkit serve` as a process of its own: a crash is the end of it. */
export async function serveApart(seed: Seed, log: 'json' | 'pretty'): Promise<FuzzService> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-fuzz-'))
  const file = join(folder, 'seed.json')
  await writeFile(file, JSON.stringify(seed))
  const limits = Object.entries(times).flatMap(([name, seconds]) => [`--${name}-timeout`, String(seconds)])
  const args = [
    'serve',
    '--port',
    '0',
    '--seed',
    file,
    '--control-token',
    controlToken,
    '--log',
    log,
    ...limits,
  ]
  const service = schedkit(args)
  let ended: string | undefined
  let closing = false
  void service.ended.then(code => {
    if (!closing) ended = `The process ended with ${code}:\n${service.stderr()}`
  })
  try {
    const [url = ''] =
      /http:\/\/127\.0\.0\.1:\d+/.exec(await service.wrote(/http:\/\/127\.0\.0\.1:\d+/)) ?? []
    const wire = openWire(url)
    let read = 0
    return {
      port: Number(new URL(url).port),
      wire,
      memory: () => residentOf(service.child.pid),
      lines() {
        const text = service.stdout()
        const end = text.lastIndexOf('\n') + 1
        const lines = text.slice(read, end).split('\n').slice(0, -1)
        read = end
        return lines
      },
      broken: () => ended ?? (service.stderr() === '' ? undefined : service.stderr()),
      async close() {
        closing = true
        await wire.close().catch(() => {})
        service.child.kill('SIGTERM')
        await service.ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    service.child.kill()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function residentOf(pid: number | undefined): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
  } catch {
    return Number.NaN
  }
}

/** Runs the server in this process, where what nothing caught is heard of. */
export async function serveHere(seed: Seed): Promise<FuzzService> {
  const uncaught: unknown[] = []
  const hear = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', hear).on('unhandledRejection', hear)
  const limits = {
    headersTime: times.headers * 1000,
    requestTime: times.request * 1000,
    idleTime: times.idle * 1000,
  }
  const server = await startServer({ seed, controlToken, limits })
  const wire = openWire(server.url)
  return {
    port: server.port,
    wire,
    memory: () => process.memoryUsage().rss,
    lines: () => [],
    broken: () =>
      uncaught.length === 0
        ? undefined
        : `Nothing caught ${uncaught.map(error => (error as Error)?.stack ?? error)}`,
    async close() {
      await wire.close().catch(() => {})
      await server.close()
      process.off('uncaughtException', hear).off('unhandledRejection', hear)
    },
  }
}
