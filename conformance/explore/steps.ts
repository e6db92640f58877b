import fc from 'fast-check'
import { accountSteps } from './account-steps.js'
import { bookingSteps } from './booking-steps.js'
import { bulkSteps } from './bulk-steps.js'
import { collaboratorSteps } from './collaborator-steps.js'
import { listSteps } from './list-steps.js'
import { lookSteps } from './look.js'
import { resourceSteps } from './resource-steps.js'
import type { Step, StepKind } from './step.js'

/** All kinds of steps. */
const stepKinds: readonly StepKind<unknown>[] = [
  ...resourceSteps,
  ...bookingSteps,
  ...bulkSteps,
  ...listSteps,
  ...collaboratorSteps,
  ...accountSteps,
  ...lookSteps,
]

const byName = new Map(stepKinds.map(kind => [kind.name, kind]))

export function kindOf({ name }: Step): StepKind<unknown> {
  const kind = byName.get(name)
  if (!kind) throw new Error(`There is no kind of step "${name}".`)
  return kind
}

/** Any step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...stepKinds.map(({ name, weight, data }) => ({ weight, arbitrary: data.map(data => ({ name, data })) })),
)
