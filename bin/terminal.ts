/** Returns the width of a stream and whether it supports colours; 100 columns without colours if it is not a terminal. */
export function screenOf(stream: NodeJS.WriteStream): { width: number; colour: boolean } {
  const isTerminal = stream.isTTY === true
  return {
    width: isTerminal ? Math.min(Math.max(stream.columns, 30), 110) : 100,
    colour: isTerminal && !process.env.NO_COLOR,
  }
}

/** Quotes a text as one word for a POSIX shell. */
export const shellQuoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Formats a number with a noun: `3 bookings`, `1 booking`, `1,000 bookings`. */
export const counted = (number: number, noun: string) =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`

/** Formats an integer as `1,000`; `toLocaleString` would delay the start by milliseconds. */
export const grouped = (number: number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')

const redrawInterval = 100
const plainInterval = 10_000

/** Creates a line that is redrawn in place on a terminal; if the output is piped, writes a plain line every ten seconds. */
export function createLiveLine(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  clock: () => number = Date.now,
) {
  const isTerminal = stream.isTTY === true
  let last = isTerminal ? Number.NEGATIVE_INFINITY : clock()
  let isShown = false
  return {
    /** Writes the progress unless it did so a moment ago. */
    update(drawn: (width: number) => string, plain: () => string) {
      const now = clock()
      if (now - last < (isTerminal ? redrawInterval : plainInterval)) return
      last = now
      // Some terminals report no width.
      const width = (stream.columns || 80) - 1
      stream.write(isTerminal ? `\r\u001b[2K${drawn(width)}` : `${plain()}\n`)
      isShown = isTerminal
    },
    /** Removes the line; the next update is written at once. */
    end() {
      if (!isShown) return
      stream.write('\r\u001b[2K')
      last = Number.NEGATIVE_INFINITY
      isShown = false
    },
  }
}

/** The signals that end a command; a closed terminal sends the last one. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
