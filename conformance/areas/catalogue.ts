export { areas, rules } from './areas.js'
export { nearestRules, ruleOf } from './lookup.js'
export {
  type Area,
  type Danger,
  dangers,
  type Gated,
  gated,
  type Level,
  levels,
  type Need,
  needs,
  type Rule,
} from './rule.js'
