import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schedkit } from '../../bin/testing/schedkit-process.js'
import type { Seed } from '../../server/core/index.js'
import { residentMemory } from '../processes/machine.js'
import { controlToken, type HttpClient, openClient } from '../requests/http.js'

/** The server under attack. */
export interface FuzzedServer {
  port: number
  /** For the control interface, and for requests that are not part of the attack. */
  client: HttpClient
  /** The memory of the process, in bytes. */
  memory(): number
  /** The lines logged since the last call. */
  logLines(): string[]
  /** An uncaught error or the end of the process; undefined while the server runs. */
  crash(): string | undefined
  close(): Promise<void>
}

/** In seconds; short, so that connections that never complete a request do not delay the run. */
const timeouts = { headers: 2, request: 4, idle: 3 }

/** Runs `schedkit serve` in its own process, so that a crash ends that process. */
export async function startFuzzedServer(seed: Seed, log: 'json' | 'pretty'): Promise<FuzzedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-fuzz-'))
  const file = join(folder, 'seed.json')
  await writeFile(file, JSON.stringify(seed))
  const limits = Object.entries(timeouts).flatMap(([name, seconds]) => [`--${name}-timeout`, String(seconds)])
  const service = schedkit([
    ...['serve', '--port', '0', '--seed', file, '--control-token', controlToken, '--log', log],
    ...limits,
  ])
  let ended: string | undefined
  let isClosing = false
  void service.ended.then(code => {
    if (!isClosing) ended = `The process ended with ${code}:\n${service.stderr()}`
  })
  try {
    const pattern = /http:\/\/127\.0\.0\.1:\d+/
    const [url = ''] = pattern.exec(await service.wrote(pattern)) ?? []
    const client = openClient(url)
    let read = 0
    return {
      port: Number(new URL(url).port),
      client,
      memory: () => residentMemory(service.child.pid ?? 0) * 2 ** 20,
      logLines() {
        const text = service.stdout()
        const end = text.lastIndexOf('\n') + 1
        const lines = text.slice(read, end).split('\n').slice(0, -1)
        read = end
        return lines
      },
      crash: () => ended ?? (service.stderr() === '' ? undefined : service.stderr()),
      async close() {
        isClosing = true
        await client.close().catch(() => {})
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
