import type { Tried } from './worker.js'

/** What a proof has come to, for people: what is wrong, and the sums; with `details` all that the kit said. */
export function resultText(tried: readonly Tried[], { details }: { details: boolean }): string {
  const lines: string[] = []
  for (const { kind, verdict, took } of tried) {
    const { id, problems, untold, seen } = verdict
    if (problems.length === 0 && !details) continue
    lines.push(
      `${problems.length === 0 ? 'ok  ' : 'WRONG'} ${kind} ${id}${details ? ` (${(took / 1000).toFixed(1)} s)` : ''}`,
    )
    for (const problem of problems) lines.push(`      ${problem}`)
    if (!details) continue
    if (untold.length > 0) {
      const names = untold.map(rule => `'${rule}'`).join(', ')
      lines.push(`      where that is what has to follow from the fault: touches: [${names}]`)
    }
    for (const { check, outcome, message } of seen) lines.push(`      - ${check} ${outcome}: ${message}`)
  }
  for (const kind of ['fault', 'variant'] as const) {
    const own = tried.filter(each => each.kind === kind)
    const right = own.filter(({ verdict }) => verdict.problems.length === 0)
    const what = kind === 'fault' ? 'faults caught as stated' : 'variants left alone'
    if (own.length > 0) lines.push(`${right.length} of ${own.length} ${what}`)
  }
  return lines.join('\n')
}
