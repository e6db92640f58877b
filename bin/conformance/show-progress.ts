import { type Progress, progressLine } from '../../conformance/index.js'

export interface LiveProgress {
  show(progress: Progress): void
  /** Takes the line away. */
  end(): void
  /** The ledger of the run, once there is one. */
  readonly ledger: string | undefined
}

const often = 100
const seldom = 10_000

/** A line that renews itself on a terminal; where the output is piped, a plain line every ten seconds. `noun`: what is counted. */
export function showProgress(stream: NodeJS.WriteStream, noun = 'checks'): LiveProgress {
  const isTerminal = stream.isTTY === true
  let ledger: string | undefined
  let shown = isTerminal ? 0 : Date.now()
  let latest: Progress | undefined
  let dirty = false

  const draw = () => {
    if (!latest) return
    shown = Date.now()
    if (isTerminal) {
      stream.write(`\r\u001b[2K${progressLine(latest, Math.max(20, stream.columns - 1))}`)
      dirty = true
    } else {
      const { done, planned, failed } = latest
      stream.write(`${done} of ${planned} ${noun}, ${failed} failed\n`)
    }
  }
  // A run that waits for a rate limit reports nothing meanwhile, and is not to look dead.
  const timer = setInterval(
    () => {
      if (latest) latest = { ...latest, elapsed: latest.elapsed + (Date.now() - shown) }
      draw()
    },
    isTerminal ? 1000 : seldom,
  )
  timer.unref()

  return {
    show(progress) {
      ledger = progress.ledger
      latest = progress
      if (isTerminal && Date.now() - shown >= often) draw()
    },
    end() {
      clearInterval(timer)
      latest = undefined
      if (dirty) stream.write('\r\u001b[2K')
      dirty = false
    },
    get ledger() {
      return ledger
    },
  }
}
