import type { Judged } from './judge-lies.js'

/** Why a lie in one answer cannot be noticed: a kind of lie, a pattern of what it alters, and the reason. */
interface Survivor {
  readonly kind: Judged['lie']['kind']
  readonly what: RegExp
  readonly reason: string
}

/** The reasons of lies that contradict nothing a run knows; any other lie not noticed is a gap of the kit. */
const survivors: readonly Survivor[] = [
  {
    kind: 'other',
    what: /^(?:created_at|updated_at) of data.* of another one:/,
    reason:
      'the only answer that shows this time, which is of the same seconds as the right one; the clocks of kit and target may differ by more',
  },
  {
    kind: 'old',
    what: /^old updated_at of data/,
    reason:
      'less than a second before the latest one: updated_at may go back by so much, as the parts of a target may have different clocks',
  },
]

/** The reason why a lie is not noticed; undefined if none is known. */
export function reasonFor({
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
