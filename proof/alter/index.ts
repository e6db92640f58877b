// The words in which faults and variants are written.

export { all, stateful } from '../server/parts.js'
export * from './foreign-resources.js'
export * from './identifiers.js'
export * from './operation-groups.js'
export * from './requests.js'
export * from './responses.js'
export * from './schemas.js'
export * from './stored.js'
