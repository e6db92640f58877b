import { wrap } from '../../conformance/report/page.js'
import {
  operationIds,
  type ServeMockOptions,
  type WorldExchange,
  type WorldKind,
} from '../../mock/serve/index.js'
import { serverDefaults } from '../../server/defaults.js'
import { shellQuoted } from '../terminal.js'
import { type Finding, judge, partTakenForWhole } from './record.js'
import type { Run } from './run-in-world.js'

type UniqueNames = NonNullable<ServeMockOptions['uniqueNames']>

/** The outcome in one world. */
export interface WorldReport {
  name: string
  kind: WorldKind
  title: string
  because: string
  passed: boolean
  /** Whether the world failed in an earlier report, too. */
  accepted: boolean
  /** Whether the tests fail, and that must be fixed. */
  counts: boolean
  seconds: number
  /** Why the tests failed. */
  reason?: string
  /** The names of failed tests, as far as the output contains them. */
  tests?: string[]
  findings: Finding[]
}

export interface ClientReport {
  command: string[]
  /** The seed file; absent for the demo. */
  seed?: string
  /** The scope in which the service's resource names were unique, if it was not the default. */
  uniqueNames?: UniqueNames
  /** Findings of the run without a world. */
  findings: Finding[]
  /** The number of requests in this run. */
  requests: number
  worlds: WorldReport[]
  neverMet: { operations: string[]; situations: string[] }
  /** Whether failures in hard situations and at special times count, and likely findings. */
  strict: boolean
  /** Whether nothing must be fixed. */
  passed: boolean
}

export interface ReportOptions {
  command: readonly string[]
  /** The seed file; undefined for the demo. */
  seed?: string | undefined
  uniqueNames: UniqueNames
  /** Whether failures in hard worlds and worlds with special times count. */
  strict: boolean
  /** The worlds in which failures are accepted. */
  accepted: ReadonlySet<string>
}

export function reportOn(
  reference: Run,
  runs: readonly Run[],
  { command, seed, uniqueNames, strict, accepted }: ReportOptions,
): ClientReport {
  const findings = judge(reference.exchanges)
  const worlds = runs.flatMap(({ world, hasPassed, reason, seconds, output, exchanges }): WorldReport[] => {
    if (!world) return []
    const { name, kind, title, because } = world
    const isAccepted = accepted.has(name)
    const shown = hasPassed ? partTakenForWhole(exchanges, reference.exchanges) : []
    const own = [...judge(exchanges, reference.exchanges), ...shown].filter(
      ({ text }) => !findings.some(known => known.text === text),
    )
    return [
      {
        ...{ name, kind, title, because, passed: hasPassed, accepted: isAccepted, seconds, findings: own },
        counts: !hasPassed && !isAccepted && (kind === 'right' || strict),
        ...(!hasPassed && { reason, tests: failedTests(output) }),
      },
    ]
  })
  const isWrong = findings.length > 0 || worlds.some(world => isWrongIn(world, strict))
  return {
    command: [...command],
    ...(seed !== undefined && { seed }),
    ...(uniqueNames !== serverDefaults.uniqueNames && { uniqueNames }),
    findings,
    requests: reference.exchanges.length,
    worlds,
    neverMet: neverMet(reference.exchanges),
    strict,
    passed: !isWrong,
  }
}

/** Whether something in a world must be fixed. */
const isWrongIn = ({ counts, findings }: WorldReport, strict: boolean) =>
  counts || findings.some(({ isLikely = false }) => strict || !isLikely)

/** Matches the beginnings of lines in which test runners name failed tests. */
const failure =
  /^\s*(?:not ok \d+ -|✖|✗|×|❌|(?:FAIL|ERROR): |FAIL |FAILED (?!\()|--- FAIL:|●|\d+\) )\s*(\S.*)$/

/** Matches the duration of a test after its name. */
const duration = /\s+(?:\([\d.]+ ?m?s\)|\d+ms)$/

/** Finds the first failed tests in the output of a runner. Vitest names a test twice: alone, and after its file and suites. */
export function failedTests(output: string): string[] {
  const found = output.split('\n').flatMap(line => {
    const [, name] = failure.exec(line.trimEnd()) ?? []
    return name === undefined ? [] : [name.replace(duration, '').slice(0, 160)]
  })
  const names = [...new Set(found)]
  return names.filter(name => !names.some(other => other.endsWith(` > ${name}`))).slice(0, 3)
}

const kinds = ['right', 'hard', 'time'] as const

const kindsInWords: Record<WorldKind, string> = {
  right: 'right services',
  hard: 'hard situations',
  time: 'special times',
}

/** Summarizes the result in one sentence. */
export function headline({ worlds }: ClientReport): string {
  const counts = kinds.flatMap(kind => {
    const own = worlds.filter(world => world.kind === kind)
    const passed = own.filter(world => world.passed).length
    return own.length === 0 ? [] : [`${passed} of ${own.length} ${kindsInWords[kind]}`]
  })
  return `Your tests pass against the reference${counts.length > 0 ? `, and with ${counts.join(', ')}` : ''}.`
}

