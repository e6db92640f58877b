// The description of the service in OpenAPI.

export {
  type DocumentOptions,
  openApiDocument,
  type Profile,
} from './document.js'
export type { OpenApiDocument } from './openapi-document.js'
export { type JsonSchema, type SchemaName, schemas } from './schemas.js'
export { defaultServer } from './sections.js'
export { type ArazzoDocument, arazzoDocument } from './workflows.js'
