import { connect, createServer } from 'node:net'

/** A proxy in front of a database that counts round trips: how often something is sent after a response. */
export interface CountingProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** The number of round trips since the last call. */
  count(): number
  /** Sets whether connections stay open without passing any data. */
  silence(isSilent: boolean): void
  close(): void
}

/** Opens a proxy on a free port. */
export async function openCountingProxy(url: string): Promise<CountingProxy> {
  const target = new URL(url)
  const { hostname } = target
  const port = Number(target.port)
  let trips = 0
  let isSilent = false
  const server = createServer(near => {
    const far = connect(port, hostname)
    let isAnswered = true
    near.on('data', data => {
      if (isSilent) return
      far.write(data)
      if (isAnswered) trips++
      isAnswered = false
    })
    far.on('data', data => {
      if (isSilent) return
      isAnswered = true
      near.write(data)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  target.port = String((server.address() as { port: number }).port)
  return {
    url: target.href,
    count() {
      const counted = trips
      trips = 0
      return counted
    },
    silence(silent) {
      isSilent = silent
    },
    close: () => server.close(),
  }
}
