import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/**
 * A round-robin load balancer for connections, without health checks.
 *
 * @param ports returns the ports of the servers; undefined in place of a server that is not running
 */
export async function openBalancer(ports: () => readonly (number | undefined)[]) {
  let next = 0
  const server = createServer(near => {
    near.on('error', () => {})
    const pass = (tries: number): void => {
      const all = ports()
      const port = all[next++ % all.length]
      if (tries === 0) near.destroy()
      else if (port === undefined) pass(tries - 1)
      else connectTo(port, tries)
    }
    const connectTo = (port: number, tries: number) => {
      const far = connect(port, '127.0.0.1')
      let isConnected = false
      far.once('connect', () => {
        isConnected = true
        near.pipe(far).pipe(near)
      })
      far.on('error', () => (isConnected ? near.destroy() : pass(tries - 1)))
      far.on('close', () => isConnected && near.destroy())
      near.on('close', () => far.destroy())
    }
    pass(ports().length)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
