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
 * The OpenAPI 3.1 document of the service, as printed by `schedkit openapi`: every operation with its parameters, bodies,
 * responses and error codes. Use `openApiDocument({ server, profile, contract })` for another URL, for validators, or for the
 * interface alone.
 *
 * @example const { paths, components } = openapi
 */
export const openapi: OpenApiDocument = openApiDocument()
