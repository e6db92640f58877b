import type { JsonSchema, OpenApiDocument } from '../../../server/core/openapi/index.js'
import { createDocumentCheck, type Exchange } from '../../../server/testing/documented/index.js'
import { type Mutant, mutantsOf } from './mutants.js'
import { observe } from './observe.js'
import type { Facts } from './usage.js'

/**
 * What a schema permits and no value that was seen makes use of. The traffic goes up to every limit on purpose: a document
 * that permits more than what happens is too loose.
 */
function unusedFreedoms(schema: JsonSchema, facts: Facts | undefined): Set<string> {
  const unused = new Set<string>()
  if (!facts) return unused
  const { lengths, numbers, items, values, members, branches, count, hasOthers } = facts
  for (const value of (schema.enum ?? []) as unknown[])
    if (!values.has(JSON.stringify(value))) unused.add(`the value ${JSON.stringify(value)}`)
  const { type } = schema
  const {
    minLength = 0,
    maxLength = Infinity,
    minimum = -Infinity,
    minItems = 0,
    maxItems = Infinity,
  } = schema
  if (type === 'string' && maxLength > lengths.most) unused.add('a longer text')
  if (type === 'string' && minLength < lengths.least) unused.add('a shorter text')
  if (type === 'integer' && minimum < numbers.least) unused.add('a smaller number')
  if (type === 'array' && maxItems > items.most) unused.add('more items')
  if (type === 'array' && minItems < items.least) unused.add('fewer items')
  for (const name of Object.keys(schema.properties ?? {})) {
    const seen = members.get(name) ?? 0
    if (seen === 0) unused.add(`the member ${name}`)
    if (seen === count && !schema.required?.includes(name)) unused.add(`the absence of ${name}`)
  }
  if (schema.additionalProperties !== false && !hasOthers) unused.add('other members')
  schema.anyOf?.forEach((_, index) => {
    if (!branches.has(index)) unused.add(`branch ${index}`)
  })
  return unused
}

/** The same of a header or a parameter, which is required or not. */
function unusedAbsence({ required }: { required?: boolean }, facts: Facts | undefined): Set<string> {
  const isAlwaysThere = facts !== undefined && facts.members.get('there') === facts.count
  return new Set(!required && isAlwaysThere ? ['its absence'] : [])
}

/** How a mutant was recognized: an exchange contradicts it, or it permits what never happens; or not at all. */
export type Verdict = 'contradicted' | 'too loose' | 'survived'

/** Makes the judge of mutants of a document, by recorded traffic. The document must be a copy of its own. */
export function createJudge(document: OpenApiDocument, exchanges: readonly Exchange[]) {
  const { usage, observed } = observe(document, exchanges)
  const users = usersOfComponents(document)

  /** What is permitted at the place of a mutant, and never made use of. */
  function unused({ node, pointer, kind }: Mutant): Set<string> {
    const facts = usage.facts.get(pointer)
    if (kind === 'schema') return unusedFreedoms(node as JsonSchema, facts)
    if (kind === 'presence') return unusedAbsence(node, facts)
    if (!pointer.endsWith('/responses')) return new Set()
    return new Set(Object.keys(node).filter(status => !facts?.members.has(status)))
  }

  function judge(mutant: Mutant): Verdict {
    const before = unused(mutant)
    const undo = mutant.make()
    try {
      if ([...unused(mutant)].some(freedom => !before.has(freedom))) return 'too loose'
      const { problemsOf } = createDocumentCheck(document)
      const affected = operationsAt(mutant.pointer)
      const isContradicted = observed.some(
        ({ exchange, operation }) => affected(operation, exchange) && problemsOf(exchange).length > 0,
      )
      return isContradicted ? 'contradicted' : 'survived'
    } finally {
      undo()
    }
  }

  /** Which exchanges a place of the document is about. */
  function operationsAt(pointer: string): (operation: string, exchange: Exchange) => boolean {
    const [root, first = '', second = '', third, fourth] = pointer.split('/')
    if (root === 'components') {
      const ids = users.get(`${first}/${second}`) ?? new Set()
      return operation => operation === 'none' || ids.has(operation)
    }
    const path = first.replaceAll('~1', '/').replaceAll('~0', '~')
    const item = document.paths[path] as Record<string, { operationId: string }>
    const ids = new Set(
      second === 'parameters'
        ? Object.values(item).flatMap(({ operationId }) => operationId ?? [])
        : [item[second]?.operationId],
    )
    return (operation, { status }) =>
      ids.has(operation) && (third !== 'responses' || fourth === undefined || String(status) === fourth)
  }

  return { judge, mutants: () => mutantsOf(document) }
}

/** The operations that refer to each component, directly or not: `schemas/Booking` to their ids. */
function usersOfComponents({ paths, components }: OpenApiDocument): Map<string, Set<string>> {
  const all = components as unknown as Record<string, Record<string, unknown>>
  const users = new Map<string, Set<string>>()
  const visit = (part: unknown, id: string): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const ids = users.get(`${kind}/${name}`) ?? new Set()
      if (ids.has(id)) continue
      users.set(`${kind}/${name}`, ids.add(id))
      visit(all[kind]?.[name], id)
    }
  }
  for (const { parameters = [], ...operations } of Object.values(paths))
    for (const operation of Object.values(operations))
      visit([operation, parameters], (operation as { operationId: string }).operationId)
  return users
}
