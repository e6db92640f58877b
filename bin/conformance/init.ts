import { writeFile } from 'node:fs/promises'
import { kitCommand } from '../../conformance/session/defaults.js'
import { UsageError } from '../errors.js'
import { command } from '../options.js'

/** `schedkit conformance init`. */
export const init = command({
  command: 'init [file]',
  describe: 'Write an example target file with comments',
  usage:
    '$0 conformance init [FILE]\n\nWrites an example target file with comments. An existing file is never overwritten.',
  examples: {
    '$0 conformance init': 'write target.json',
    '$0 conformance init - | less': 'print it instead',
  },
  builder: args =>
    args.positional('file', {
      type: 'string',
      defaultDescription: 'target.json',
      describe: 'File to write; - is the standard output',
    }),
  async handler({ file = 'target.json' }) {
    const { targetExample } = await import('../../conformance/index.js')
    // yargs parses a lone - as an empty string.
    if (file === '' || file === '-') {
      process.stdout.write(targetExample)
      return
    }
    await writeFile(file, targetExample, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EEXIST' ? 'it exists already; choose another name' : error.message
      throw new UsageError(`Failed to write ${file}: ${reason}.`)
    })
    process.stdout.write(
      `Created ${file}. Fill in your server, an owner and the accounts, then run:\n  ${kitCommand} run --target ${file}\n`,
    )
  },
})
