import { createLiveLine } from './terminal.js'

interface Progress {
  total: number
  noun: string
  /** Shows nothing, because the output goes to the same screen. */
  hidden?: boolean
}

const maxWidth = 30

/** A progress bar on a terminal; if the output is piped, a plain line every ten seconds. */
export function createProgressBar(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  { total, noun, hidden = false }: Progress,
  clock: () => number = Date.now,
) {
  const line = createLiveLine(stream, clock)
  const counts = (done: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${noun}`

  function bar(done: number, columns: number): string {
    const share = total === 0 ? 1 : done / total
    const text = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${counts(done)}`
    const width = Math.max(0, Math.min(maxWidth, columns - text.length))
    const full = Math.round(share * width)
    return `${'█'.repeat(full)}${'░'.repeat(width - full)}${text}`.slice(0, columns)
  }

  return {
    show(done: number) {
      if (hidden) return
      line.update(
        width => bar(done, width),
        () => counts(done),
      )
    },
    end: line.end,
  }
}
