import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { baselineShape } from '../run/baseline.js'
import { reportShape } from '../run/report.js'
import { targetShape } from '../target/target.js'

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

const shapes = {
  target: { shape: targetShape, title: 'A target of schedkit conformance' },
  baseline: { shape: baselineShape, title: 'Known problems, for schedkit conformance run --baseline' },
  report: { shape: reportShape, title: 'A JSON report of schedkit conformance run' },
} as const

export type SchemaName = keyof typeof shapes
export const schemaNames = Object.keys(shapes) as SchemaName[]

export const schemaFile = (name: SchemaName) => `docs/schemas/${name}.schema.json`

type Schema = z.core.JSONSchema.JSONSchema

/** What the shapes check by functions, for the schema of these members. */
const conditions: Readonly<Record<string, (schema: Schema) => object>> = {
  // A file may not name a command that is run.
  mailbox: ({ properties: { command: _, ...properties } = {} }) => ({
    properties,
    minProperties: 1,
    maxProperties: 1,
  }),
  network: () => ({ dependencies: { certificate: ['key'], key: ['certificate'] } }),
  known: ({ items }) => ({
    items: { ...(items as Schema), oneOf: [{ required: ['rule'] }, { required: ['check'] }] },
  }),
}

/** The JSON schema of a file format of the kit, with an id that editors can load. */
export function schemaText(name: SchemaName): string {
  const { shape, title } = shapes[name]
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input', target: 'draft-7' })
  for (const [member, own] of Object.entries(schema.properties ?? {}))
    Object.assign(own, name !== 'report' && conditions[member]?.(own as Schema))
  const $id = `https://unpkg.com/schedkit@${version}/${schemaFile(name)}`
  return `${JSON.stringify({ $schema, $id, title, ...schema }, undefined, 2)}\n`
}
