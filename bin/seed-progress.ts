import type { SeedProgress } from '../fixtures/index.js'
import { createProgressBar } from './progress-bar.js'
import { counted } from './terminal.js'

const longWait = 10_000

/**
 * Shows the progress of reading and loading a seed on a terminal. If the output is piped, writes one line with the duration at
 * the end if it was long.
 */
export function createSeedProgress(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  clock: () => number = Date.now,
) {
  const isTerminal = stream.isTTY === true
  const bar = createProgressBar(stream, clock)
  const begin = clock()
  let step: SeedProgress['step'] | undefined
  let bookings = 0
  let isOver = false

  return {
    show({ step: current, done, total }: SeedProgress): void {
      // A reset reloads the seed, but then the terminal belongs to the log.
      if (isOver) return
      if (current === 'load') bookings = total
      if (current !== step) bar.end()
      step = current
      if (isTerminal) bar.show({ done, total, noun: nouns[current] })
    },

    end(): void {
      bar.end()
      isOver = true
      const took = clock() - begin
      if (!isTerminal && bookings > 0 && took >= longWait)
        stream.write(`Loaded ${counted(bookings, 'booking')} in ${Math.round(took / 1000)} s.\n`)
    },
  }
}

const nouns = { read: 'bytes read', load: 'bookings loaded' } as const
