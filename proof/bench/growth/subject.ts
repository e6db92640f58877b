/*
 * Input of any length up to the limits, in patterns that provoke backtracking.
 */

// Size limits, in characters.
export const body = 2 ** 20
export const header = 2 ** 14
export const url = 2 ** 13

/** A parser or validator of untrusted input. */
export interface Subject {
  name: string
  /** Maximum number of characters. */
  limit: number
  /** Creates input of a length. */
  input(length: number): string
  work(text: string): unknown
}

/** Runs work that is expected to reject its input. */
export function tolerate(work: () => unknown): void {
  try {
    work()
  } catch {}
}

export const fill = (length: number, unit: string, first = '', last = '') =>
  first + unit.repeat(Math.max(0, Math.floor((length - first.length - last.length) / unit.length))) + last

export const shapes = (units: readonly string[], first = '', lasts: readonly string[] = ['']) =>
  units.flatMap(unit =>
    lasts.map(last => ({
      shape: JSON.stringify(`${first}${unit}${unit}..${last}`),
      input: (length: number) => fill(length, unit, first, last),
    })),
  )

export function subjects(
  name: string,
  limit: number,
  work: (text: string) => unknown,
  given: readonly { shape: string; input(length: number): string }[],
): Subject[] {
  return given.map(({ shape, input }) => ({ name: `${name} ${shape}`, limit, input, work }))
}

/** An object with as many members as fit; each has a comma at its end. */
export const objectOf = (length: number, member: (index: number) => string): string =>
  `{${numbered(length - 2, member).slice(0, -1)}}`

export function numbered(length: number, of: (index: number) => string): string {
  const parts: string[] = []
  for (let index = 0, written = 0; ; index++) {
    const part = of(index)
    written += part.length
    if (written > length) return parts.join('')
    parts.push(part)
  }
}
