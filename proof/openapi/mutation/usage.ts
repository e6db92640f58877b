import type { JsonSchema, OpenApiDocument } from '../../../server/core/openapi/index.js'
import type { Reference } from '../../../server/core/openapi/parameters.js'
import { follow } from '../../../server/testing/documented/described.js'

/** What was seen at a place of the document: of the values that a schema describes, or of a header or parameter. */
export interface Facts {
  /** How often it was met. */
  count: number
  /** Simple values, as JSON. */
  values: Set<string>
  lengths: Range
  numbers: Range
  items: Range
  /** How often each member of an object was there. */
  members: Map<string, number>
  hasOthers: boolean
  branches: Set<number>
}

export interface Range {
  least: number
  most: number
}

const emptyRange = (): Range => ({ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY })

function widen(range: Range, value: number): void {
  range.least = Math.min(range.least, value)
  range.most = Math.max(range.most, value)
}

/** More different values than any enumeration has. */
const mostValues = 60

/** Collects what is seen, by JSON pointers into the document. */
export class Usage {
  readonly facts = new Map<string, Facts>()
  readonly document: OpenApiDocument

  constructor(document: OpenApiDocument) {
    this.document = document
  }

  at(pointer: string): Facts {
    let facts = this.facts.get(pointer)
    if (!facts) {
      facts = {
        count: 0,
        values: new Set(),
        lengths: emptyRange(),
        numbers: emptyRange(),
        items: emptyRange(),
        members: new Map(),
        hasOthers: false,
        branches: new Set(),
      }
      this.facts.set(pointer, facts)
    }
    return facts
  }

  /** Notes that something that may be absent was met, and whether it was there. */
  meet(pointer: string, name: string, isThere: boolean): void {
    const facts = this.at(pointer)
    facts.count++
    if (isThere) facts.members.set(name, (facts.members.get(name) ?? 0) + 1)
  }

  /** Notes a value that a schema describes; `isInPart` says that `fields` may have left members out. */
  see(pointer: string, schema: JsonSchema, value: unknown, isInPart = false): void {
    for (const [index, each] of (schema.allOf ?? []).entries())
      this.see(`${pointer}/allOf/${index}`, each as JsonSchema, value, isInPart)
    if (schema.$ref !== undefined) {
      const place = schema.$ref.slice('#/'.length)
      const [, , name = ''] = place.split('/')
      const target = (this.document.components.schemas as Record<string, JsonSchema>)[name]
      this.see(place, target ?? {}, value, isInPart)
      return
    }
    const facts = this.at(pointer)
    if (!isInPart) facts.count++
    if (schema.anyOf) {
      const branches = schema.anyOf as JsonSchema[]
      const index = this.#branchOf(branches, value)
      facts.branches.add(index)
      this.see(`${pointer}/anyOf/${index}`, branches[index] ?? {}, value, isInPart)
      return
    }
    if (Array.isArray(value)) {
      widen(facts.items, value.length)
      for (const each of value)
        this.see(`${pointer}/items`, (schema.items ?? {}) as JsonSchema, each, isInPart)
    } else if (typeof value === 'object' && value !== null) this.#seeMembers(pointer, schema, value, isInPart)
    else {
      if (facts.values.size < mostValues) facts.values.add(JSON.stringify(value))
      if (typeof value === 'string') widen(facts.lengths, [...value].length)
      if (typeof value === 'number') widen(facts.numbers, value)
    }
  }

  #seeMembers(pointer: string, schema: JsonSchema, value: object, isInPart: boolean): void {
    const facts = this.at(pointer)
    for (const [name, member] of Object.entries(value)) {
      const own = schema.properties?.[name] as JsonSchema | undefined
      if (own === undefined) facts.hasOthers = true
      // What `fields` leaves out says nothing about the object.
      if (!isInPart) facts.members.set(name, (facts.members.get(name) ?? 0) + 1)
      this.see(`${pointer}/properties/${name}`, own ?? {}, member, isInPart)
    }
  }

  #branchOf(branches: readonly JsonSchema[], value: unknown): number {
    const type = typeof value
    return branches.findIndex(branch => {
      const { type: own } = follow<JsonSchema>(this.document, branch as Reference | JsonSchema)
      return own === type || (type === 'number' && own === 'integer')
    })
  }
}
