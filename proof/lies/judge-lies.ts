import type { Report } from '../../conformance/index.js'
import { answerJobs } from '../processes/thread-pool.js'
import { frequentLies, type Lie, liveLiar, rareLies, recordedLiar } from './lies.js'
import { isAfterRefusal, isOnlyAnswer } from './only-answer.js'
import { certifyAltered, type Run } from './recording.js'
import { judgeRecording } from './replay.js'
import { isPromised, type LieKind, lieKinds } from './spots.js'

/** Which lies to judge. Every part of a batch makes its own recording. */
export interface Batch {
  readonly often: Lie['often']
  readonly seed: number
  /** How many lies; of those in many answers, this part of all that are possible. */
  readonly count: number
  readonly part: number
  readonly parts: number
  /** Whether a list in another order is the lie. */
  readonly isOrder: boolean
  /** How many of the noticed lies are told once more in a run. */
  readonly confirmed: number
}

/** What became of a lie. */
export interface Judged {
  readonly lie: Lie
  /** What was altered first: `drop name of data`, of which request in which check. */
  readonly what: string
  /** By a recording, by a run, or not at all. */
  readonly noticed: 'recording' | 'run' | 'no'
  /** The first rule that was broken. */
  readonly by: string | undefined
  /** Whether no other answer shows what is altered. */
  readonly isOnly?: boolean
  /** Whether an update of it was refused before, and no later answer shows it. */
  readonly isAfterRefusal?: boolean
  /** Whether a run noticed it too; undefined where none was asked. */
  readonly confirmed?: boolean | undefined
}

const promised: readonly LieKind[] = lieKinds.filter(isPromised)

/** The lies of a batch in a recording. */
function liesOf(run: Run, { often, seed, count, part, parts, isOrder }: Batch): readonly Lie[] {
  if (often === 'in one answer') {
    const kinds = isOrder ? lieKinds.filter(kind => !isPromised(kind)) : promised
    return rareLies(run, { count, seed: seed * 1000 + part, kinds })
  }
  const all = frequentLies(run, often, seed).filter(({ kind }) => isPromised(kind))
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).filter((_, index) => index % parts === part)
}

/** Judges the lies of a batch in a recording, and those that are not noticed there in runs of their own. */
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

/** The first check that did not pass when a server tells a lie to a run. */
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
