import { setMaxListeners } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import {
  type CertifyOptions,
  type Check,
  certify,
  invariants,
  levelOf,
  type Report,
  UnreachableError,
} from '../../conformance/index.js'
import type { Mail, ResponseVariants } from '../../server/core/index.js'
import { createPorts, fetchFrom } from '../server/in-process.js'
import { population, target } from '../server/people.js'
import { excerpt } from './instrument.js'

/** The object in which Stryker's code looks up the active mutant and counts what is executed. */
interface Stryker {
  activeMutant?: string | undefined
  /** The check that executed code is counted for; undefined while the modules load. */
  currentTestId?: string | undefined
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
}

/** A copy of the core and of the mock's store, with its own modules. */
export interface Copy {
  readonly core: Pick<typeof import('../../server/core/index.js'), 'createService'> &
    Pick<typeof import('../../mock/store/index.js'), 'createMockStore'>
  readonly stryker: Stryker
}

/**
 * Prepares copies of a bundled core. Each copy loads all modules again, so that a mutant in code that runs then, such as a
 * schema, takes effect, and no cached value passes from one mutant to the next.
 */
export function prepareCopies(root: string, code: string): (mutant?: string) => Copy {
  const require = createRequire(join(root, 'package.json'))
  const script = new Script(`(function (module, exports, require) {${code}\n})`, { filename: 'core.cjs' })
  return mutant => {
    const stryker: Stryker = { activeMutant: mutant }
    Object.assign(globalThis, { __stryker__: stryker })
    const module = { exports: {} }
    script.runInThisContext()(module, module.exports, require)
    return { core: module.exports as Copy['core'], stryker }
  }
}

/** The less common forms that the document permits: they need additional code. */
const variety: ResponseVariants = { collaborator_id: 'string', profile_completed: 'integer' }

/** Starts a service that `certify` can call within this process. */
async function startService(
  { core, stryker }: Copy,
  onInvalidResponse: () => void,
): Promise<Required<Pick<CertifyOptions, 'target' | 'fetch' | 'mailbox'>>> {
  const mails: Mail[] = []
  const ports = createPorts(core.createMockStore(), mails)
  const service = core.createService(ports, { requestRateLimit: 1_000_000, variety })
  stryker.currentTestId = 'seed'
  await service.loadSeed(population)
  const send = fetchFrom(async call => {
    stryker.currentTestId = call.header('schedkit-check')
    const response = await service.answer(call)
    if (Number.isInteger(response.status) && typeof response.body === 'string') return response
    onInvalidResponse()
    throw new TypeError(`Invalid response: status ${response.status}, ${typeof response.body} as body`)
  })
  return {
    target,
    fetch: (input, init) => untilAborted(send(input, init), init?.signal),
    mailbox: async address => mails.filter(({ to }) => to === address),
  }
}

/** Rejects when the signal aborts: a mutant may never respond. */
function untilAborted<Value>(value: Promise<Value>, signal?: AbortSignal | null): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    value.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
  })
}

/**
 * What a certification says about a mutant: `must` and `should` are the level of the rule that it breaks, `incomplete` means
 * that a MUST rule could not be verified, `error` that a check broke, `crash` and `timeout` that the service did not run.
 */
export type Verdict = 'must' | 'should' | 'incomplete' | 'error' | 'crash' | 'timeout' | 'conformant'

export interface MutantResult {
  readonly verdict: Verdict
  /** The check that killed it, or the reason if it was none. */
  readonly by?: string
}

/** The timeout of a certification, in milliseconds. */
const patience = 60_000

interface RunMutantOptions {
  /** The most specific checks come first. */
  readonly checks: readonly Check[]
  readonly ledgerFolder: string
}

type Outcome = Pick<Report['checks'][number], 'outcome' | 'level'>

/** From the most to the least severe. */
const severity: readonly Verdict[] = ['must', 'should', 'error', 'incomplete']

/** The verdict on the target that follows from the outcome of one check, judged strictly. */
function verdictOf({ outcome, level }: Outcome): Verdict {
  if (outcome === 'failed') return 'must'
  if (outcome === 'warned') return 'should'
  if (outcome === 'error') return 'error'
  const isUnverified = outcome === 'blocked' || outcome === 'skipped' || outcome === 'not implemented'
  return isUnverified && level === 'must' ? 'incomplete' : 'conformant'
}

/** Certifies a copy of the core until the first check fails. */
export async function runMutant(
  copy: Copy,
  { checks, ledgerFolder }: RunMutantOptions,
): Promise<MutantResult> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort('timeout'), patience)
  setMaxListeners(0, end.signal)
  const result = (verdict: Verdict, by?: string): MutantResult => ({
    verdict,
    ...(by !== undefined && { by }),
  })
  const unfinished = (): MutantResult | undefined => {
    if (end.signal.reason === 'timeout') return result('timeout', 'the certification took too long')
    return end.signal.reason === 'crash' ? result('crash', 'a response was invalid') : undefined
  }
  try {
    const service = await startService(copy, () => end.abort('crash')).catch(error => String(error))
    if (typeof service === 'string') return result('crash', service)
    const report = await certify({
      ...service,
      checks,
      invariants: stoppingInvariants(() => end.abort('failed')),
      allow: ['all'],
      mailTimeout: 5000,
      jobs: 8,
      signal: end.signal,
      ledgerFolder,
      onProgress({ ended }) {
        if (ended?.outcome === 'failed' || ended?.outcome === 'warned') end.abort('failed')
      },
    })
    const selected = new Set(checks.map(({ id }) => id))
    // An invariant is skipped if it saw no response; that says nothing about the mutant.
    const counted = report.checks.filter(({ id, outcome }) => selected.has(id) || outcome !== 'skipped')
    for (const verdict of severity) {
      const found = counted.find(check => verdictOf(check) === verdict)
      // A run that was stopped is always incomplete.
      if (found && verdict === 'incomplete' && unfinished()) break
      if (found) return result(verdict, found.id)
    }
    return unfinished() ?? result('conformant')
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const verdict = error instanceof UnreachableError ? 'incomplete' : 'error'
    return unfinished() ?? result(verdict, `${name}: ${excerpt(message)}`)
  } finally {
    clearTimeout(timer)
  }
}

/** The invariants, calling `stop` when one above level MAY is broken; what the record finds is in the report. */
const stoppingInvariants = (stop: () => void): typeof invariants =>
  invariants.map(invariant => {
    const { judge } = invariant
    if (!judge) return invariant
    return {
      ...invariant,
      judge(...seen: Parameters<typeof judge>) {
        const judged = judge(...seen)
        if (typeof judged === 'object' && levelOf(invariant) !== 'may') stop()
        return judged
      },
    }
  })
