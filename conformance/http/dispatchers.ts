import { Agent, Client, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici'
import type { Network } from './network.js'

/** Opens connections to a target, directly or through a proxy. */
export function createDispatchers({ tls, proxy, usesEnvironment }: Network, timeout: number) {
  const connect = { ...tls, ca: tls.ca && [...tls.ca], timeout }
  const limits = { headersTimeout: timeout, bodyTimeout: timeout }
  const through = (options: Agent.Options): Dispatcher => {
    const all = { ...limits, ...options, requestTls: connect, proxyTls: { timeout } }
    return proxy === undefined ? new EnvHttpProxyAgent(all) : new ProxyAgent({ ...all, uri: proxy })
  }
  const isDirect = proxy === undefined && !usesEnvironment
  return {
    agent: (options: Agent.Options): Dispatcher =>
      isDirect ? new Agent({ ...limits, connect, ...options }) : through({ connect, ...options }),
    /** A single connection. */
    single: (origin: string): Dispatcher =>
      isDirect ? new Client(origin, { ...limits, connect }) : through({ connect, connections: 1 }),
  }
}
