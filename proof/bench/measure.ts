/** What the benchmarks share. */

/** Runs of this many turns give stable medians. */
const turns = 7

/** Microseconds that this process has computed. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export type Work = () => Promise<unknown> | unknown

/** A note of a realistic length. */
export const note = 'Bring the plans of the second floor,\nand the samples that came on Friday. '.repeat(4)

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** The value that this share of the values does not exceed; NaN if there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export function shuffled<Item>(items: readonly Item[], random: () => number = Math.random): Item[] {
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[copy[last], copy[other]] = [copy[other] as Item, copy[last] as Item]
  }
  return copy
}

/** Microseconds that one run takes. */
async function microseconds(work: Work, runs: number): Promise<number> {
  const start = performance.now()
  for (let run = 0; run < runs; run++) await work()
  return ((performance.now() - start) / runs) * 1000
}

/** The median microseconds of one run of each, after one turn to warm up. They take turns, so that both meet the same conditions. */
async function medians(tasks: readonly Work[], runs: number): Promise<number[]> {
  const times: number[][] = tasks.map(() => [])
  for (let turn = 0; turn <= turns; turn++) {
    for (const [index, work] of tasks.entries()) {
      const time = await microseconds(work, runs)
      if (turn > 0) times[index]?.push(time)
    }
  }
  return times.map(median)
}

/** Columns with the name of each alternative, as `compare` prints them. */
export const printHeads = (title: string, ...names: readonly string[]): void =>
  print(`${title.padEnd(46)}${[...names, 'ratio'].map(name => name.padStart(12)).join('')}`)

/** Prints the medians of alternatives, and how many times as long as the first one the last one takes. */
export async function compare(name: string, runs: number, ...tasks: readonly Work[]): Promise<void> {
  const times = await medians(tasks, runs)
  const ratio = (times.at(-1) ?? 0) / (times[0] ?? 0)
  const cells = [...times.map(time => `${time.toFixed(1)} us`), ratio.toFixed(2)]
  print(name.padEnd(46) + cells.map(cell => cell.padStart(12)).join(''))
}
