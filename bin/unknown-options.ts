import { nearest } from '../server/core/wire/wording.js'

const inCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

interface CommandLine {
  words: readonly string[]
  /** The names of options, as known to yargs. */
  known: readonly string[]
  /** The positional arguments, beginning with the command. */
  positionals: readonly string[]
  /** Whether the first of them is a command; then the second may be meant as its subcommand. */
  hasCommand: boolean
}

/**
 * Adds the nearest known name to the message of yargs about unknown commands, options and arguments; other messages are
 * returned unchanged.
 */
export function withSuggestions(
  message: string,
  { words, known, positionals, hasCommand }: CommandLine,
): string {
  if (message.startsWith('Did you mean ')) {
    return `Unknown command: ${positionals[hasCommand ? 1 : 0]}. ${message}`
  }
  const [, list] = /^Unknown arguments?: (.*)$/.exec(message) ?? []
  if (list === undefined) return message
  const names = list.split(', ')
  const options = names.filter(name =>
    words.some(word => word === `--${name}` || word.startsWith(`--${name}=`)),
  )
  // yargs lists options with dashes, known or not, a second time in camel case.
  const others = names.filter(name => !options.includes(name) && !options.map(inCamelCase).includes(name))
  const candidates = known.filter(name => name.length > 1 && !/[A-Z]/.test(name) && !names.includes(name))
  return [
    ...options.map(name => {
      const near = nearest(name, candidates)
      return `Unknown option: --${name}.${near === undefined ? '' : ` Did you mean --${near}?`}`
    }),
    ...others.map(
      name => `Unknown ${!hasCommand && name === positionals[0] ? 'command' : 'argument'}: ${name}.`,
    ),
  ].join('\n')
}
