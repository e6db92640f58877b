import { membersByInterface } from './members.js'
import type { OpenApiDocument } from './openapi-document.js'
import type { Parameter } from './parameters.js'
import type { Response } from './responses.js'
import { rulesAt } from './rules.js'
import type { JsonSchema, Members } from './schemas.js'
import { sectionLink } from './sections.js'
import { referenceTo } from './values.js'

/*
 * The document for implementers of the interface: only what it demands, without the choices of this service. Statuses,
 * refusals, headers and media types are left open, and so are additional fields in responses.
 */

const introduction = `What the interface demands of every service that implements it, and nothing else. \`x-rules\` names the rules of the conformance kit, which \`schedkit conformance explain RULE\` explains.

**Open.** The interface does not show statuses, the form and the codes of refusals, headers, or what a service does with unknown fields and parameters. A successful response is a JSON object whose \`success\` is \`true\` (${sectionLink('7')}); whatever else is answered, its \`success\` is not.`

const tagDescriptions: Readonly<Record<string, string>> = {
  Resources: 'What can be booked.',
  Bookings: 'Reservations of a resource for a time.',
  Collaborators: 'Other people with access to a schedule.',
  Account: 'The account of the caller.',
}

type Described = {
  operationId: string
  summary: string
  parameters?: { $ref: string }[]
  requestBody?: { content: { 'application/json': { examples?: Record<string, unknown> } } }
  responses: Record<string, { $ref: string }>
}

/** Examples of bodies that a service need not accept: dates without a time, and people who are neither registered nor invited. */
const openExamples = ['allDay', 'viewer']

function demandedBody({ content, ...body }: NonNullable<Described['requestBody']>): object {
  const { examples, ...rest } = content['application/json']
  const demanded = Object.entries(examples ?? {}).filter(([name]) => !openExamples.includes(name))
  const json = { ...rest, ...(examples && { examples: Object.fromEntries(demanded) }) }
  return { ...body, content: { 'application/json': json } }
}

/** Describes what an operation has to do, by its name. */
function demandOf(id: string): string {
  const owner = /Collaborator/.test(id) ? ' Only for the owner of the schedule.' : ''
  if (id === 'deleteMe') return 'Fails without `me=1`, which guards against accidents.'
  if (id === 'changeMe')
    return 'Changes the members that the body has, and no others. A new `email` has to be activated by the link in an e-mail that is sent to it. `new_password` changes the password.'
  if (id === 'deleteCollaborator')
    return 'Deletes the object. Only for the owner of the schedule, and for the collaborator, whose collaboration it ends.'
  if (id === 'changeCollaborator') return `Changes the role. Other members may be present, and stay.${owner}`
  const [, verb = '', many = ''] = /^([a-z]+).*?(s?)$/.exec(id) ?? []
  const demands: Readonly<Record<string, string>> = {
    lists: 'Returns the objects that match, a page at a time; `limit=0` returns all.',
    read: 'Returns the object.',
    create: 'Returns the `id` of the new object.',
    change: 'Changes the members that the body has, and no others.',
    changes:
      'Changes the members that the body has, and no others: of the objects in `ids`, or without `ids` of every object in scope.',
    delete: 'Deletes the object.',
    deletes:
      'Deletes the objects in `ids`, or with `all=1` every object in scope. Fails with neither of them.',
  }
  return `${demands[verb + many]}${owner}`
}

/** The part of a summary that says what else a deletion removes, which the interface leaves open. */
const besides = /,? with (?:its|their) .*$/

function operationOf({ responses, requestBody, ...operation }: Described): object {
  const { operationId, summary, parameters = [] } = operation
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  // The interface has no query parameters for the user.
  const demanded = parameters.filter(({ $ref }) => !$ref.endsWith('/UserFields'))
  return {
    ...operation,
    summary: summary.replace(besides, ''),
    description: demandOf(operationId),
    ...(parameters.length > 0 && { parameters: demanded }),
    ...(requestBody && { requestBody: demandedBody(requestBody) }),
    responses: { '2XX': success?.[1], default: { $ref: '#/components/responses/Refused' } },
  }
}

function pathsOf(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const items = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/activations/'))
    .map(([path, { parameters, ...operations }]) => {
      const demanded = Object.entries(operations).map(([method, each]) => [
        method,
        operationOf(each as Described),
      ])
      return [path, { ...(parameters && { parameters }), ...Object.fromEntries(demanded) }]
    })
  return Object.fromEntries(items)
}

/** Values for which the interface demands less than the service. */
const values: Readonly<Record<string, JsonSchema>> = {
  Id: { type: 'integer' },
  Link: { type: 'string', maxLength: 250, pattern: '^$|^[hH][tT][tT][pP][sS]?://' },
  LocalTime: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$' },
  WrittenTime: { type: 'string' },
  Timestamp: { type: 'string' },
  Zone: { type: 'string' },
  Email: { type: 'string' },
}

/** Fields for which it demands more than for their values, or less than the service. */
const members: Readonly<Record<string, JsonSchema>> = {
  'Resource.name': { type: 'string', maxLength: 100 },
  'Booking.start_utc': { pattern: 'Z$' },
  'User.email': { maxLength: 200 },
  'User.new_password': { type: 'string', minLength: 6, writeOnly: true },
}

