import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { objectNames } from '../../core/openapi/document-schemas.js'
import type { JsonSchema, OpenApiDocument } from '../../core/openapi/index.js'

/** Returns the errors of a value. */
export type SchemaCheck = (schema: JsonSchema, value: unknown, where: string) => string[]

/** Whether reads return whole objects or, with `fields`, some of their fields. */
export type Read = 'whole' | 'fields'

/** Validates against the schemas of a document, which are compiled on first use, equal ones only once. */
export function createSchemaCheck({ components }: OpenApiDocument, read: Read): SchemaCheck {
  // Most validators run a few times, so optimizing their code would take longer.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
  formats.default(ajv)
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(resolved(isInPart(name) ? { ...schema, required: [] } : schema) as object, name)
  function isInPart(name: string): boolean {
    return read === 'fields' && (objectNames as readonly string[]).includes(name)
  }
  const compiled = new WeakMap<JsonSchema, ValidateFunction>()
  const compiledByText = new Map<string, ValidateFunction>()

  function compile(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema)
    const validate = compiledByText.get(text) ?? ajv.compile(resolved(schema) as object)
    compiledByText.set(text, validate)
    compiled.set(schema, validate)
    return validate
  }

  return (schema, value, where) => {
    const validate = compiled.get(schema) ?? compile(schema)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Resolves references by the names that the validator uses for the schemas. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([name, value]) => [
    name,
    name === '$ref' ? String(value).split('/').at(-1) : resolved(value),
  ])
  return Object.fromEntries(entries)
}
