/** What is between the kit and a target: a gateway, an own certificate authority, a proxy. */
export interface Network {
  /** Headers of every request, such as the key of a gateway. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string
  /** Whether requests say which check sends them. */
  readonly isNamed: boolean
  /** Certificates and key, as PEM. */
  readonly tls: {
    readonly ca?: readonly string[]
    readonly cert?: string
    readonly key?: string
    readonly passphrase?: string
  }
  /** URL of an HTTP proxy, which may have a user and a password. */
  readonly proxy?: string
  /** Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment say which proxy to use. */
  readonly usesEnvironment: boolean
}

/** Firewalls refuse requests that do not say what sent them. */
export const usualAgent = 'schedkit-conformance'

export const directNetwork: Network = {
  headers: {},
  userAgent: usualAgent,
  isNamed: true,
  tls: {},
  usesEnvironment: false,
}

/** The headers of a request, with those of the network. */
export function headersIn(
  { headers: own, userAgent, isNamed }: Network,
  { 'schedkit-check': check, ...headers }: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...headers,
    ...(isNamed && check !== undefined && { 'schedkit-check': check }),
    ...own,
  }
}
