import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { ServerOptions } from '../server/index.js'

export interface TlsFiles {
  tlsCert: string | undefined
  tlsKey: string | undefined
}

/**
 * Reads a certificate and its key; undefined if neither is given.
 *
 * @throws an Error if only one is given, a file can't be read, or the two don't match
 */
export async function readTls({ tlsCert, tlsKey }: TlsFiles): Promise<ServerOptions['tls']> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new Error('Failed to use TLS: a certificate needs its key. Give both --tls-cert and --tls-key.')
  }
  const [cert, key] = await Promise.all([read('--tls-cert', tlsCert), read('--tls-key', tlsKey)])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new Error(
      `Failed to use TLS with ${tlsCert} and ${tlsKey}: ${(error as Error).message}. Both must be PEM files, and the key must belong to the certificate.`,
      { cause: error },
    )
  }
  return { cert, key }
}

const read = (option: string, path: string) =>
  readFile(path, 'utf8').catch(error => {
    throw new Error(`Failed to read ${option} ${path}: ${error.message}.`, { cause: error })
  })
