import { type OpenApiDocument, openApiDocument } from '../../core/openapi/index.js'
import type { Response } from '../../core/openapi/responses.js'
import { splitTarget } from '../../core/wire/call.js'
import { componentOf, declaredFor, follow, pathFinder } from './described.js'
import { type Exchange, Undocumented } from './exchange.js'
import { checkRequest, queryOf } from './request-check.js'
import { checkResponse } from './response-check.js'
import { createSchemaCheck } from './schema-check.js'

export { type Exchange, Undocumented } from './exchange.js'

/** Compares exchanges with an OpenAPI document. */
export interface DocumentCheck {
  /** Returns what the document does not declare; empty if everything is declared. */
  problemsOf(exchange: Exchange): string[]
  /** @throws Undocumented if the document does not declare the response */
  assertDocumented(exchange: Exchange): void
}

/** Creates the check for a document. */
export function createDocumentCheck(document: OpenApiDocument): DocumentCheck {
  const find = pathFinder(document)
  const checks = {
    whole: createSchemaCheck(document, 'whole'),
    fields: createSchemaCheck(document, 'fields'),
  }

  function problemsOf(exchange: Exchange): string[] {
    const { method, target, status } = exchange
    const { path } = splitTarget(target)
    if (!path.startsWith('/v1/') || method === 'OPTIONS') return []
    const check = queryOf(target).has('fields') ? checks.fields : checks.whole
    const described = find(path)
    const operation = described?.operations[method === 'HEAD' ? 'get' : method.toLowerCase()]
    // A GET that changes something has no HEAD.
    const isUnknown = !described || !operation || (method === 'HEAD' && status === 405)
    if (isUnknown) return checkResponse(document, ofNoOperation(status), exchange, check)
    const [, declared] = declaredFor(operation, status)
    const problems = checkResponse(
      document,
      declared && follow<Response>(document, declared),
      exchange,
      check,
    )
    return problems.length > 0
      ? problems
      : checkRequest({ document, path: described, operation, exchange }, check)
  }

  /** The responses to requests that match no operation, including those that could not be parsed. */
  const ofNoOperation = (status: number) =>
    componentOf(document, status) ?? (status === 400 || status === 403 ? anyRefusal : undefined)

  const anyRefusal = {
    description: '',
    headers: document.components.responses.Refused?.headers ?? {},
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }

  return {
    problemsOf,
    assertDocumented(exchange) {
      const problems = problemsOf(exchange)
      if (problems.length > 0) throw new Undocumented(exchange, problems)
    },
  }
}

let own: DocumentCheck | undefined

/** Asserts that our document declares a response. @throws Undocumented if it does not */
export function assertDocumented(exchange: Exchange): void {
  own ??= createDocumentCheck(openApiDocument())
  own.assertDocumented(exchange)
}
