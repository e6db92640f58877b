import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Budget,
  type CertifyOptions,
  certify,
  type Report,
  UnreachableError,
} from '../../conformance/index.js'
import { type Assembled, assemble } from '../server/assemble.js'
import type { Manner } from '../server/listen.js'
import type { Alter } from '../server/parts.js'

export interface CertifyServerOptions {
  /** Patterns of the checks to run; all by default. */
  readonly only?: readonly string[]
  /** Patterns of checks to leave out. */
  readonly skip?: readonly string[]
  readonly seed?: number
  readonly budget?: Budget
  /** Whether the first failure ends the run. */
  readonly bail?: boolean
  /** How the server sends HTTP responses; by default, it is called within the process. */
  readonly manner?: Manner | undefined
  /** The response timeout in milliseconds. Default: that of the kit */
  readonly timeout?: number
}

/** The kit's report on a server, or why certification could not start. */
export type CertifyResult = { readonly report: Report } | { readonly unreachable: string }

/** Certifies a server with these alterations. */
export async function certifyServer(
  alters: readonly Alter[],
  { only = [], seed = 1, manner, ...others }: CertifyServerOptions = {},
): Promise<CertifyResult> {
  const assembled = await assemble(alters, manner)
  try {
    return { report: await certifyAssembled(assembled, { ...others, only, seed, jobs: 16 }) }
  } catch (error) {
    if (error instanceof UnreachableError) return { unreachable: error.message }
    throw error
  }
}

/** Certifies an assembled server, and closes it. */
export async function certifyAssembled(
  { options, close }: Assembled,
  own: Partial<CertifyOptions>,
): Promise<Report> {
  // Objects that cannot be cleaned up on a faulty server stay in the ledger, which is deleted with the server.
  const ledgerFolder = await mkdtemp(join(tmpdir(), 'schedkit-proof-'))
  try {
    // E-mails of such a server arrive at once or never.
    const usual = { allow: ['all'], mailTimeout: 5000, strict: true, ledgerFolder } as const
    return await certify({ ...options, ...usual, ...own })
  } finally {
    await close()
    await rm(ledgerFolder, { recursive: true, force: true })
  }
}
