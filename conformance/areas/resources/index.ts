import { resourceMemberChecks } from './members.js'
import { resourcePathChecks } from './paths.js'
import { resourceReadOnlyChecks } from './read-only.js'
import { resourceObjectChecks } from './resources.js'

export { resources as area } from './rules.js'

export const checks = [
  ...resourceObjectChecks,
  ...resourceMemberChecks,
  ...resourceReadOnlyChecks,
  ...resourcePathChecks,
]
