import { ruleOf } from '../areas/index.js'
import { described } from '../runner/assertions.js'
import { evidenceOf } from '../runner/evidence.js'
import { replyOf } from '../runner/exchange.js'
import { Blocked, Interrupted } from '../runner/outcomes.js'
import type { Session } from '../runner/session.js'
import { UnreachableError } from '../target/target.js'
import { actorOf, arrive } from './accounts.js'
import type { DifferenceReport, StepReport, WarningReport } from './explore-report.js'
import { type Shrunk, walkAndShrink } from './shrinking.js'
import { empty, type WalkContext, walk } from './walk.js'
import { createCollection, Difference, type ModelSchedule, type Person, type Principal } from './world.js'

export interface ExplorationOptions {
  readonly session: Session
  readonly steps: number
  readonly strict: boolean
  readonly mayLock: boolean
  /** Everything in the third schedule may be changed and deleted. */
  readonly mayWipe: boolean
  readonly mayGuard: boolean
  /** One walk alone: its number, and the path to what it was shrunk to. */
  readonly only?: { readonly index: number; readonly path: string } | undefined
  /** Somebody logged in, with the settings that are there. */
  onMet(person: Person): void
  onWalk(steps: number, walks: number, warnings: number, differences: number): void
}

export interface Exploration {
  readonly steps: number
  readonly walks: number
  readonly kinds: Readonly<Record<string, number>>
  readonly difference?: DifferenceReport
  readonly warnings: readonly WarningReport[]
  /** Why it was ended early. */
  readonly interruption?: string
}

/** How many throwaway accounts take part at once. */
const throwaways = 2
/** Walks in a row that broke off, before it is given up. */
const patience = 3

/** Walks until enough steps were taken, or a difference was found. */
export async function exploreAll(options: ExplorationOptions): Promise<Exploration> {
  const { session, steps, only, onWalk } = options
  const warnings = new Map<string, WarningReport>()
  const kinds: Record<string, number> = {}
  const context = await arriveAt(options, warnings).catch(error => {
    if (!(error instanceof Blocked)) throw error
    const { baseUrl } = session.target
    throw new UnreachableError(`Failed to begin at ${baseUrl}: ${error.message}. First run its checks.`)
  })
  let total = 0
  let walks = 0
  let broken = 0
  let interruption: string | undefined

  for (let index = only?.index ?? 0; total < steps; index++) {
    if (session.signal?.aborted) {
      interruption = 'it was ended before all steps were taken'
      break
    }
    try {
      const shrunk = await walkAndShrink({
        seed: session.seed,
        index,
        path: only?.path,
        walk: each => walk(context, each),
        isEnded: () => session.signal?.aborted === true,
      })
      walks++
      broken = 0
      for (const { step } of shrunk.first.taken) kinds[step.name] = (kinds[step.name] ?? 0) + 1
      total += shrunk.first.taken.length
      const difference = shrunk.last.difference && reportOf(session, shrunk, { index, total, only })
      onWalk(total, walks, warnings.size, difference ? 1 : 0)
      if (difference) {
        return { steps: total, walks, kinds, difference, warnings: [...warnings.values()] }
      }
      if (only) break
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      if (session.signal?.aborted) continue
      broken++
      interruption = `the connection broke in ${patience} walks in a row: ${error.message}`
      if (broken === patience) break
      interruption = undefined
    }
  }
  return {
    steps: total,
    walks,
    kinds,
    warnings: [...warnings.values()],
    ...(interruption !== undefined && { interruption }),
  }
}

async function arriveAt(
  options: ExplorationOptions,
  warnings: Map<string, WarningReport>,
): Promise<WalkContext> {
  const { session, strict, mayLock, mayWipe, mayGuard } = options
  const { people, isSmall } = await arrive(session, mayLock ? session.pool.list() : [])
  for (const person of people) options.onMet(person)
  const disposable = people.filter(person => person.isDisposable)
  // The third schedule comes first where more may be done there.
  const order = (mayWipe || mayGuard) && session.schedules.length > 2 ? [2, 0] : [0, 1]
  const schedules = () =>
    order.flatMap((number): ModelSchedule[] => {
      const schedule = session.schedules[number]
      if (!schedule) return []
      return [
        {
          paths: schedule,
          resources: createCollection('resource', schedule.resources),
          bookings: createCollection('booking', schedule.bookings),
          collaborators: createCollection('collaborator', schedule.collaborators),
          isExclusive: mayWipe && number === 2,
          isGuarded: (mayGuard || mayWipe) && number === 2,
          isSmall: isSmall[number] ?? false,
        },
      ]
    })
  const owner = actorOf(session, session.target.owner, 'owner')
  for (const schedule of schedules()) if (schedule.isExclusive) await empty(owner, schedule)
  const guests: Principal[] = [1, 2].map(number => ({
    email: `${session.nonce}-guest-${number}@${session.target.mailDomain}`,
  }))
  return {
    session,
    people: [...people.filter(person => !person.isDisposable), ...disposable.slice(0, throwaways)],
    spares: disposable.slice(throwaways),
    guests,
    mayLock,
    schedules,
    isKnown: true,
    walks: 0,
    differ(rule, finding) {
      if (strict || ruleOf(rule).level === 'must') throw new Difference(rule, finding)
      const known = warnings.get(rule)
      warnings.set(rule, {
        rule,
        message: known?.message ?? session.redaction.clean(finding.message),
        times: (known?.times ?? 0) + 1,
      })
    },
  }
}

function reportOf(
  session: Session,
  { first, last, tries, isCut, isLasting, path }: Shrunk,
  of: { index: number; total: number; only: ExplorationOptions['only'] },
): DifferenceReport | undefined {
  const { difference, taken, trail } = last
  if (!difference) return undefined
  const { redaction, target } = session
  const { level, section, statement } = ruleOf(difference.rule)
  const steps = taken.map(
    ({ step, exchanges }): StepReport => ({
      step: step.name,
      requests: exchanges.map(exchange => {
        const { body } = exchange.request
        const reply = replyOf(exchange)
        const sent = body === undefined ? '' : ` ${body}`
        return redaction.clean(`${described(reply)}${sent}: ${reply.ok ? 'accepted' : 'refused'}`)
      }),
    }),
  )
  return {
    rule: difference.rule,
    level,
    section,
    statement,
    steps,
    evidence: evidenceOf({
      kind: 'failure',
      finding: difference.finding,
      trail,
      baseUrl: target.baseUrl,
      redaction,
    }),
    foundAfter: of.total,
    walkSteps: first.taken.length,
    tries,
    isCut,
    isLasting,
    replay: `${session.seed}/${of.index}/${of.only?.path ?? path}`,
  }
}
