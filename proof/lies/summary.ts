import type { LiesFigures } from '../runner/figures.js'
import type { Judged } from './judge-lies.js'
import { isPromised } from './spots.js'

const percent = (part: number, of: number) =>
  `${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(1)} %)`

/** Describes a lie that is not noticed, with the reason. */
export const missedText = (one: Judged): string =>
  `  missed  ${one.lie.kind}: ${one.what}\n          ${reasonFor(one) ?? noReason}`

const noReason = 'no reason is known'

/** What PROOF.md shows of the lies in one answer. */
export function figuresOf(results: readonly Judged[]): Omit<LiesFigures, 'measured'> {
  const own = results.filter(({ lie }) => lie.often === 'in one answer' && isPromised(lie.kind))
  const missed = own.filter(({ noticed }) => noticed === 'no')
  return {
    noticed: own.length - missed.length,
    of: own.length,
    survivors: missed.map(one => ({
      what: `${one.lie.kind}, ${one.what}`,
      reason: reasonFor(one) ?? noReason,
    })),
  }
}

/** The result as lines of text, and the share of the lies in one answer that were noticed. */
export function summaryOf(results: readonly Judged[]): {
  lines: readonly string[]
  share: number
  unconfirmed: number
} {
  const lines: string[] = []
  let share = 1
  for (const often of ['in one answer', 'in every 50th answer', 'in every answer'] as const) {
    const own = results.filter(({ lie }) => lie.often === often && isPromised(lie.kind))
    if (own.length === 0) continue
    const inRecording = own.filter(({ noticed }) => noticed === 'recording')
    const noticed = own.filter(({ noticed }) => noticed !== 'no')
    if (often === 'in one answer') share = noticed.length / own.length
    lines.push(
      `Lies ${often}: ${percent(noticed.length, own.length)} noticed, ${inRecording.length} by the answers of a recording, ${
        noticed.length - inRecording.length
      } only by a run.`,
      ...byKind(own),
      ...own.filter(({ noticed }) => noticed === 'no').map(missedText),
    )
  }
  const order = results.filter(({ lie }) => !isPromised(lie.kind))
  if (order.length > 0) {
    const noticed = order.filter(({ noticed }) => noticed !== 'no').length
    lines.push(
      `Two objects of a list exchanged: ${percent(noticed, order.length)} noticed. A list may be in any order; this contradicts something only where another page has shown the order.`,
    )
  }
  const asked = results.filter(({ confirmed }) => confirmed !== undefined)
  const unconfirmed = asked.filter(({ confirmed }) => confirmed === false)
  lines.push(
    `Noticed in a recording and told again in a run: ${percent(asked.length - unconfirmed.length, asked.length)} noticed there too.`,
    ...unconfirmed.map(({ lie, what, by }) => `  not in a run  ${lie.kind}: ${what} (${by})`),
  )
  return { lines, share, unconfirmed: unconfirmed.length }
}

function byKind(results: readonly Judged[]): readonly string[] {
  const kinds = [...new Set(results.map(({ lie }) => lie.kind))]
  const text = kinds
    .map(kind => {
      const own = results.filter(({ lie }) => lie.kind === kind)
      return `${kind} ${own.filter(({ noticed }) => noticed !== 'no').length}/${own.length}`
    })
    .join(', ')
  return [`  ${text}`]
}

/** Why a lie in one answer cannot be noticed: a kind of lie, a pattern of what it alters, and the reason. */
interface Survivor {
  readonly kind: Judged['lie']['kind']
  readonly what: RegExp
  readonly reason: string
}

/** Lies that contradict nothing that a run knows; any other lie that goes unnoticed is a gap in the kit. */
const survivors: readonly Survivor[] = [
  {
    kind: 'other',
    what: /^(?:created_at|updated_at) of data.* of another one:/,
    reason:
      'the only answer that shows this time, which is within seconds of the right one: the clocks of kit and target may differ by more',
  },
  {
    kind: 'old',
    what: /^old updated_at of data/,
    reason:
      'less than a second before the latest one: updated_at may go back that far, since the parts of a target may have different clocks',
  },
]

/** The reason why a lie goes unnoticed; undefined if none is known. */
function reasonFor({
  lie,
  what,
  isOnly,
  isAfterRefusal,
}: Pick<Judged, 'lie' | 'what' | 'isOnly' | 'isAfterRefusal'>): string | undefined {
  const known = survivors.find(each => each.kind === lie.kind && each.what.test(what))
  if (known) return known.reason
  if (isOnly) return 'no other answer of the run shows this member of this object'
  if (isAfterRefusal)
    return 'an earlier update of this member was refused, which should have changed nothing, but may have; no later answer shows the member'
  return undefined
}
