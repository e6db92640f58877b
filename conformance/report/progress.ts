import stringWidth from 'string-width'
import { oneLine } from '../http/clean.js'
import type { ProgressState } from '../run/runner.js'
import { cutTo } from './page.js'

/** The progress in one line of at most `width` columns; the least important parts are dropped first. */
export function progressLine(state: ProgressState, width: number): string {
  const { done, planned, failed, running, waiting } = state
  const barWidth = width >= 100 ? 24 : width >= 60 ? 12 : 0
  const parts = [
    planned > 0 ? `${progressBar(done, planned, barWidth)}${done}/${planned}` : 'preparing',
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(waiting === undefined ? [] : [waitingText(waiting, state.waitingFor)]),
    times(state),
  ]
  let line = ''
  for (const part of parts) {
    const longer = line === '' ? part : `${line}  ${part}`
    if (stringWidth(longer) > width) break
    line = longer
  }
  const room = width - stringWidth(line) - 2
  const names = oneLine(running.join(' '))
  return room >= 8 && names !== '' ? `${line}  ${cutTo(names, room)}` : line
}

/** Says until when a run waits, and for what: `waiting until 10:32:10 for the rate limit of ada@example.test`. */
export function waitingText(waiting: number, reason = 'the rate limit'): string {
  const until = new Date(Date.now() + waiting).toTimeString().slice(0, 8)
  return `waiting until ${until} for ${oneLine(reason)}`
}

function progressBar(done: number, planned: number, width: number): string {
  if (width === 0) return ''
  const full = planned > 0 ? Math.floor(Math.min(1, done / planned) * width) : 0
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} `
}

/** An estimate from less than one check in twenty would be a guess. */
function times({ done, planned, elapsed, waiting }: ProgressState): string {
  const canEstimate = done > 0 && done >= planned / 20 && done < planned
  if (!canEstimate) return clockTime(elapsed)
  const left = (elapsed / done) * (planned - done) + (waiting ?? 0)
  return `${clockTime(elapsed)}, about ${clockTime(left)} left`
}

/** Milliseconds as on a stopwatch: `0:07`, `12:40`, `1:02:03`. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes)
  return `${start}:${twoDigits(seconds % 60)}`
}
