import type { JsonSchema, OpenApiDocument } from '../../../server/core/openapi/index.js'
import type { Parameter, Reference } from '../../../server/core/openapi/parameters.js'
import { escaped } from './observe.js'

/** A wrong version of the document. */
export interface Mutant {
  /** The place of the mistake, as a JSON pointer, and what is wrong there. */
  id: string
  pointer: string
  /** The object that is changed; looseness is judged there. */
  node: object
  kind: 'schema' | 'presence' | 'other'
  /** Makes the mistake in the document, and returns how to take it back. */
  make(): () => void
}

type Part = Record<string, unknown>

/** Sets a member of an object, or removes it if the value is undefined. */
function put(part: object, name: string, value: unknown): () => void {
  // Not a deep copy: the mutants of inner parts refer to these very objects.
  const before = { ...part } as Part
  const set = part as Part
  if (value === undefined) delete set[name]
  else set[name] = value
  return () => {
    for (const each of Object.keys(set)) delete set[each]
    Object.assign(set, before)
  }
}

const otherType: Record<string, string> = {
  ...{ string: 'integer', integer: 'string', number: 'string', boolean: 'string' },
  ...{ array: 'object', object: 'array' },
}

/** The mistakes that can be made in one schema: the name of each, the member, and its wrong value. */
function* mistakesIn(schema: JsonSchema): Generator<[name: string, member: string, value: unknown]> {
  const { type, enum: values, const: constant, required = [], properties = {}, anyOf } = schema
  if (typeof type === 'string') yield [`is of type ${otherType[type]}`, 'type', otherType[type]]
  if (typeof constant === 'boolean') yield ['is the opposite', 'const', !constant]
  for (const value of values && values.length > 1 ? values : [])
    yield [`lacks the value ${JSON.stringify(value)}`, 'enum', values?.filter(each => each !== value)]
  if (values) yield ['has another value', 'enum', [...values, 'another']]
  for (const name of ['maxLength', 'maxItems'] as const) {
    const bound = schema[name]
    if (bound !== undefined) yield [`has twice the ${name}`, name, bound * 2]
    if (bound !== undefined) yield [`has a lower ${name}`, name, bound - 1]
  }
  for (const name of ['minLength', 'minItems', 'minimum'] as const) {
    const bound = schema[name]
    if (bound !== undefined) yield [`has a higher ${name}`, name, bound + 1]
    if (bound !== undefined && (bound > 0 || name === 'minimum'))
      yield [`has a lower ${name}`, name, bound - 1]
  }
  if (schema.pattern !== undefined) yield ['has no pattern', 'pattern', undefined]
  // A schema that leaves members open says nothing about those that it does not have.
  for (const name of schema.additionalProperties === false ? Object.keys(properties) : []) {
    const { [name]: _, ...rest } = properties
    yield [`lacks the member ${name}`, 'properties', rest]
    yield required.includes(name)
      ? [`does not require ${name}`, 'required', required.filter(each => each !== name)]
      : [`requires ${name}`, 'required', [...required, name]]
  }
  if (schema.additionalProperties === false) yield ['permits other members', 'additionalProperties', true]
  if (anyOf && anyOf.length > 1)
    for (const index of anyOf.keys())
      yield [`lacks branch ${index}`, 'anyOf', anyOf.filter((_, at) => at !== index)]
}

function* inSchema(pointer: string, schema: JsonSchema): Generator<Mutant> {
  if (schema.$ref !== undefined) return
  for (const [name, member, value] of mistakesIn(schema)) {
    const make = () => put(schema, member, value)
    yield { id: `${pointer} ${name}`, pointer, node: schema, kind: 'schema', make }
  }
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* inSchema(`${pointer}/properties/${name}`, member as JsonSchema)
  if (schema.items) yield* inSchema(`${pointer}/items`, schema.items as JsonSchema)
  for (const kind of ['anyOf', 'allOf'] as const)
    for (const [index, branch] of (schema[kind] ?? []).entries())
      yield* inSchema(`${pointer}/${kind}/${index}`, branch as JsonSchema)
}

/** Mistakes in a part with content: a body or a response. */
function* inContent(pointer: string, part: Part): Generator<Mutant> {
  const media = (part.content as Record<string, { schema: JsonSchema }>)['application/json']
  if (media) yield* inSchema(`${pointer}/content/application~1json/schema`, media.schema)
  const headers = (part.headers ?? {}) as Part
  for (const name of Object.keys(headers))
    yield other(pointer, `lacks the header ${name}`, headers, name, undefined)
}

const other = (pointer: string, what: string, part: object, name: string, value: unknown): Mutant => ({
  id: `${pointer} ${what}`,
  pointer,
  node: part,
  kind: 'other',
  make: () => put(part, name, value),
})

/** Mistakes in a header or a parameter. */
function* inPresence(
  pointer: string,
  part: { required?: boolean | undefined; schema: JsonSchema },
): Generator<Mutant> {
  const what = part.required ? 'may be absent' : 'is required'
  yield { ...other(pointer, what, part, 'required', !part.required), kind: 'presence' }
  yield* inSchema(`${pointer}/schema`, part.schema)
}

/** Mistakes in a parameter, wherever it is referred to. */
function* inParameter(pointer: string, parameter: Parameter): Generator<Mutant> {
  if (parameter.in === 'path') return yield* inSchema(`${pointer}/schema`, parameter.schema)
  yield other(pointer, 'has another name', parameter, 'name', `${parameter.name}_`)
  yield* inPresence(pointer, parameter)
}

function* inOperation(pointer: string, operation: Part): Generator<Mutant> {
  const parameters = (operation.parameters ?? []) as Reference[]
  for (const { $ref } of parameters) {
    const rest = parameters.filter(each => each.$ref !== $ref)
    yield other(pointer, `lacks the parameter ${$ref.split('/').at(-1)}`, operation, 'parameters', rest)
  }
  if (operation.requestBody) yield* inContent(`${pointer}/requestBody`, operation.requestBody as Part)
  const responses = operation.responses as Record<string, Part>
  yield other(`${pointer}/responses`, 'has another status', responses, '418', { description: '' })
  for (const [status, response] of Object.entries(responses)) {
    const at = `${pointer}/responses/${status}`
    yield other(`${pointer}/responses`, `lacks the status ${status}`, responses, status, undefined)
    if (response.content) yield* inContent(at, response)
  }
}

/** All wrong versions of a document that differ from it in one place. */
export function* mutantsOf({ paths, components }: OpenApiDocument): Generator<Mutant> {
  for (const [name, schema] of Object.entries(components.schemas))
    yield* inSchema(`components/schemas/${name}`, schema)
  for (const [name, header] of Object.entries(components.headers))
    yield* inPresence(`components/headers/${name}`, header as { schema: JsonSchema })
  for (const [name, response] of Object.entries(components.responses))
    yield* inContent(`components/responses/${name}`, response as unknown as Part)
  for (const [name, parameter] of Object.entries(components.parameters))
    yield* inParameter(`components/parameters/${name}`, parameter)
  for (const [path, { parameters: _, ...operations }] of Object.entries(paths)) {
    const at = `paths/${escaped(path)}`
    for (const [method, operation] of Object.entries(operations))
      yield* inOperation(`${at}/${method}`, operation as Part)
  }
}
