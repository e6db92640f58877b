import { z } from 'zod'
import { dangers, levels } from '../areas/rule.js'
import { outcomes, type Report } from './report.js'
import { UnreadableReport } from './unreadable-report.js'

const schemaName = 'schedkit-conformance/1'
const texts = z.array(z.string())
const level = z.enum(levels)
const number = z.number().nonnegative()
const whole = z.int().nonnegative()

const exchange = z.object({
  as: z.string(),
  method: z.string(),
  url: z.string(),
  body: z.string().exactOptional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
  cut: whole.exactOptional(),
  sentAt: z.string(),
  took: number,
})

const evidence = z.object({
  kind: z.enum(['failure', 'warning', 'observation', 'preparation']),
  message: z.string(),
  expected: z.string().exactOptional(),
  actual: z.string().exactOptional(),
  exchanges: z.array(exchange),
  curl: z.string().exactOptional(),
})

const check = z.object({
  id: z.string(),
  rule: z.string(),
  title: z.string(),
  level,
  section: z.string(),
  danger: z.array(z.enum(dangers)),
  outcome: z.enum(outcomes),
  reason: z.string().exactOptional(),
  blockedBy: z.string().exactOptional(),
  known: z.boolean().exactOptional(),
  evidence: z.array(evidence),
  attempts: whole,
  requests: whole,
  took: number,
})

const rule = z.object({
  id: z.string(),
  area: z.string(),
  level,
  section: z.string(),
  statement: z.string(),
  outcome: z.enum([...outcomes, 'not selected', 'not exercised']),
  reason: z.string().exactOptional(),
  checks: texts,
})

const counts = z.object({
  planned: whole,
  ran: whole,
  passed: whole,
  failed: whole,
  warned: whole,
  observed: whole,
  error: whole,
  skipped: whole,
  blocked: whole,
  notStarted: whole,
  notSelected: whole,
})

const reportShape = z.object({
  schema: z.literal(schemaName),
  kit: z.string(),
  target: z.string(),
  started: z.iso.datetime(),
  took: number,
  seed: z.number(),
  options: z.object({
    allow: texts,
    only: texts,
    skip: texts,
    level,
    strict: z.boolean(),
    jobs: whole,
  }),
  verdict: z.enum(['conformant', 'not conformant', 'incomplete']),
  reasons: texts,
  exitCode: z.literal([0, 1, 3, 4]),
  counts,
  traffic: z.object({ requests: whole, restarts: whole, waits: whole, waited: number }),
  areas: z.array(z.object({ prefix: z.string(), title: z.string() })),
  rules: z.array(rule),
  checks: z.array(check),
  gaps: z.array(z.object({ reason: z.string(), remedy: z.string(), checks: texts })),
  remains: texts,
  baseline: z
    .object({
      known: z.array(z.object({ rule: z.string(), reason: z.string(), until: z.string().exactOptional() })),
      problems: texts,
    })
    .exactOptional(),
}) satisfies z.ZodType<Report>

/** The report as JSON for people and programs. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Reads what `jsonReport` wrote; members it does not know are left out. Throws an `UnreadableReport`. */
export function readReport(text: string): Report {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UnreadableReport(`it is not JSON (${error instanceof Error ? error.message : error})`)
  }
  const { data: head } = z.object({ schema: z.string() }).safeParse(value)
  if (head === undefined) throw new UnreadableReport(`it has no member "schema" that names "${schemaName}"`)
  if (head.schema !== schemaName) {
    throw new UnreadableReport(`its schema is "${head.schema}", and this version reads "${schemaName}"`)
  }
  const { data, error } = reportShape.safeParse(value)
  if (data !== undefined) return data
  const problems = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`)
  const more = error.issues.length - problems.length
  throw new UnreadableReport(`${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)
}
