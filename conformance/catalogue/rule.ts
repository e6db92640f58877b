/**
 * `must`: the document says so explicitly. `should`: it follows from a name in the document, such as HTTP or ISO 8601, or
 * from a phrase that does not bind. `may`: the document is silent.
 */
export const levels = ['must', 'should', 'may'] as const
export type Level = (typeof levels)[number]

/**
 * What a check may do to a target:
 * - `read`: nothing, it only reads;
 * - `own`: touches only what the kit created;
 * - `acct`: changes the settings of an account, and restores them;
 * - `guard`: harmless on a correct target, but a faulty one may change or delete everything in the spare schedule;
 * - `wipe`: changes or deletes everything in the spare schedule by design;
 * - `lock`: may lock out or end a disposable account;
 * - `mail`: an e-mail is sent.
 */
export const dangers = ['read', 'own', 'acct', 'guard', 'wipe', 'lock', 'mail'] as const
export type Danger = (typeof dangers)[number]

/** The dangers that a run has to allow explicitly. */
export const gated = ['guard', 'wipe', 'lock', 'mail'] as const satisfies readonly Danger[]
export type Gated = (typeof gated)[number]

/**
 * What a check needs in addition to an owner with one schedule. `25 objects` needs only room for them; `limited account` is
 * a disposable account whose request_rate_limit is 100 or lower.
 */
export const needs = [
  'second schedule',
  'spare schedule',
  'editor',
  'viewer',
  'stranger',
  'disposable account',
  'limited account',
  'mailbox',
  '25 objects',
] as const
export type Need = (typeof needs)[number]

/** The people among the members of a target, in the order in which it names them. */
export const memberNames = ['editor', 'viewer', 'stranger'] as const

export type Member = (typeof memberNames)[number]

/** A person whose settings a check changes. `anyone` is the stranger if there is one, otherwise the owner. */
export type Person = 'owner' | Member | 'anyone'

/** A bulk request on a whole schedule, such as `DELETE bookings`: on a faulty target it can ruin every other check. */
export type BulkScope = `${'PUT' | 'DELETE'} ${'resources' | 'bookings' | 'collaborators'}`

/** One testable statement of the document. Its id is permanent: never changed and never reused. */
export interface Rule {
  /** For example `RES-05`. */
  readonly id: string
  readonly level: Level
  /** The sections of the document that state it, for example `2.1` or `2.1, 4.1`. */
  readonly section: string
  /** What an implementation has to do, or, at level `may`, what is open. One sentence. */
  readonly statement: string
  /**
   * Why the rule, or a part of it, is not a MUST, in our own words: the name or the phrase that a SHOULD follows from, or what the
   * document leaves open. Rules of level `must` without such a part have none.
   */
  readonly basis?: string
  /** What its checks may do, unless they declare otherwise. */
  readonly danger: readonly Danger[]
  /** Everything that its checks need. */
  readonly needs: readonly Need[]
  /** Why no check exercises it; rules of level `may` only. */
  readonly unexercised?: string
}

/** The rules of one part of the interface. */
export interface Area {
  /** The prefix of its rule ids, for example `RES`. */
  readonly prefix: string
  readonly title: string
  readonly rules: readonly Rule[]
}

/** The statement follows as a template, in which a line end counts as a space; `Basis:` begins what the document says. */
const declaring =
  (level: Level) =>
  (id: string, section: string, danger: Danger | readonly Danger[], ...needs: readonly Need[]) =>
  ([text = '']: TemplateStringsArray): Rule => {
    const [statement = '', basis] = text.replace(/\s+/g, ' ').trim().split(' Basis: ')
    return Object.freeze({
      id,
      level,
      section,
      statement,
      ...(basis && { basis }),
      danger: Object.freeze([danger].flat()),
      needs: Object.freeze(needs),
    })
  }

/**
 * Declares a rule of this level: its id, the sections that state it, what its checks may do, and what they need.
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
