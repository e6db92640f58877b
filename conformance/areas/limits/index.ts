import { limitChecks } from './limits.js'

export { limits as area } from './rules.js'

export const checks = [...limitChecks]