const notLimiting = ['description', 'examples', 'default', 'readOnly', 'x-rules', '$ref']

const withoutLimits = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => notLimiting.includes(name)))

function memberOf(schema: string, name: string, member: JsonSchema): JsonSchema {
  const object = schema.replace(/^New|Change$|Fields$/g, '')
  const limits = members[`${object}.${name}`]
  const description = membersByInterface[`${schema}.${name}`] ?? membersByInterface[`${object}.${name}`]
  return {
    ...(limits ? { ...withoutLimits(member), ...limits } : openOf(name, member)),
    ...(description !== undefined && { description }),
  }
}

/** Texts of a booking: the interface leaves open how one that was never set is returned (section 2.2). */
const unsetTexts = ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2']

/** A booking in responses: texts that are not set may be null or absent. */
function withUnsetTexts({ properties, required, ...schema }: JsonSchema): JsonSchema {
  const own = Object.entries(properties as Members).map(([name, { 'x-rules': rules, ...member }]) => [
    name,
    {
      ...(unsetTexts.includes(name) ? { anyOf: [member, { type: 'null' }] } : member),
      ...(rules !== undefined && { 'x-rules': rules }),
    },
  ])
  return {
    ...schema,
    properties: Object.fromEntries(own),
    ...(required && { required: required.filter(name => !unsetTexts.includes(name)) }),
  }
}

/** The schema `name`, or that of a field; its objects may have additional fields. */
function openOf(name: string, { additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const own = Object.entries(schema.properties as Members)
    // Bodies may have any additional fields.
    .filter(([, { $ref = '' }]) => !$ref.endsWith('/Ignored'))
    .map(([member, each]) => [member, memberOf(name, member, each)])
  return { ...schema, properties: Object.fromEntries(own) }
}

const ofThisService = ['Refusal', 'Detail', 'Ignored']

function schemasOf(schemas: OpenApiDocument['components']['schemas']) {
  const demanded = Object.entries(schemas)
    .filter(([name]) => !ofThisService.includes(name))
    .map(([name, schema]) => {
      const limits = values[name]
      if (limits) return [name, { ...withoutLimits(schema), ...limits }]
      const open = openOf(name, schema)
      return [name, /^Booking(?:Fields)?$/.test(name) ? withUnsetTexts(open) : open]
    })
  const refused = {
    description: 'Whatever does not say that the request succeeded.',
    not: { type: 'object', properties: { success: { const: true } }, required: ['success'] },
    ...rulesAt('schemas.Refusal'),
  }
  return { ...Object.fromEntries(demanded), Refused: refused } as typeof schemas
}

const descriptions: Readonly<Record<string, string>> = {
  ids: 'The `id` of each object, separated by commas.',
  fields:
    'The fields to return, separated by commas: the object has these and no others, although its schema requires all.',
}

function parametersOf(parameters: Readonly<Record<string, Parameter>>): Record<string, Parameter> {
  const demanded = Object.entries(parameters)
    .filter(([name]) => name !== 'UserFields' && name !== 'secret')
    .map(([name, parameter]) => {
      const { pattern: _, format: __, minimum: ___, ...schema } = parameter.schema
      const description = descriptions[parameter.name] ?? parameter.description
      return [name, { ...parameter, description, schema }]
    })
  return Object.fromEntries(demanded)
}

/** Responses to reads and creates may have fields besides `data`, unlike those to updates and deletions. */
function responseOf(name: string, { description, content, ...response }: Response) {
  const { schema = {} } = content?.['application/json'] ?? {}
  const { headers: _, links: __, ...rules } = response
  const success = /(?:Read|List|Created)$/.test(name) ? openOf('', schema) : schema
  const schemas = { anyOf: [success, referenceTo('Refused')] }
  return { description, content: { '*/*': { schema: schemas } }, ...rules }
}

function responsesOf(responses: Readonly<Record<string, Response>>): Record<string, Response> {
  const demanded = Object.entries(responses)
    .filter(([name]) => /(?:Read|List|Created)$|^Done$/.test(name))
    .map(([name, response]) => [name, responseOf(name, response)])
  return {
    ...Object.fromEntries(demanded),
    Refused: { description: 'The request is refused; how is open.', ...rulesAt('responses.Refused') },
  }
}

/** Reduces a document to what the interface demands. */
export function contractOf(document: OpenApiDocument): OpenApiDocument {
  const { info, tags, paths, components, ...rest } = document
  const basic = {
    ...components.securitySchemes.basic,
    description: `The e-mail address and the password of an account (${sectionLink('5')}).`,
  }
  return {
    ...rest,
    info: { ...info, description: introduction },
    tags: tags.flatMap(tag => {
      const description = tagDescriptions[tag.name]
      return description === undefined ? [] : [{ ...tag, description }]
    }),
    paths: pathsOf(paths),
    components: {
      schemas: schemasOf(components.schemas),
      parameters: parametersOf(components.parameters),
      responses: responsesOf(components.responses),
      headers: {},
      securitySchemes: { basic },
    },
  }
}
