export { credentialChecks as checks } from './credentials.js'
export { credentials as area } from './rules.js'
