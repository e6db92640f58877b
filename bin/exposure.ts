import type { ServeOptions } from './serve-options.js'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

/** What to be warned of where passwords would travel for others to read; nothing where they don't. */
export function exposure({
  host,
  tlsCert,
  trustProxy,
}: Pick<ServeOptions, 'host' | 'tlsCert' | 'trustProxy'>): string | undefined {
  if (isLoopback(host) || tlsCert !== undefined || trustProxy) return undefined
  return (
    `Warning: other machines can reach ${host}, and passwords travel there unencrypted. ` +
    'Use --tls-cert and --tls-key, or a proxy that speaks TLS and --trust-proxy.'
  )
}
