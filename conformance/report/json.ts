import * as z from 'zod'
import { withoutCommands } from '../http/clean.js'
import { parseBounded } from '../http/unreadable-file.js'
import { type Report, reportShape, schemaName } from '../run/report.js'

/** Thrown for a text that is not a conformance report of a known version. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport'

  constructor(reason: string, from = 'the report') {
    super(`Failed to read ${from}: ${reason}. Create it again with this version and --report json=FILE.`)
  }
}

/** The report as JSON for people and programs. */
export function jsonReport(report: Report): string {
  return withoutCommands(`${JSON.stringify(report, null, 2)}\n`)
}

/**
 * Reads what `jsonReport` wrote; unknown members are dropped. `from` names the text in errors: `the report old.json`.
 *
 * @throws UnreadableReport if it is not JSON, or not a report of this version
 */
export function readReport(text: string, from?: string): Report {
  const unreadable = (reason: string) => new UnreadableReport(reason, from)
  let value: unknown
  try {
    value = parseBounded(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw unreadable(`it is not JSON (${error instanceof Error ? error.message : error})`)
  }
  const { data: head } = z.object({ schema: z.string() }).safeParse(value)
  if (head === undefined) throw unreadable(`it has no "schema" field with the value "${schemaName}"`)
  if (head.schema !== schemaName) {
    throw unreadable(`its schema is "${head.schema.slice(0, 100)}", and this version reads "${schemaName}"`)
  }
  const { data, error } = reportShape.safeParse(value)
  if (data !== undefined) return data
  const problems = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.')}: ${message}`.slice(0, 300))
  const more = error.issues.length - problems.length
  throw unreadable(`${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)
}
