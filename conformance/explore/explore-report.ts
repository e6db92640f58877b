import { cleanScript, oneLine } from '../http/clean.js'
import { createPaint } from '../report/page.js'
import { duration } from '../report/summary.js'
import { count } from '../run/counts.js'
import type { Obstacle } from '../run/plan.js'
import type { Evidence, Report, RuleReport } from '../run/report.js'

/** A step of a walk and the responses of the target. */
export interface StepReport {
  /** For example `update booking`. */
  readonly step: string
  /** For example `PUT /v1/schedules/first/bookings/12 as member 1: accepted`; several if the step reads the state back. */
  readonly requests: readonly string[]
}

/** A difference between the target and the document. */
export interface DifferenceReport extends Pick<RuleReport, 'level' | 'section' | 'statement'> {
  readonly rule: string
  /** The shortest sequence of steps that shows it. */
  readonly steps: readonly StepReport[]
  /** Message, expected, actual, exchanges and a script of curl commands. */
  readonly evidence: Evidence
  /** The number of steps, over all walks, after which it first showed. */
  readonly foundAfter: number
  /** The number of steps of the walk in which it first showed. */
  readonly walkSteps: number
  /** The number of shorter or simpler walks that were tried. */
  readonly tries: number
  /** Whether shrinking ended before everything shorter was tried. */
  readonly isCut: boolean
  /** Whether the target does not return to its state before the walk, so that the walk could not be shrunk. */
  readonly isLasting: boolean
  /** `SEED/WALK/PATH`: the option `replay` takes it to repeat only this walk. */
  readonly replay: string
}

/** A broken rule of level should: its first message, and how often it was broken. */
export interface WarningReport {
  readonly rule: string
  readonly message: string
  readonly times: number
}

/** The report of an exploration. */
export interface ExploreReport
  extends Pick<Report, 'kit' | 'target' | 'started' | 'took' | 'seed' | 'exitCode' | 'remains'> {
  readonly schema: 'schedkit-explore/1'
  readonly options: {
    readonly allow: readonly string[]
    readonly steps: number
    readonly strict: boolean
    readonly replay?: string
  }
  readonly verdict: 'no difference' | 'difference' | 'incomplete'
  /** Why the verdict is not `no difference`, one sentence each. */
  readonly reasons: readonly string[]
  /** The number of steps taken, without those of shrinking, verification and clean-up. */
  readonly steps: number
  readonly walks: number
  /** How often each kind of step was taken. */
  readonly kinds: Readonly<Record<string, number>>
  readonly difference?: DifferenceReport
  readonly warnings: readonly WarningReport[]
  /** What could not be explored, and how to enable it. */
  readonly gaps: readonly Obstacle[]
  readonly traffic: Omit<Report['traffic'], 'restarts'>
}

const colours = { 'no difference': 'green', difference: 'red', incomplete: 'yellow' } as const

/** Formats the report of an exploration as text for people. */
export function exploreText(report: ExploreReport, { colour = false }: { colour?: boolean } = {}): string {
  const { steps, walks, took, seed, traffic, difference, warnings, gaps, remains, verdict, reasons } = report
  const paint = createPaint(colour)
  const head = `${count(steps, 'step')} in ${count(walks, 'walk')}, ${count(traffic.requests, 'request')}, ${duration(took)}, --seed ${seed}`
  const lines = [
    `${oneLine(report.target)}  ${head}`,
    ...(difference ? ['', ...differenceText(difference)] : []),
    ...(warnings.length > 0 ? ['', 'Broken SHOULD rules:'] : []),
    ...warnings.map(({ rule, message, times }) => `  ${rule}  ${oneLine(message)} (${count(times, 'time')})`),
    ...(gaps.length > 0 ? ['', 'Not explored:'] : []),
    ...gaps.map(({ reason, remedy }) => `  ${reason}. ${remedy}`),
    ...(remains.length > 0 ? ['', 'Left behind:', ...remains.map(text => `  ${oneLine(text)}`)] : []),
    '',
    paint(verdict.toUpperCase(), colours[verdict], 'bold'),
    ...(difference ? [] : reasons.map(reason => `  ${oneLine(reason)}`)),
  ]
  return lines.join('\n')
}

function differenceText(difference: DifferenceReport): string[] {
  const { rule, level, section, statement, steps, evidence, foundAfter, walkSteps, tries } = difference
  const shrunk = difference.isLasting
    ? 'The target does not return to its earlier state, so no step could be left out.'
    : `Shrunk from ${count(walkSteps, 'step')} to ${steps.length} in ${tries} ${tries === 1 ? 'try' : 'tries'}${difference.isCut ? ', not fully' : ''}.`
  return [
    `${rule}  ${level}, section ${section}: ${oneLine(statement)}`,
    '',
    oneLine(evidence.message),
    ...(evidence.expected === undefined ? [] : [`  expected: ${oneLine(evidence.expected)}`]),
    ...(evidence.actual === undefined ? [] : [`  actual:   ${oneLine(evidence.actual)}`]),
    '',
    `Found after ${count(foundAfter, 'step')}. ${shrunk}`,
    ...steps.flatMap(({ step, requests }, index) => [
      `  ${String(index + 1).padStart(2)}  ${step}`,
      ...requests.map(request => `      ${oneLine(request)}`),
    ]),
    ...(evidence.curl === undefined
      ? []
      : ['', 'Reproduce it with all accounts in the time zone UTC:', cleanScript(evidence.curl)]),
  ]
}
