import { oneLine } from './clean.js'
import { clockTime } from './duration.js'
import { cutTo, displayWidth } from './layout.js'

/** Where a run is. */
export interface ProgressState {
  /** Checks that have an outcome. */
  readonly done: number
  readonly planned: number
  readonly failed: number
  /** The ids of the checks that run now. */
  readonly running: readonly string[]
  /** Milliseconds until the rate limit lets the run go on; nothing where it does not wait. */
  readonly waiting?: number
  /** Milliseconds since the start. */
  readonly elapsed: number
}

/** One line that tells where a run is, at most `width` columns; what is least needed is left out first. */
export function progressLine(state: ProgressState, width: number): string {
  const { done, planned, failed, running, waiting } = state
  const barWidth = width >= 100 ? 24 : width >= 60 ? 12 : 0
  const parts = [
    `${bar(done, planned, barWidth)}${done}/${planned}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(waiting === undefined ? [] : [`waits ${Math.ceil(waiting / 1000)} s for the rate limit`]),
    times(state),
  ]
  let line = ''
  for (const part of parts) {
    const longer = line === '' ? part : `${line}  ${part}`
    if (displayWidth(longer) > width) break
    line = longer
  }
  const room = width - displayWidth(line) - 2
  const names = oneLine(running.join(' '))
  return room >= 8 && names !== '' ? `${line}  ${cutTo(names, room)}` : line
}

function bar(done: number, planned: number, width: number): string {
  if (width === 0) return ''
  const part = planned > 0 ? Math.min(1, done / planned) : 0
  const full = Math.floor(part * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} `
}

/** The first checks tell little about the rest, so nothing is foretold before one in twenty is done. */
function times({ done, planned, elapsed, waiting }: ProgressState): string {
  const foretold = done > 0 && done >= planned / 20 && done < planned
  if (!foretold) return clockTime(elapsed)
  const left = (elapsed / done) * (planned - done) + (waiting ?? 0)
  return `${clockTime(elapsed)}, about ${clockTime(left)} left`
}
