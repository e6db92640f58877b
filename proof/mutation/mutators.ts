import { isSilentMember } from './ignorers.js'
import type { Place, Syntax } from './syntax.js'

/** Makes mutants of a node: what could stand there instead. */
export interface Mutator {
  readonly name: string
  mutate(place: Place): Iterable<Syntax>
}

/** Stryker leaves numbers alone, and limits are numbers. */
const numbers: Mutator = {
  name: 'NumberLiteral',
  *mutate({ node, parent }) {
    if (node.type !== 'NumericLiteral' || typeof node.value !== 'number') return
    if (parent?.type === 'TSLiteralType') return
    for (const value of [node.value + 1, node.value - 1]) yield literal(value)
  },
}

const literal = (value: number): Syntax => {
  const positive: Syntax = { type: 'NumericLiteral', value: Math.abs(value) }
  return value < 0
    ? ({ type: 'UnaryExpression', operator: '-', prefix: true, argument: positive } as Syntax)
    : positive
}

/** Calls by which a schema gets narrower or wider. */
const links = new Set([
  'default',
  'extend',
  'max',
  'min',
  'omit',
  'optional',
  'partial',
  'refine',
  'regex',
  'transform',
])

/** A schema that lacks one of its conditions: `text.refine(...)` becomes `text`. */
const conditions: Mutator = {
  name: 'ConditionRemoval',
  *mutate({ node }) {
    const { callee } = node
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || !callee.object) return
    if (callee.object.name !== 'Math' && links.has(callee.property?.name ?? ''))
      yield structuredClone(callee.object)
  },
}

/** An object that lacks one of its members; Stryker empties it as a whole. */
const members: Mutator = {
  name: 'MemberRemoval',
  *mutate({ node }) {
    const { type, properties = [] } = node
    if (type !== 'ObjectExpression' || properties.length < 2) return
    const names = properties.map(({ key }) => key?.name)
    for (const left of properties) {
      if (isSilentMember(left.key?.name, names)) continue
      const others = properties.filter(property => property !== left)
      yield structuredClone({ ...node, properties: others })
    }
  },
}

/** What Stryker does not do, and the document asks for: limits, conditions and members. */
export const ownMutators: readonly Mutator[] = [numbers, conditions, members]
