import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema, OpenApiDocument } from '../../core/openapi/index.js'

/** Says what is wrong with a value. */
export type SchemaCheck = (schema: JsonSchema, value: unknown, where: string) => string[]

/** Which of the two schemas of a read applies: that of the whole object, or that of some members. */
export type Read = 'whole' | 'fields'

/** Validates against the schemas of a document, which are compiled when they are needed, and equal ones once. */
export function createSchemaCheck({ components }: OpenApiDocument, read: Read): SchemaCheck {
  // Most validators run a few times: to optimize their code takes longer.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
  formats.default(ajv)
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(schema, name)
  const compiled = new WeakMap<JsonSchema, ValidateFunction>()
  const compiledByText = new Map<string, ValidateFunction>()

  function compile(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema)
    const validate = compiledByText.get(text) ?? ajv.compile(resolved(schema, read) as object)
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

/** With references by name, and one schema of the two of a read: without `fields`, the whole object has to be there. */
function resolved(schema: unknown, read: Read): unknown {
  if (Array.isArray(schema)) return schema.map(each => resolved(each, read))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, anyOf } = schema as JsonSchema
  if ($ref !== undefined) return { ...schema, $ref: $ref.split('/').at(-1) }
  if (anyOf?.length === 2 && anyOf.every(each => typeof each === 'object' && each.$ref))
    return resolved(anyOf[read === 'whole' ? 0 : 1], read)
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolved(value, read)]))
}
