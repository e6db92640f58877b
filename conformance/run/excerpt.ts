/** A part of a text, with an ellipsis where something is missing. */
export interface Excerpt {
  readonly text: string
  /** Characters that are missing before it. */
  readonly before: number
  /** Characters that are missing behind it. */
  readonly after: number
}

/** Where the part begins, as a share of the excerpt in front of the focus. */
const lead = 0.25

/**
 * At most `limit` characters of a text around the position `focus`; from the beginning if the focus is in there anyway.
 *
 * @example
 * excerpt('abcdefgh', 4, 6) // { text: '…efgh', before: 4, after: 0 }
 */
export function excerpt(text: string, limit: number, focus = 0): Excerpt {
  if (text.length <= limit) return { text, before: 0, after: 0 }
  const isNear = focus < limit * (1 - lead)
  const wanted = isNear ? 0 : Math.min(Math.floor(focus - limit * lead), text.length - limit)
  const before = wholeBefore(text, wanted)
  const end = wholeBefore(text, wanted + limit)
  const after = text.length - end
  return {
    text: `${before > 0 ? '…' : ''}${text.slice(before, end)}${after > 0 ? '…' : ''}`,
    before,
    after,
  }
}

/** A position that is not within a surrogate pair. */
const wholeBefore = (text: string, position: number) =>
  position < text.length && /[\uD800-\uDBFF]/.test(text[position - 1] ?? '') ? position - 1 : position

/** "812 characters before this, 96 behind it", or "96 more characters"; empty if nothing is missing. */
export function missingText({ before, after }: Pick<Excerpt, 'before' | 'after'>): string {
  const [front, back] = [before, after].map(count => count.toLocaleString('en'))
  if (before === 0) return after === 0 ? '' : `${back} more character${after === 1 ? '' : 's'}`
  return `${front} character${before === 1 ? '' : 's'} before this${after > 0 ? `, ${back} behind it` : ''}`
}
