import { execFileSync, type SpawnSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port, below the ranges from which systems choose free ports and ports of outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise(resolve => server.close(resolve))
    return port
  }
}

/** For programs that refuse to run as root, or start workers as other users: runs them as this user. */
export function runAs(user: string): Pick<SpawnSyncOptions, 'uid' | 'gid'> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
