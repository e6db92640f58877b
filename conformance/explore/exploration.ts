import { ruleOf } from '../catalogue/index.js'
import { describeRequest } from '../check/assertions.js'
import { replyOf } from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { evidenceOf } from '../run/evidence.js'
import { createActor } from '../session/actor.js'
import { Blocked } from '../session/outcomes.js'
import type { Session } from '../session/session.js'
import { type Account, UnreachableError } from '../target/target.js'
import { arrive, depart } from './accounts.js'
import type { DifferenceReport, ExploreReport, StepReport, WarningReport } from './explore-report.js'
import { type Shrunk, walkAndShrink } from './shrinking.js'
import { empty, type WalkContext, walk } from './walk.js'
import { createCollection, Difference, type ModelSchedule, type Person } from './world.js'

interface ExplorationOptions {
  readonly session: Session
  readonly steps: number
  readonly strict: boolean
  /** Accounts whose passwords may be changed. */
  readonly throwaways: readonly Account[]
  /** Whether everything in the third schedule may be changed and deleted. */
  readonly mayWipe: boolean
  readonly mayGuard: boolean
  /** Takes only one walk: its number, and the path to its shrunk form. */
  readonly only?: { readonly index: number; readonly path: string } | undefined
  /** Called after each walk, and during the search for a shorter one, with the current activity. */
  onWalk(steps: number, walks: number, warnings: number, differences: number, now?: string): void
}

export interface Exploration
  extends Pick<ExploreReport, 'steps' | 'walks' | 'kinds' | 'difference' | 'warnings'> {
  /** Why it ended early. */
  readonly interruption?: string
}

/** The number of disposable accounts that take part at the same time. */
const throwawaysAtOnce = 2
/** A schedule with more objects than this is never read as a whole. */
const few = 200
/** The exploration ends after this many interrupted walks in a row. */
const mostInterrupted = 3

/** Explores until enough steps are taken or a difference is found, then restores everything. */
export async function exploreAll(options: ExplorationOptions): Promise<Exploration> {
  const { session } = options
  const warnings = new Map<string, WarningReport>()
  const { context, people } = await start(options, warnings).catch(error => {
    if (!(error instanceof Blocked)) throw error
    const { baseUrl } = session.target
    throw new UnreachableError(`Failed to begin at ${baseUrl}: ${error.message}. First run its checks.`)
  })
  return walkAll(options, context, warnings).finally(() => depart(session, people))
}

/** Takes walks, one after the other. */
async function walkAll(
  { session, steps, only, onWalk }: ExplorationOptions,
  context: WalkContext,
  warnings: ReadonlyMap<string, WarningReport>,
): Promise<Exploration> {
  const kinds: Record<string, number> = {}
  let total = 0
  let walks = 0
  let interrupted = 0
  const result = (more: Pick<Exploration, 'difference' | 'interruption'> = {}): Exploration => ({
    steps: total,
    walks,
    kinds,
    warnings: [...warnings.values()],
    ...more,
  })

  for (let index = only?.index ?? 0; total < steps; index++) {
    if (session.ending.signal.aborted)
      return result({ interruption: 'it was ended before all steps were taken' })
    try {
      const shrunk = await walkAndShrink({
        seed: session.seed,
        index,
        path: only?.path,
        walk: each => walk(context, each),
        isEnded: () => session.ending.signal.aborted,
        onTry: (tries, length) =>
          onWalk(total, walks, warnings.size, 1, `looking for less than ${length} steps, ${tries} tries`),
      })
      walks++
      interrupted = 0
      for (const { step } of shrunk.first.taken) kinds[step.name] = (kinds[step.name] ?? 0) + 1
      total += shrunk.first.taken.length
      const difference = shrunk.last.difference && reportOf(session, shrunk, { index, total, only })
      onWalk(total, walks, warnings.size, difference ? 1 : 0)
      if (difference) return result({ difference })
      if (only) break
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      if (session.ending.signal.aborted) continue
      if (++interrupted === mostInterrupted) {
        return result({
          interruption: `the connection broke in ${mostInterrupted} walks in a row: ${error.message}`,
        })
      }
    }
  }
  return result()
}

/** Logs everybody in, and empties the schedule that may be wiped. */
async function start(
  options: ExplorationOptions,
  warnings: Map<string, WarningReport>,
): Promise<{ context: WalkContext; people: readonly Person[] }> {
  const { session, throwaways, strict } = options
  const { target, nonce, redaction } = session
  const { people, sizes } = await arrive(session, throwaways)
  const disposable = people.filter(person => person.isDisposable)
  const schedules = () => schedulesOf(options, sizes)
  const owner = createActor(session, target.owner, 'owner', { check: 'explore' })
  for (const schedule of schedules()) if (schedule.isExclusive) await empty(owner, schedule)
  const context: WalkContext = {
    session,
    people: [...people.filter(person => !person.isDisposable), ...disposable.slice(0, throwawaysAtOnce)],
    spares: disposable.slice(throwawaysAtOnce),
    guests: [1, 2].map(number => ({ email: `${nonce}guest-${number}@${target.mailDomain}` })),
    mayLock: throwaways.length > 0,
    schedules,
    isKnown: true,
    walks: 0,
    differ(rule, finding) {
      if (strict || ruleOf(rule).level === 'must') throw new Difference(rule, finding)
      const { message = redaction.clean(finding.message), times = 0 } = warnings.get(rule) ?? {}
      warnings.set(rule, { rule, message, times: times + 1 })
    },
  }
  return { context, people }
}

/** An empty model of the two schedules that take part: the third one comes first if more is allowed there. */
function schedulesOf(
  { session, mayWipe, mayGuard }: ExplorationOptions,
  sizes: readonly number[],
): ModelSchedule[] {
  const order = (mayWipe || mayGuard) && session.schedules.length > 2 ? [2, 0] : [0, 1]
  return order.flatMap(number => {
    const paths = session.schedules[number]
    if (!paths) return []
    return {
      paths,
      resources: createCollection('resource', paths),
      bookings: createCollection('booking', paths),
      collaborators: createCollection('collaborator', paths),
      isExclusive: mayWipe && number === 2,
      isGuarded: (mayGuard || mayWipe) && number === 2,
      isSmall: (sizes[number] ?? Number.NaN) <= few,
      isOurs: sizes[number] === 0,
    }
  })
}

function reportOf(
  session: Session,
  { first, last, tries, isCut, isLasting, path }: Shrunk,
  of: { index: number; total: number; only: ExplorationOptions['only'] },
): DifferenceReport | undefined {
  const { difference, taken, trail } = last
  if (!difference) return undefined
  const { redaction } = session
  const { level, section, statement } = ruleOf(difference.rule)
  const steps = taken.map(
    ({ step, exchanges }): StepReport => ({
      step: step.name,
      requests: exchanges.map(exchange => {
        const { body } = exchange.request
        const reply = replyOf(exchange)
        const sent = body === undefined ? '' : ` ${body}`
        return redaction.clean(`${describeRequest(reply)}${sent}: ${reply.ok ? 'accepted' : 'refused'}`)
      }),
    }),
  )
  return {
    rule: difference.rule,
    level,
    section,
    statement,
    steps,
    evidence: evidenceOf('failure', difference.finding, trail, session),
    foundAfter: of.total,
    walkSteps: first.taken.length,
    tries,
    isCut,
    isLasting,
    replay: `${session.seed}/${of.index}/${of.only?.path ?? path}`,
  }
}
