import yargs, { type ArgumentsCamelCase, type Argv, type CommandModule } from 'yargs'
import { clean } from '../conformance/http/clean.js'
import { version } from '../server/version.js'
import { ExitError, UsageError, withoutPasswords } from './errors.js'
import { examples } from './options.js'
import { withSuggestions } from './unknown-options.js'

interface Command<Options> {
  builder(args: Argv): Argv<Options>
  handler?(options: ArgumentsCamelCase<Options>): Promise<void>
}

/** Declares a command that is loaded when it is called, so that other commands and the help do not wait for it. */
function lazy<Options>(
  command: string,
  describe: string,
  load: () => Promise<Command<Options>>,
): CommandModule<object, Options> {
  return {
    command,
    describe,
    builder: async args => (await load()).builder(args),
    handler: async options => (await load()).handler?.(options),
  }
}

const commands = [
  lazy('serve', 'Run the reference server', () => import('./serve.js')),
  lazy('mock', 'Run the mock over HTTP, or install its service worker', () => import('./mock.js')),
  lazy('data', "Check, back up, export, import and copy a server's data", () => import('./data.js')),
  lazy('conformance', 'Certify an implementation of the service', () => import('./conformance.js')),
  lazy('client', 'Test a client with all services that the interface allows', () => import('./client.js')),
  lazy(
    'console',
    'Write the console as a static site, with a service in the page',
    () => import('./console.js'),
  ),
  lazy('fixtures', 'Generate test data', () => import('./fixtures.js')),
  lazy('seed', 'Write a seed file from a running service', () => import('./seed.js')),
  lazy('openapi', 'Describe the service in OpenAPI 3.1', () => import('./openapi.js')),
]

/** Returns the words that may be options: all before `--`. */
function optionWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** @throws UsageError for an option with an empty value, which is most likely an unset variable */
function refuseEmpty(options: Readonly<Record<string, unknown>>, words: readonly string[]): void {
  for (const [index, word] of words.entries()) {
    const isEmpty = word.endsWith('=') || words[index + 1] === ''
    const [, name = ''] = /^--([^=]+)=?$/.exec(word) ?? []
    if (!isEmpty || !(name in options) || typeof options[name] === 'boolean') continue
    throw new UsageError(`--${name} is empty. Give it a value, or leave it out.`)
  }
}

/** @throws UsageError for a flag with a value other than true or false, which yargs parses as false */
function refuseValuesOfFlags(options: Readonly<Record<string, unknown>>, words: readonly string[]): void {
  for (const word of words) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
    if (typeof options[name] !== 'boolean' || value === '' || /^(?:true|false)$/.test(value)) continue
    throw new UsageError(
      `--${name} takes true or false, not "${value}". Write --${name} alone, or leave it out.`,
    )
  }
}

function createParser(words: readonly string[]): Argv {
  const parser = yargs(words)
  return (
    parser
      .scriptName('schedkit')
      // All descriptions are in English.
      .locale('en')
      .updateStrings({ 'Not enough arguments following: %s': '--%s needs a value.' })
      .usage('$0 COMMAND [OPTIONS]\n\nA scheduling REST API you can verify.')
      .command(commands as CommandModule[])
      .demandCommand(1, 'Say which command to run.')
      .recommendCommands()
      .strict()
      // All flags are off by default, and no text can be negated.
      .parserConfiguration({ 'boolean-negation': false })
      // By default, yargs prints the version of the project in which schedkit is installed.
      .version(version)
      .alias({ help: 'h', version: 'v' })
      .wrap(process.stdout.isTTY ? Math.min(process.stdout.columns, 110) : 100)
      // After a help text there is nothing left to do.
      .exitProcess(false)
      .example(
        examples({
          '$0 serve': 'start the reference server with the demo data',
          '$0 mock --init public': 'install the service worker of the mock',
          '$0 conformance run --help': 'how to certify a server',
        }),
      )
      .epilogue('Run schedkit COMMAND --help for the options and examples of a command.')
      .check(options => {
        refuseEmpty(options, optionWords(words))
        refuseValuesOfFlags(options, optionWords(words))
        return true
      })
      .fail((message, error) => {
        // For an error of a handler, yargs passes no message.
        if (error instanceof UsageError || !message) throw error
        const { aliases, argv } = parser.parsed || { aliases: {}, argv: { _: [] } }
        const positionals = argv._.map(String)
        const hasCommand = commands.some(({ command }) => command === positionals[0])
        const known = Object.keys(aliases)
        throw new UsageError(withSuggestions(message, { words, known, positionals, hasCommand }))
      })
  )
}

/** Runs the command given by the arguments after `schedkit`, and sets `process.exitCode`. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await createParser(words).parseAsync()
  } catch (error) {
    const { message, stack = '', name } = error instanceof Error ? error : new Error(String(error))
    // Some errors of yargs bypass `fail`.
    const isUsage = error instanceof UsageError || name === 'YError'
    // It may contain text from a service or a file.
    process.stderr.write(`${withoutPasswords(clean(message))}\n`)
    if (isUsage) {
      process.stderr.write('Run schedkit --help or schedkit COMMAND --help for usage.\n')
    } else if (process.env.SCHEDKIT_DEBUG) {
      process.stderr.write(`${withoutPasswords(clean(stack))}\n`)
    }
    process.exitCode = isUsage ? 2 : error instanceof ExitError ? error.code : 1
  }
}
