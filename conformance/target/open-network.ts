import { readFileSync } from 'node:fs'
import { type Network, usualAgent } from '../http/network.js'
import { whyUnreadable } from '../http/unreadable-file.js'
import type { NetworkSettings } from './network-settings.js'
import { isLoopback, TargetError } from './target.js'

/**
 * Reads the certificates of network settings. The proxy is that of the environment variables HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY, unless the settings name one or the target is this machine. Throws a `TargetError` if a file can't be read.
 */
export function openNetwork(
  { baseUrl, network: settings }: { baseUrl: string; network?: NetworkSettings | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Network {
  const { headers = {}, ca, certificate, key, passphrase, proxy, neutral = false } = settings ?? {}
  return {
    headers,
    // The User-Agent that Node.js sends by default.
    userAgent: settings?.userAgent ?? (neutral ? 'node' : usualAgent),
    isNamed: !neutral,
    tls: {
      ...(ca !== undefined && { ca: [read(ca, 'ca')] }),
      ...(certificate !== undefined && { cert: read(certificate, 'certificate') }),
      ...(key !== undefined && { key: read(key, 'key') }),
      ...(passphrase !== undefined && { passphrase }),
    },
    ...(proxy !== undefined && { proxy }),
    usesEnvironment: !isLoopback(new URL(baseUrl).hostname) && proxyVariables.some(name => env[name]),
  }
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']

function read(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new TargetError(
      `Failed to read the file "${path}" of network.${what}: ${whyUnreadable(error as Error)}`,
    )
  }
}
