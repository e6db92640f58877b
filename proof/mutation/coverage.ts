import { checks as allChecks, type Check } from '../../conformance/index.js'
import { type Copy, runMutant } from './run-mutant.js'

/** Which checks execute which mutants. */
export interface Coverage {
  /** Ids of mutants executed while the modules load, or outside of any check. */
  readonly always: ReadonlySet<string>
  /** Ids of mutants by the id of the check that executes them. */
  readonly byCheck: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Runs each check separately, without a mutant and in a copy of its own. Within one run, checks share responses, and within
 * one copy, computed values are cached: only the first check would seem to execute that code.
 */
export async function measureCoverage(
  createCopy: () => Copy,
  ledgerFolder: string,
  checks: readonly Check[] = allChecks,
): Promise<Coverage> {
  const always = new Set<string>()
  const byCheck = new Map<string, ReadonlySet<string>>()
  for (const check of checks) {
    const attempt = async () => {
      const copy = createCopy()
      return { copy, ...(await runMutant(copy, { checks: [check], ledgerFolder })) }
    }
    let { copy, verdict, by } = await attempt()
    // A timeout may only mean that the machine was busy: try once more.
    if (verdict === 'timeout') ({ copy, verdict, by } = await attempt())
    if (verdict !== 'conformant')
      throw new Error(
        `Failed to start: without a mutant, ${check.id} finds the core ${verdict} (${by}). Fix that first.`,
      )
    const { static: loaded = {}, perTest = {} } = copy.stryker.mutantCoverage ?? {}
    for (const [test, executed] of [['', loaded] as const, ...Object.entries(perTest)]) {
      if (test === check.id) byCheck.set(test, new Set(Object.keys(executed)))
      else for (const id of Object.keys(executed)) always.add(id)
    }
  }
  return { always, byCheck }
}

/**
 * The checks that can kill a mutant, those that execute the fewest mutants first. All checks if the mutant takes effect
 * before a check begins; none if nothing executes it.
 */
export function checksFor(mutant: string, { always, byCheck }: Coverage): string[] {
  const all = [...byCheck].sort(([, one], [, other]) => one.size - other.size)
  const covering = all.filter(([, executed]) => executed.has(mutant))
  const rest = always.has(mutant) ? all.filter(([, executed]) => !executed.has(mutant)) : []
  return [...covering, ...rest].map(([check]) => check)
}
