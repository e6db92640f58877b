import type { Area, Danger, Level, Need, Rule } from './rule.js'

/** The statement follows as a template, in which a line end counts as a blank. */
type Stated = (statement: TemplateStringsArray) => Rule

function declaring(level: Level) {
  return (
    id: string,
    section: string,
    danger: Danger | readonly Danger[],
    ...needs: readonly Need[]
  ): Stated =>
    ([text = '']) =>
      Object.freeze({
        id,
        level,
        section,
        statement: text.replace(/\s+/g, ' ').trim(),
        danger: Object.freeze([danger].flat()),
        needs: Object.freeze(needs),
      })
}

/**
 * Declares a rule of its level: its id, the sections that say it, what a check may do, and what it takes.
 *
 * @example
 * must('UNIQ-02', '2.1, 7.2', 'own')`A single PUT that gives a resource the name of another one is refused.`
 */
export const must = declaring('must')
export const should = declaring('should')
export const may = declaring('may')

/** Declares the rules of one part of the interface, in the order of their ids. */
export function area(prefix: string, title: string, rules: readonly Rule[]): Area {
  return Object.freeze({ prefix, title, rules: Object.freeze(rules) })
}
