// The entry point of the description of the service, for programs.

import { type OpenApiDocument, openApiDocument } from './core/openapi/index.js'

export {
  type ArazzoDocument,
  arazzoDocument,
  type DocumentOptions,
  type OpenApiDocument,
  openApiDocument,
  type Profile,
} from './core/openapi/index.js'

/**
 * The service in OpenAPI 3.1, as `schedkit openapi` prints it: every operation with its parameters, bodies, responses and
 * error codes. `openApiDocument({ server, profile, contract })` makes one for another URL, for validators or of the interface alone.
 *
 * @example const { paths, components } = openapi
 */
export const openapi: OpenApiDocument = openApiDocument()
