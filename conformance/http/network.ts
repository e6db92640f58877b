/** How to reach a target: through a gateway or a proxy, with a private certificate authority. */
export interface Network {
  /** Headers sent with every request, such as the key of a gateway. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string
  /** Whether requests carry the id of the check that sends them. */
  readonly isNamed: boolean
  /** Certificates and key, as PEM. */
  readonly tls: {
    readonly ca?: readonly string[]
    readonly cert?: string
    readonly key?: string
    readonly passphrase?: string
  }
  /** URL of an HTTP proxy, optionally with a user and a password. */
  readonly proxy?: string
  /** Whether the environment variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY determine the proxy. */
  readonly usesEnvironment: boolean
}

/** The default User-Agent: firewalls refuse requests without one. */
export const usualAgent = 'schedkit-conformance'

export const directNetwork: Network = {
  headers: {},
  userAgent: usualAgent,
  isNamed: true,
  tls: {},
  usesEnvironment: false,
}

/** Returns the headers of a request, with those of the network. */
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
