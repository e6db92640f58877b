import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { yamlText } from '../../bin/yaml.js'
import { arazzoDocument, openApiDocument } from '../../server/core/openapi/index.js'
import { objectTypes, objectTypesText, typesFile } from './object-types.js'
import { tour, type Visits } from './tour.js'

/*
 * Writes the examples of the document, which are responses of a server with the demo data, the document itself, and the types
 * generated from it:
 *
 *   npm run snapshots
 */

export const examplesFile = 'server/core/openapi/recorded-examples.ts'
export const documentFile = 'docs/openapi.yaml'
export const workflowsFile = 'docs/workflows.yaml'

/** The operation whose refusal is the example of an error code; by default, it is `createBooking`. */
const shown: Readonly<Record<string, string>> = {
  bad_query: 'listBookings',
  guard_missing: 'deleteBookings',
  not_found: 'readBooking',
  name_taken: 'createResource',
  already_collaborator: 'createCollaborator',
  email_taken: 'changeMe',
  unknown_path: 'any',
  method_not_allowed: 'any',
}

/** Refusals that are examples only of their own operation. */
const own =
  /^(?:activateEmail \d+ (?:bad_request|link_invalid|email_taken)|(?:changeMe|listCollaborators) 403) ?/

/** Requests and responses by the names under which the document looks them up. */
function examplesOf(visits: Visits): [name: string, value: unknown][] {
  const found = new Map<string, unknown>()
  for (const [name, { sent, status, body, method }] of visits) {
    const [operation = '', of = '', code = ''] = name.split(' ')
    if (of === 'further') continue
    if (sent !== undefined && status < 300) found.set(`${operation} request`, JSON.parse(String(sent)))
    // Objects need no examples, because each of their members has one.
    const isShown = status < 300 ? method !== 'GET' || operation === 'activateEmail' : own.test(name)
    if (isShown) found.set(name, JSON.parse(body))
    if (code !== '' && operation === (shown[code] ?? 'createBooking'))
      found.set(['any', of, code].join(' '), JSON.parse(body))
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Groups equal examples: the operations that share one, by the rest of its name and its value. */
function grouped(examples: readonly [name: string, value: unknown][]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of examples) {
    const [operation = '', ...rest] = name.split(' ')
    const example = `${rest.join(' ')}": ${JSON.stringify(value)}`
    groups.set(example, [...(groups.get(example) ?? []), operation])
  }
  return groups
}

/** Returns the source of the module with the examples, one per line. */
export function examplesText(visits: Visits): string {
  const lines = [...grouped(examplesOf(visits))].map(
    ([example, operations]) => `  "${operations.join()} ${example},`,
  )
  return `// biome-ignore-all format: written by npm run snapshots, one example a line

/** Bodies of requests and responses by operations, status and code, from a server with the demo. */
export const recorded: Readonly<Record<string, unknown>> = {
${lines.join('\n')}
}
`
}

export const documentText = (): string => yamlText(openApiDocument())
export const workflowsText = (): string => yamlText(arazzoDocument('openapi.yaml'))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file] = process.argv.slice(2)
  // The document in this process has the examples of the last build.
  if (file === 'document') {
    await writeFile(documentFile, documentText())
    await writeFile(workflowsFile, workflowsText())
    for (const module of Object.keys(objectTypes)) await writeFile(typesFile(module), objectTypesText(module))
  } else await writeFile(examplesFile, examplesText(await tour()))
}
