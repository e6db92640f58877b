// Rules, checks and invariants, for programs that list them: loads nothing that sends requests.

export * from './catalogue/index.js'
export * from './checks/index.js'
export { sectionLinks } from './report/interface.js'
export { dangerOf, levelOf, matches } from './run/plan.js'
