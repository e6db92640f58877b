import type { Exchange } from '../../conformance/http/exchange.js'
import { invariants } from '../../conformance/index.js'
import { createWatch } from '../../conformance/run/watch.js'
import type { Liar } from './lies.js'
import type { Recorded, Run } from './recording.js'

/** A rule that an altered recording breaks. */
export interface Noticed {
  readonly id: string
  readonly message: string
}

/**
 * Judges a recording as the kit judges the answers of a run: by the invariants and by the record, but without the assertions
 * of checks. `lie`, if given, alters answers.
 */
export function judgeRecording(
  { recorded, target }: Pick<Run, 'recorded' | 'target'>,
  lie?: Liar,
  { stopAtFirst = true } = {},
): readonly Noticed[] {
  const watch = createWatch(invariants, { secrets: () => ({ passwords: [] }), target })
  const noticed = () =>
    watch.results.flatMap(({ invariant, broken }) =>
      broken.map(({ finding }) => ({ id: invariant.id, message: finding.message })),
    )
  const settles: ReturnType<typeof watch.onSend>[] = []
  for (const { index, isStart, usual } of eventsOf(recorded)) {
    const one = recorded[index] as Recorded
    const { check } = one
    if (isStart) {
      settles[index] = watch.onSend(usual.request)
      continue
    }
    const told = lie?.(one, one.answer, index)
    const exchange: Exchange = told ? { ...usual, answer: told.answer } : usual
    const answered = { exchange, check, trail: [exchange] }
    const isJudged = check !== 'operations'
    settles[index]?.(answered)
    // The invariants look at a single exchange, and unaltered exchanges are known to be right.
    if (isJudged && (told || !lie)) watch.onExchange(answered)
    if (stopAtFirst && watch.isBroken) return noticed()
  }
  return noticed()
}

interface Event {
  readonly at: number
  readonly index: number
  readonly isStart: boolean
  /** The exchange as recorded; the same object in every replay, so that its body is parsed once. */
  readonly usual: Exchange
}

const known = new WeakMap<readonly Recorded[], readonly Event[]>()

function exchangeOf({ method, path, query, authorization, body, sentAt, took, answer }: Recorded): Exchange {
  const request = {
    ...{ method, path, query, as: '' },
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && body !== '' && { body }),
  }
  return { request, answer, sentAt, took }
}

/** The sending of requests and the arrival of answers, in order. */
function eventsOf(recorded: readonly Recorded[]): readonly Event[] {
  const events =
    known.get(recorded) ??
    recorded
      .flatMap((one, index): Event[] => {
        const usual = exchangeOf(one)
        return [
          { at: one.began, index, isStart: true, usual },
          { at: one.ended, index, isStart: false, usual },
        ]
      })
      .sort((a, b) => a.at - b.at)
  known.set(recorded, events)
  return events
}
