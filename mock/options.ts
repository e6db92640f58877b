import { isCorsOrigin, nearest, shown } from '../server/core/index.js'

/** The rule of an option: a description and a test. */
export interface OptionRule {
  form: string
  fits(value: unknown): boolean
}

/** The options that a function takes. */
export type OptionRules<Options> = Record<keyof Options, OptionRule>

export const anything: OptionRule = { form: 'a value', fits: () => true }
export const aString: OptionRule = { form: 'a string', fits: value => typeof value === 'string' }
export const aFunction: OptionRule = { form: 'a function', fits: value => typeof value === 'function' }
export const aBoolean: OptionRule = { form: 'true or false', fits: value => typeof value === 'boolean' }
export const handlerList: OptionRule = {
  form: 'an array of handlers of MSW',
  fits: value => Array.isArray(value) && value.every(each => typeof each?.run === 'function'),
}
export const originList: OptionRule = {
  form: 'an array of origins, such as ["http://localhost:5173"], or ["*"]',
  fits: value => Array.isArray(value) && value.every(isCorsOrigin),
}

export const oneOf = (...values: string[]): OptionRule => ({
  form: values.map(value => JSON.stringify(value)).join(' or '),
  fits: value => values.includes(value as string),
})

export const either = (one: OptionRule, other: OptionRule): OptionRule => ({
  form: `${one.form} or ${other.form}`,
  fits: value => one.fits(value) || other.fits(value),
})

export const integerFrom = (least: number): OptionRule => ({
  form: `a whole number from ${least}`,
  fits: value => Number.isSafeInteger(value) && (value as number) >= least,
})

/** Options that are likely to be passed here by mistake, and what to write instead. */
const elsewhere: Record<string, string> = {
  latency: 'Call mock.latency(milliseconds) once the mock is started.',
  fail: 'Call mock.fail({ with: 503 }) once the mock is started.',
  rateLimit: 'Write requestRateLimit, or call mock.rateLimit(requests) once the mock is started.',
  handlers: 'It is an option of startMock.',
  onUnhandledRequest: 'It is an option of startMock.',
  quiet: 'It is an option of schedkit/mock/browser.',
  persist: 'It is an option of schedkit/mock/browser.',
  workerUrl: 'It is an option of schedkit/mock/browser.',
}

/** Checks options before they are used. @throws an Error that names every wrong one */
export function checkOptions<Options>(action: string, options: Options, rules: OptionRules<Options>): void {
  const fail = (problems: string[]) => new Error(`Failed to ${action}: ${problems.join(' ')}`)
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const example = '{ baseUrl: "https://api.example.com", seed: demo({ now: Date.now() }) }'
    const found = options === undefined ? 'they are missing' : `not ${shown(options)}`
    throw fail([`the options must be an object such as ${example}; ${found}.`])
  }
  const names = Object.keys(rules)
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Options] : undefined
    if (!rule) return [`"${name}" is not an option. ${hintFor(name, names)}`]
    return value === undefined || rule.fits(value)
      ? []
      : [
          `the option ${name} must be ${rule.form}, not ${Array.isArray(value) ? shownList(value) : shown(value)}.`,
        ]
  })
  if (problems.length > 0) throw fail(problems)
}

function hintFor(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  if (near !== undefined) return `Did you mean "${near}"?`
  return (Object.hasOwn(elsewhere, name) && elsewhere[name]) || `Known: ${names.join(', ')}.`
}

const shownList = (values: readonly unknown[]) => `[${values.slice(0, 5).map(shown).join(', ')}]`
