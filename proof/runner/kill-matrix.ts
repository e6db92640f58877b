import {
  checks,
  invariants,
  type Level,
  levelOf,
  levels,
  matches,
  type Rule,
  rules,
} from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'

const all = [...checks, ...invariants]

/** The rule of an entry of `breaks`; undefined if it names checks whose level is below that of their rule. */
function ruleOfEntry(entry: string): Rule | undefined {
  const rule = rules.find(({ id }) => id === entry.split('.')[0])
  const own = all.filter(({ id }) => matches(entry, id))
  if (!rule) return undefined
  const weight = (level: Level) => levels.indexOf(level)
  return own.some(check => weight(levelOf(check)) <= weight(rule.level)) ? rule : undefined
}

/** The faults that the kit catches by each rule. */
export function killMatrix(faults: readonly Fault[]): ReadonlyMap<string, readonly string[]> {
  const kills = new Map<string, string[]>(rules.map(({ id }) => [id, []]))
  for (const { id, breaks, missed } of faults) {
    if (missed !== undefined) continue
    for (const rule of new Set(Object.keys(breaks).map(entry => ruleOfEntry(entry)?.id))) {
      if (rule !== undefined) kills.get(rule)?.push(id)
    }
  }
  return kills
}

/** The MUST and SHOULD rules without a fault. */
export const unkilled = (kills: ReadonlyMap<string, readonly string[]>): readonly Rule[] =>
  rules.filter(({ id, level }) => level !== 'may' && kills.get(id)?.length === 0)
