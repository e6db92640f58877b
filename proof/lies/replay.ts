import type { Exchange } from '../../conformance/http/exchange.js'
import { invariants } from '../../conformance/index.js'
import { createWatch } from '../../conformance/run/watch.js'
import type { Liar } from './lies.js'
import type { Recorded, Run } from './recording.js'

/** What an altered recording is found to break. */
export interface Noticed {
  readonly id: string
  readonly message: string
}

/**
 * Judges a recording as the kit judges the answers of a run: by the invariants and by the record. The assertions of checks
 * are not part of it. The liar alters answers, if there is one.
 */
export function judgeRecording(
  { recorded, owner }: Pick<Run, 'recorded' | 'owner'>,
  lie?: Liar,
  { stopAtFirst = true } = {},
): readonly Noticed[] {
  const watch = createWatch(invariants, { secrets: () => ({ passwords: [] }), owner })
  const noticed = () =>
    watch.results.flatMap(({ invariant, broken }) =>
      broken.map(({ finding }) => ({ id: invariant.id, message: finding.message })),
    )
  for (const { index, isStart, settle } of eventsOf(recorded)) {
    const one = recorded[index] as Recorded
    const { check, method, path, query, authorization, body, sentAt, took } = one
    const request = {
      ...{ method, path, query, as: '' },
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && body !== '' && { body }),
    }
    if (isStart) {
      settle.call = watch.onSend(request)
      continue
    }
    const exchange: Exchange = {
      request,
      answer: lie?.(one, one.answer, index)?.answer ?? one.answer,
      sentAt,
      took,
    }
    const answered = { exchange, check, trail: [exchange] }
    const isJudged = check !== 'operations'
    settle.call?.(answered, isJudged)
    if (isJudged) watch.onExchange(exchange, check, answered.trail)
    if (stopAtFirst && watch.isBroken) return noticed()
  }
  return noticed()
}

interface Event {
  readonly at: number
  readonly index: number
  readonly isStart: boolean
  readonly settle: { call?: ReturnType<ReturnType<typeof createWatch>['onSend']> }
}

const known = new WeakMap<readonly Recorded[], readonly Event[]>()

/** When requests were sent and answered, in order. */
function eventsOf(recorded: readonly Recorded[]): readonly Event[] {
  const events =
    known.get(recorded) ??
    recorded
      .flatMap(({ began, ended }, index): Event[] => {
        const settle = {}
        return [
          { at: began, index, isStart: true, settle },
          { at: ended, index, isStart: false, settle },
        ]
      })
      .sort((a, b) => a.at - b.at)
  known.set(recorded, events)
  return events
}
