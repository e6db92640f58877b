import type { Line } from './line.js'
import { watchOthers } from './machine.js'
import type { Bench } from './row.js'

/** Above this share of the machine taken by others, figures are doubtful. */
export const busy = 0.12

/** Something that is measured again and again. */
interface Measurable<T> {
  name: string
  measure(): Promise<T>
}

/** What counts of it: for everything that was measured, one value of each turn. */
export interface Turns<T> {
  samples: readonly (readonly T[])[]
  /** Lines about them, which are doubtful if other processes took too much of the machine. */
  marked(lines: readonly Line[]): Line[]
}

/**
 * Measures things in turns, each time beginning with another one, until enough turns were quiet. After twice as many the
 * quietest ones count; a quick run takes no more than it wants.
 *
 * @param wanted how many turns count
 */
export async function takeTurns<T>(
  { quick, tell }: Bench,
  wanted: number,
  all: readonly Measurable<T>[],
): Promise<Turns<T>> {
  const most = quick ? wanted : wanted * 2
  const turns: { values: T[]; others: number }[] = []
  // Where it is unknown what others take, every turn counts as quiet.
  const quiet = () => turns.filter(({ others }) => !(others > busy))
  while (turns.length < most && quiet().length < wanted) {
    const values: T[] = []
    const others = watchOthers()
    for (const [place] of all.entries()) {
      const index = (place + turns.length) % all.length
      const { name, measure } = all[index] as Measurable<T>
      tell(`turn ${turns.length + 1} of ${wanted}, ${name}`)
      values[index] = await measure()
    }
    turns.push({ values, others: others() })
  }
  const isDoubtful = quiet().length < wanted
  const counted = isDoubtful ? turns.sort((a, b) => a.others - b.others).slice(0, wanted) : quiet()
  return {
    samples: all.map((_, index) => counted.map(({ values }) => values[index] as T)),
    marked: lines => lines.map(line => ({ ...line, isDoubtful })),
  }
}
