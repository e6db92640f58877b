export { limitChecks as checks } from './limits.js'
export { limits as area } from './rules.js'
