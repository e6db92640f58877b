import { resourceLifeChecks } from './life.js'
import { resourceChecks } from './resources.js'

export { resources as area } from './rules.js'

export const checks = [...resourceLifeChecks, ...resourceChecks]
