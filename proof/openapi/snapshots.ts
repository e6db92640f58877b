import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { yamlText } from '../../bin/yaml.js'
import { openApiDocument } from '../../server/core/openapi/index.js'
import { referencePage } from '../../server/http/reference/index.js'
import { objectTypes, objectTypesText, typesFile } from './object-types.js'
import { tour, type Visits } from './tour.js'

/*
 * The examples of the document, which are responses of a server with the demo, the document itself, and the API
 * reference and the types made from it:
 *
 *   npm run snapshots
 */

export const examplesFile = 'server/core/openapi/recorded-examples.ts'
export const documentFile = 'docs/openapi.yaml'
export const referenceFile = 'docs/reference.html'

/** Statuses with an example for each operation; those of the others are alike, and shared. */
const own = new Set(['200', '201', '400', '403', '404', '409', '422'])

/** The operations whose responses are the examples that all share. */
const shown = ['readMe', 'createResource']

/** Requests and responses by the names that the document looks for. */
function examplesOf(visits: Visits): [name: string, value: unknown][] {
  const found = new Map<string, unknown>()
  for (const [name, { sent, status, body }] of visits) {
    const [operation = '', of = '', ...code] = name.split(' ')
    if (sent !== undefined && status < 300) found.set(`${operation} request`, JSON.parse(String(sent)))
    if (own.has(of)) found.set(name, JSON.parse(body))
    else if (shown.includes(operation) || operation === 'any') {
      const shared = ['any', of, ...code].join(' ')
      if (!found.has(shared)) found.set(shared, JSON.parse(body))
    }
  }
  shareRefusals(found)
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** A refusal that several operations answer alike is told once, for any of them. */
function shareRefusals(found: Map<string, unknown>): void {
  const alike = new Map<string, string[]>()
  for (const [name, value] of found) {
    const [operation, status, code] = name.split(' ')
    if (code === undefined || operation === 'any') continue
    const refusal = `${status} ${code} ${JSON.stringify(value)}`
    alike.set(refusal, [...(alike.get(refusal) ?? []), name])
  }
  for (const names of [...alike.values()].sort((one, other) => other.length - one.length)) {
    const [first = ''] = names
    const shared = first.replace(/^\w+/, 'any')
    if (names.length < 2 || found.has(shared)) continue
    found.set(shared, found.get(first))
    for (const name of names) found.delete(name)
  }
}

/** The operations of examples that are alike, by what follows the operation in their names, and the example. */
function grouped(examples: readonly [name: string, value: unknown][]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of examples) {
    const [operation = '', ...rest] = name.split(' ')
    const example = `${rest.join(' ')}": ${JSON.stringify(value)}`
    groups.set(example, [...(groups.get(example) ?? []), operation])
  }
  return groups
}

/** The module with the examples, one a line. */
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

/** What a service shows at `/`, with links to the files beside it. */
export const referenceText = (): string =>
  referencePage(openApiDocument(), [
    ['interface.md', 'The interface'],
    ['openapi.yaml', 'OpenAPI document'],
  ])

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file] = process.argv.slice(2)
  // The document has the examples of the last build.
  if (file === 'document') {
    await writeFile(documentFile, documentText())
    await writeFile(referenceFile, referenceText())
    for (const module of Object.keys(objectTypes)) await writeFile(typesFile(module), objectTypesText(module))
  } else await writeFile(examplesFile, examplesText(await tour()))
}
