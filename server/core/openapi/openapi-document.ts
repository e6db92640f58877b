import type { DocumentSchemaName, FieldsName } from './document-schemas.js'
import type { Parameter, Reference } from './parameters.js'
import type { Response } from './responses.js'
import type { JsonSchema } from './schemas.js'

/** An OpenAPI 3.1 document, as plain data. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: { url: string; description?: string }[]
  security: object[]
  tags: { name: string; description: string; externalDocs: object }[]
  paths: Record<string, Record<string, unknown> & { parameters?: Reference[] }>
  components: {
    schemas: Record<DocumentSchemaName, JsonSchema> & Partial<Record<FieldsName, JsonSchema>>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}
