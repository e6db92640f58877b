import { type ErrorCode, type OpenApiDocument, statusOf } from '../../core/index.js'
import { type Described, messageOf, refusalsOf } from './described.js'
import { code, example, inline, table } from './markup.js'

interface Header {
  description: string
  example: unknown
}

/** The components that describe the headers of responses. */
const headerNames: Readonly<Record<string, string>> = {
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
  'Retry-After': 'RetryAfter',
  Location: 'Location',
  'WWW-Authenticate': 'Challenge',
  Allow: 'Allow',
}

/** A row for each code that a response may have. */
export const errorRows = (response: Described): [code: ErrorCode, row: string[]][] =>
  refusalsOf(response).map(([name, value]) => [
    name,
    [code(name), String(statusOf[name]), inline(messageOf(value))],
  ])

export const errorColumns = ['Code', 'Status', 'Message, for example']

/** The errors that no operation has to itself, and the headers of responses. */
export function errorSections({ components, paths }: OpenApiDocument): string {
  const rows = new Map((Object.values(components.responses) as Described[]).flatMap(errorRows))
  const { post } = paths['/v1/schedules/{scheduleId}/resources'] as {
    post?: { responses: Record<string, Described> }
  }
  const [[, sample] = []] = post?.responses[422] ? refusalsOf(post.responses[422]) : []
  const headers = Object.entries(headerNames).map(([name, component]) => {
    const { description, example } = components.headers[component] as Header
    return [code(name), inline(description), code(String(example))]
  })
  return `<h2 id="errors">Errors of every request</h2>
<p>The response to a refused request has <code>success: false</code>, and <code>error</code> with a <code>code</code> for programs, a <code>message</code> for people, and <code>details</code> if it is about values.</p>
${example('Example of an error', sample)}${table(errorColumns, [...rows.values()])}<h2 id="headers">Headers of responses</h2>
${table(['Header', 'Meaning', 'Example'], headers)}`
}
