import { checks as allChecks, type Check } from '../../conformance/index.js'
import { tryOut } from './run-mutant.js'
import type { Copy } from './subject-copy.js'

/** Which mutants are passed by what. */
export interface Coverage {
  /** Ids of mutants passed while the modules started, or outside of any check. */
  readonly always: ReadonlySet<string>
  /** Ids of mutants, by the checks that pass them. */
  readonly byCheck: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Runs each check by itself, with no mutant on and in a copy of its own, and notes what it passes: within one run checks
 * share what they have asked for, and within one copy what was computed is remembered, so that only the first of them would
 * seem to pass it.
 */
export async function cover(
  copyWith: () => Copy,
  ledgerFolder: string,
  checks: readonly Check[] = allChecks,
): Promise<Coverage> {
  const always = new Set<string>()
  const byCheck = new Map<string, ReadonlySet<string>>()
  for (const check of checks) {
    let copy = copyWith()
    const tryIt = () => tryOut(copy, { checks: [check], ledgerFolder })
    let { verdict, by } = await tryIt()
    if (verdict === 'endless') {
      // A machine that stood still for a while says nothing of the core.
      copy = copyWith()
      ;({ verdict, by } = await tryIt())
    }
    if (verdict !== 'conformant') {
      throw new Error(
        `Failed to begin: without a mutant ${check.id} finds the core ${verdict} (${by}). Repair that first.`,
      )
    }
    const { static: started = {}, perTest = {} } = copy.switchboard.mutantCoverage ?? {}
    for (const [who, passed] of [['the start', started] as const, ...Object.entries(perTest)]) {
      if (who === check.id) byCheck.set(who, new Set(Object.keys(passed)))
      else for (const id of Object.keys(passed)) always.add(id)
    }
  }
  return { always, byCheck }
}

/**
 * The checks that can tell a mutant from the unaltered core: those first that have killed others like it, then the most
 * particular ones. All of them where it changes what is there before a check begins, and none where nothing ever passes it.
 */
export function checksFor(
  mutant: string,
  { always, byCheck }: Coverage,
  kills: ReadonlyMap<string, number> = new Map(),
): string[] {
  const passing = [...byCheck].filter(([, passed]) => passed.has(mutant))
  const rest = always.has(mutant) ? [...byCheck].filter(([, passed]) => !passed.has(mutant)) : []
  const particular = (some: typeof passing) => some.sort(([, one], [, other]) => one.size - other.size)
  const chosen = [...particular(passing), ...particular(rest)].map(([check]) => check)
  const killsOf = (check: string) => kills.get(check) ?? 0
  return chosen.sort((one, other) => killsOf(other) - killsOf(one))
}
