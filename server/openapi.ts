// The entry point of the description of the service, for programs.

import { type OpenApiDocument, openApiDocument } from './core/openapi/index.js'

export { type OpenApiDocument, openApiDocument }

/**
 * The service in OpenAPI 3.1, as `schedkit openapi` prints it: every operation with its parameters, bodies, responses and
 * error codes. `openApiDocument({ server })` makes one for another URL.
 *
 * @example const { paths, components } = openapi
 */
export const openapi: OpenApiDocument = openApiDocument()
