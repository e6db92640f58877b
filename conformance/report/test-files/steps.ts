import type { Expectation } from '../../run/report.js'

/** Text, or the name of an id: that of an object which an earlier request created. */
export type Part = string | { readonly id: string }

/** Credentials from the environment, or a header to send unchanged. */
export type Sender =
  | { readonly email: string | { readonly variable: string }; readonly password: string }
  | { readonly header: string }

export interface Step {
  readonly method: string
  readonly address: readonly Part[]
  /** The name of a sender. */
  readonly sender?: string
  readonly body?: readonly Part[]
  /** The name for the id of the object that it creates. */
  readonly creates?: string
}

/** Requests that show a failure, and what must hold for the response to the last one. */
export interface FailingCase {
  /** The id of the check, such as `RES-05.create`. */
  readonly id: string
  /** Lines that say what fails, without line ends or control characters. */
  readonly comments: readonly string[]
  readonly base: string
  readonly senders: ReadonlyMap<string, Sender>
  readonly steps: readonly Step[]
  readonly must: Expectation['must']
}

/** Parses the senders and requests of an `.http` file that the kit wrote (`isHttpFile`), without the clean-up. */
export function stepsOf(file: string): Pick<FailingCase, 'base' | 'senders' | 'steps'> {
  const [head = '', ...requests] = file.split(/^###\n/m)
  const [base = '', ...variables] = head
    .trim()
    .split('\n')
    .map(line => line.replace(/^@\w+ = /, ''))
  const names = [...head.matchAll(/^@(\w+) = /gm)].map(([, name = '']) => name).slice(1)
  const end = requests.findIndex(request => request.trimStart().startsWith('# afterwards'))
  return {
    base,
    senders: new Map(names.map((name, index) => [name, senderOf(name, variables[index] ?? '')])),
    steps: requests.slice(0, end < 0 ? undefined : end).map(stepOf),
  }
}

function senderOf(name: string, value: string): Sender {
  const [, email, variable] = /^Basic (.*) (?:PASSWORD|\{\{\$processEnv (\w+)\}\})$/.exec(value) ?? []
  if (email === undefined) return { header: value }
  return {
    email: email === 'EMAIL' ? { variable: `${name}_EMAIL` } : email,
    password: variable ?? `${name}_PASSWORD`,
  }
}

/** The environment variables that senders need. */
export const variablesOf = (senders: ReadonlyMap<string, Sender>): string[] => [
  ...new Set(
    [...senders.values()].flatMap(sender => {
      if ('header' in sender) return []
      const { email, password } = sender
      return typeof email === 'string' ? [password] : [email.variable, password]
    }),
  ),
]

/** What a test says before the name of an environment variable that is not set. */
export const unsetText = 'Set the environment variable'

function stepOf(request: string): Step {
  const [, creates, method = '', address = '', rest = ''] =
    /^(?:# @name (\w+)\n)?([A-Z]+) \{\{BASE\}\}(\S*)\n?(.*)$/s.exec(request.trim()) ?? []
  const [headers = '', ...body] = rest.split('\n\n')
  const sender = /^Authorization: \{\{(\w+)\}\}$/m.exec(headers)?.[1]
  return {
    method,
    address: partsOf(address),
    ...(sender !== undefined && { sender }),
    ...(body.length > 0 && { body: partsOf(body.join('\n\n')) }),
    ...(creates !== undefined && { creates }),
  }
}

const partsOf = (text: string): Part[] =>
  text
    .split(/\{\{(\w+)\.response\.body\.\$\.data\[0\]\.id\}\}/)
    .map((part, index) => (index % 2 === 0 ? part : { id: part }))
    .filter(part => part !== '')

/**
 * Joins the parts of a text into an expression of a language, given how to write its literals and ids, and its
 * concatenation operator.
 */
export const joined = (
  parts: readonly Part[],
  {
    literal,
    operator,
    id,
  }: { literal: (text: string) => string; operator: string; id: (name: string) => string },
): string =>
  parts
    .map(part => (typeof part === 'string' ? literal(part) : id(literal(part.id))))
    .join(` ${operator} `) || literal('')

/** The words of an id: `RES`, `05`, `create`. */
export const wordsOf = (id: string): string[] => id.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