/** Groups the worlds in which the tests fail by kind, with a heading that explains each kind. */
export const failuresByKind = ({ worlds }: ClientReport): { heading: string; failed: WorldReport[] }[] =>
  kinds
    .map(kind => ({
      heading: headings[kind],
      failed: worlds.filter(world => world.kind === kind && !world.passed),
    }))
    .filter(({ failed }) => failed.length > 0)

/** Returns all findings, each with its world or an empty string. */
export const allFindings = ({ findings, worlds }: ClientReport): { finding: Finding; world: string }[] => [
  ...findings.map(finding => ({ finding, world: '' })),
  ...worlds.flatMap(({ name, findings: own }) => own.map(finding => ({ finding, world: name }))),
]

/** Returns a command that reruns a world with a defect, preferably one that must be fixed; undefined if there is none. */
export function reproduction(report: ClientReport): string | undefined {
  const { worlds, command, seed, uniqueNames, strict } = report
  const example =
    worlds.find(world => isWrongIn(world, strict)) ??
    worlds.find(({ passed, findings }) => !passed || findings.length > 0)
  if (!example) return undefined
  const options = [
    `--world ${example.name}`,
    ...(seed === undefined ? [] : [`--seed ${shellQuoted(seed)}`]),
    ...(uniqueNames === undefined ? [] : [`--unique-names ${uniqueNames}`]),
  ]
  return `npx schedkit client ${options.join(' ')} -- ${command.map(shellQuoted).join(' ')}`
}

/** Returns what failed in a world: the tests, or else the reason why the command failed. */
export const failuresIn = ({ reason = '', tests = [] }: WorldReport): string[] =>
  tests.length > 0 ? tests.map(test => `failed: ${test}`) : [reason]

/** Renders the report as text, wrapped at a width in columns, except for commands and requests, so that they can be copied. */
export function textOf(report: ClientReport, width: number): string {
  const { operations, situations } = report.neverMet
  const lines: string[] = [headline(report)]
  for (const { heading, failed } of failuresByKind(report)) {
    lines.push('', heading)
    for (const world of failed) lines.push(...failureLines(world))
  }
  const certain = allFindings(report)
  if (certain.length > 0) lines.push('', 'What the requests show:')
  for (const { finding, world } of certain) {
    const place = world === '' ? '' : ` (${world})`
    lines.push(`  ${finding.text}${place}`, ...finding.timeline.map(line => `    ${line}`))
  }
  const example = reproduction(report)
  if (example !== undefined) lines.push('', 'To reproduce one:', `  ${example}`)
  const missing = [situations, operations].filter(names => names.length > 0)
  if (missing.length > 0)
    lines.push('', 'Never met by your tests:', ...missing.map(names => `  ${names.join(', ')}`))
  return `${lines.flatMap(line => (isWhole(line) ? [line] : wrapped(line, width))).join('\n')}\n`
}

/** Returns whether a line is a command or a request of a timeline, which is not wrapped. */
const isWhole = (line: string) => /^ {2}npx |^ {4} *\d+ ms {2}/.test(line)

function wrapped(line: string, width: number): string[] {
  const indent = ' '.repeat(line.length - line.trimStart().length)
  return wrap(line.trimStart(), { width, first: indent, rest: `${indent}  ` })
}

const headings: Record<WorldKind, string> = {
  right: 'They fail with services that obey the interface:',
  hard: 'They fail in situations that anybody may meet. That may be what you want; --strict counts it:',
  time: 'They fail at these times, or in these zones of the machine. That may be what you want; --strict counts it:',
}

function failureLines(world: WorldReport): string[] {
  const { name, title, because, accepted } = world
  return [
    `  ${name}${accepted ? ' (accepted)' : ''}: a service that ${title}`,
    `    ${because}`,
    ...failuresIn(world).map(line => `    ${line}`),
  ]
}

/** Names the operations and situations that never occurred in the run without a world. */
function neverMet(exchanges: readonly WorldExchange[]): {
  operations: string[]
  situations: string[]
} {
  const called = new Set(exchanges.map(({ operation }) => operation))
  const situations: Record<string, (exchange: WorldExchange) => boolean> = {
    'wrong credentials (401)': ({ status }) => status === 401,
    'a role that is not enough (403)': ({ status }) => status === 403,
    'an object that is not there (404)': ({ status }) => status === 404,
    'a name or address that is taken (409)': ({ status }) => status === 409,
    'a value that is refused (422)': ({ status }) => status === 422,
    'the rate limit (429)': ({ status }) => status === 429,
    'a second page': ({ method, target }) => method === 'GET' && /[?&]offset=[1-9]/.test(target),
    'the link of an e-mail': ({ target }) => /\/activations\//.test(target),
  }
  return {
    operations: operationIds.filter(id => !called.has(id)),
    situations: Object.keys(situations).filter(name => !exchanges.some(situations[name] as () => boolean)),
  }
}
