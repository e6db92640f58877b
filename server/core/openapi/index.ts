// The description of the service in OpenAPI.

export { defaultServer, type OpenApiDocument, openApiDocument } from './document.js'
export { type JsonSchema, type SchemaName, schemas } from './schemas.js'
