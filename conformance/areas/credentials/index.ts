import { credentialChecks } from './credentials.js'

export { credentials as area } from './rules.js'

export const checks = [...credentialChecks]
