import { once } from 'node:events'
import { ExitError } from '../errors.js'
import { command } from '../options.js'
import { place, totals, withProgress } from './rows.js'

const bufferSize = 2 ** 16

export const exportCommand = command({
  command: 'export <place>',
  describe: 'Write all data as a seed file',
  usage:
    '$0 data export DIR|URL > seed.json\n\nWrites all data as a seed file, with which another server can start: the same users with the same passwords, their schedules and everything in them. Objects get new ids. Leaves out what is damaged, says what that is, and then exits with 1.',
  examples: {
    '$0 data export my-data > seed.json': 'write the seed file',
    '$0 serve --data new-data --seed seed.json': 'start a server with it',
  },
  builder: args => args.positional('place', place),
  async handler({ place }) {
    const { exportData } = await import('../../server/index.js')
    const { stdout } = process
    // The reader may close the pipe early: `schedkit data export my-data | head`.
    stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
    let pending = ''
    const flush = async () => {
      const text = pending
      pending = ''
      if (!stdout.write(text)) await once(stdout, 'drain')
    }
    async function write(text: string): Promise<void> {
      pending += text
      if (pending.length > bufferSize) await flush()
    }
    const { counts, left, missing } = await withProgress(
      report => exportData(place, write, report),
      stdout.isTTY === true,
    )
    await flush()
    process.stderr.write(`${totals(counts)}. Not included: ${left.join('; ')}.\n`)
    if (missing.length > 0)
      throw new ExitError(
        `The data in ${place} is damaged. The seed has what can be read of it. Missing or damaged:\n${missing.map(each => `  ${each}`).join('\n')}`,
        1,
      )
  },
})
