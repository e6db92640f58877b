import { clean } from '../conformance/http/clean.js'
import type { SeedFile } from '../fixtures/index.js'
import { createFileWatch } from './file-watch.js'
import type { ServiceOptions } from './service-options.js'
import { counted } from './terminal.js'

interface SeededService {
  /** Replaces the seed, and resets to it. */
  replaceSeed(seed: SeedFile): Promise<void>
}

/**
 * Reloads the seed file of a service whenever it has changed. A file with errors changes nothing.
 *
 * @param starting The service; changes during its start are loaded afterwards.
 */
export function followSeed(
  { seed: path, uniqueNames, log }: ServiceOptions,
  starting: Promise<SeededService>,
): void {
  async function load(): Promise<void> {
    const service = await starting
    const { openSeedFile } = await import('../fixtures/seed-file.js')
    const seed = openSeedFile(path, { uniqueNames })
    await service.replaceSeed(seed)
    const totals = [
      counted(seed.users.length, 'account'),
      counted(seed.schedules.length, 'schedule'),
      counted(sum(seed.schedules.map(({ resources }) => resources.length)), 'resource'),
      counted(sum(seed.schedules.map(({ bookings }) => bookings.length)), 'booking'),
    ]
    note('seed', `Loaded ${path} again: ${totals.join(', ')}.`)
  }

  function note(event: 'seed' | 'seed_error', message: string): void {
    if (log !== 'json') process.stderr.write(`${clean(message)}\n`)
    else process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, message })}\n`)
  }

  const watch = createFileWatch(path, () =>
    load().catch((error: Error) =>
      note('seed_error', `${error.message}\nThe service keeps the data that it has.`),
    ),
  )
  starting.catch(watch.close)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
