import type { Report } from '../../conformance/index.js'
import { answerJobs } from '../processes/thread-pool.js'
import { frequentLies, type Lie, liveLiar, rareLies, recordedLiar } from './lies.js'
import { isAfterRefusal, isOnlyAnswer } from './only-answer.js'
import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'
import { isPromised, type LieKind, lieKinds } from './spots.js'

/** The lies to judge. Every part of a batch makes its own recording. */
export interface Batch {
  readonly often: Lie['often']
  readonly seed: number
  /** The number of lies; for lies in many answers, a sample of about this size of all possible ones. */
  readonly count: number
  readonly part: number
  readonly parts: number
  /** Whether the lies exchange two objects of a list. */
  readonly isOrder: boolean
  /** How many of the noticed lies are repeated in a run. */
  readonly confirmed: number
}

/** The result of judging a lie. */
export interface Judged {
  readonly lie: Lie
  /** The first alteration, such as `drop name of data`, with its request and check. */
  readonly what: string
  /** Whether the lie was noticed in a recording, in a run, or not at all. */
  readonly noticed: 'recording' | 'run' | 'no'
  /** The first broken rule. */
  readonly by: string | undefined
  /** Whether no other answer shows the altered value. */
  readonly isOnly?: boolean
  /** Whether an earlier update of it was refused, and no later answer shows it. */
  readonly isAfterRefusal?: boolean
  /** Whether a run noticed it too; undefined if no run was made. */
  readonly confirmed?: boolean | undefined
}

const promised: readonly LieKind[] = lieKinds.filter(isPromised)

/** Chooses the lies of a batch in a recording. */
function liesOf(run: Run, { often, seed, count, part, parts, isOrder }: Batch): readonly Lie[] {
  if (often === 'in one answer') {
    const kinds = isOrder ? lieKinds.filter(kind => !isPromised(kind)) : promised
    return rareLies(run, { count, seed: seed * 1000 + part, kinds })
  }
  const all = frequentLies(run, often, seed).filter(({ kind }) => isPromised(kind))
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).filter((_, index) => index % parts === part)
}

/** Judges the lies of a batch in a recording; those that are not noticed there get runs of their own. */
async function judgeBatch(run: Run, batch: Batch): Promise<readonly Judged[]> {
  const results: Judged[] = []
  let toConfirm = batch.confirmed
  for (const lie of liesOf(run, batch)) {
    const liar = recordedLiar(lie)
    let what = ''
    const findings = judgeRecording(run, (request, answer, index) => {
      const told = liar(request, answer, index)
      if (told && what === '') {
        const { method, path, query, check } = request
        what = `${told.what}: ${method} ${path}${query && `?${query}`} in ${check}`
      }
      return told
    })
    if (what === '') continue
    const by = findings[0]?.id
    if (by === undefined && !isPromised(lie.kind)) {
      results.push({ lie, what, noticed: 'no', by })
    } else if (by === undefined) {
      const seen = await noticedInRun(lie, run)
      const is = (why: typeof isOnlyAnswer) => lie.index !== undefined && why(run.recorded, lie.index, what)
      results.push({
        ...{ lie, what, noticed: seen ? 'run' : 'no', by: seen },
        ...{ isOnly: is(isOnlyAnswer), isAfterRefusal: is(isAfterRefusal) },
      })
    } else {
      const isAsked = toConfirm-- > 0
      const confirmed = isAsked ? (await noticedInRun(lie, run)) !== undefined : undefined
      results.push({ lie, what, noticed: 'recording', by, confirmed })
    }
  }
  return results
}

/** Runs a certification in which the server tells a lie. Returns the first check that did not pass. */
async function noticedInRun(lie: Lie, run: Run): Promise<string | undefined> {
  const liar = lie.often === 'in one answer' ? liveLiar(lie, run) : recordedLiar(lie)
  const { report } = await certifyAltered((request, answer) => liar(request, answer)?.answer ?? answer).catch(
    (error: unknown) => ({ report: unreachable(error) }),
  )
  return troubled(report)
}

const unreachable = (error: unknown) => ({ checks: [], verdict: String(error) })

function troubled({ checks, verdict }: Pick<Report, 'checks'> & { verdict: string }): string | undefined {
  const found = checks.find(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
  return found?.id ?? (verdict === 'conformant' ? undefined : verdict)
}

let recording: Promise<Run> | undefined

answerJobs(async (batch: Batch): Promise<readonly Judged[]> => {
  recording ??= certifyAltered((_, answer) => answer)
  return judgeBatch(await recording, batch)
})
