import { command, positional } from '../options.js'
import { createSeedProgress } from '../seed-progress.js'
import { serviceOptions } from '../service-options.js'
import { place } from './rows.js'

export const importCommand = command({
  command: 'import <place> <file>',
  describe: 'Load a seed file into an empty directory or database',
  usage:
    '$0 data import DIR|URL FILE\n\nLoads a seed file, such as data export writes, into an empty directory or database, completely or not at all. Objects get new ids.',
  examples: {
    '$0 data import my-data seed.json': 'fill a new directory',
    '$0 data import postgres://me:secret@localhost/schedkit seed.json': 'fill an empty database',
  },
  builder: args =>
    args
      .positional('place', place)
      .positional('file', positional('The seed file'))
      .option('unique-names', serviceOptions['unique-names']),
  async handler({ place, file, uniqueNames }) {
    const [{ importData }, { openSeedFile }] = await Promise.all([
      import('../../server/index.js'),
      import('../../fixtures/seed-file.js'),
    ])
    const progress = createSeedProgress(process.stderr)
    try {
      await importData(place, {
        seed: openSeedFile(file, { uniqueNames, report: progress.show }),
        uniqueNames,
      })
    } finally {
      progress.end()
    }
    process.stdout.write(`${file} is loaded.\n`)
  },
})
