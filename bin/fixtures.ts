import type { CommandModule } from 'yargs'
import { generate } from './fixtures/generate.js'

/** `schedkit fixtures`. */
export const fixtures: CommandModule = {
  command: 'fixtures',
  describe: 'Make data to start with',
  builder: args =>
    args
      .usage('$0 fixtures COMMAND [OPTIONS]\n\nMakes data that server and mock start with.')
      .command(generate)
      .demandCommand(1, 'Say which command of fixtures to run.')
      .example('$0 fixtures generate > seed.json', 'a small company')
      .example('$0 serve --seed seed.json', 'start the server with it'),
  handler: () => {},
}
