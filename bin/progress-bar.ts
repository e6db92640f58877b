import { createLiveLine, grouped } from './terminal.js'

/** The progress of some work. */
interface Progress {
  done: number
  total: number
  noun: string
}

const maxWidth = 30

/** Creates a progress bar on a terminal; if the output is piped, writes a plain line every ten seconds. */
export function createProgressBar(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  clock: () => number = Date.now,
) {
  const line = createLiveLine(stream, clock)
  return {
    show: (progress: Progress) =>
      line.update(
        width => bar(progress, width),
        () => counts(progress),
      ),
    end: line.end,
  }
}

const counts = ({ done, total, noun }: Progress) => `${grouped(done)} of ${grouped(total)} ${noun}`

function bar(progress: Progress, columns: number): string {
  const share = progress.total === 0 ? 1 : progress.done / progress.total
  const text = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${counts(progress)}`
  const width = Math.max(0, Math.min(maxWidth, columns - text.length))
  const full = Math.round(share * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}${text}`.slice(0, columns)
}
