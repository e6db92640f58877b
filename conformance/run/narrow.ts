import type { CheckPlan } from './plan.js'

/** Selected plans, with their prerequisites as preparations. */
export function narrow(plans: readonly CheckPlan[], ids: readonly string[]): CheckPlan[] {
  const asked = new Set(ids)
  const closure = closureOf(ids, new Map(plans.map(plan => [plan.check.id, plan])))
  return plans
    .filter(({ check }) => closure.has(check.id))
    .map(plan => ({ ...plan, asked: asked.has(plan.check.id) }))
}

/** The ids of checks, with those of their prerequisites. */
export function closureOf(
  ids: readonly string[],
  plans: ReadonlyMap<string, CheckPlan>,
): ReadonlySet<string> {
  const closure = new Set(ids)
  for (const id of closure) {
    const plan = plans.get(id)
    for (const first of [plan?.check.after ?? id, ...(plan?.safeguards.keys() ?? [])]) closure.add(first)
  }
  return closure
}
