import type { CommandModule } from 'yargs'

/** `schedkit conformance init`. */
export const init: CommandModule<object, { file: string }> = {
  command: 'init [file]',
  describe: 'Write a commented example of a target file',
  builder: args =>
    args
      .usage(
        '$0 conformance init [FILE]\n\nWrites a commented example of a target file; a file that exists is left alone.',
      )
      .positional('file', {
        type: 'string',
        default: 'target.json',
        describe: 'Where to write it; - is the standard output',
      })
      .example('$0 conformance init', 'writes target.json')
      .example('$0 conformance init - | less', 'only shows it'),
  async handler({ file }) {
    const { writeExample } = await import('./write-example.js')
    await writeExample(file)
  },
}
