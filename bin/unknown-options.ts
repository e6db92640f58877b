import { nearest } from '../server/core/wording.js'

const inCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * What yargs says about unknown arguments, with the options that they probably meant; other messages stay as they are.
 * `words` are those of the command line, `known` the names of options as yargs has them.
 */
export function withSuggestions(message: string, words: readonly string[], known: readonly string[]): string {
  const [, list] = /^Unknown arguments?: (.*)$/.exec(message) ?? []
  if (list === undefined) return message
  const names = list.split(', ')
  const options = names.filter(name =>
    words.some(word => word === `--${name}` || word.startsWith(`--${name}=`)),
  )
  // yargs takes options with dashes, known or not, a second time in camel case.
  const others = names.filter(name => !options.includes(name) && !options.map(inCamelCase).includes(name))
  const candidates = known.filter(name => name.length > 1 && !/[A-Z]/.test(name) && !names.includes(name))
  return [
    ...options.map(name => {
      const near = nearest(name, candidates)
      return `Unknown option: --${name}.${near === undefined ? '' : ` Did you mean --${near}?`}`
    }),
    ...others.map(name => `Unknown argument: ${name}.`),
  ].join('\n')
}
