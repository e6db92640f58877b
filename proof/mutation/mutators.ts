import { isIgnoredMember, type Node, type NodePath } from './ignorers.js'

/** Creates mutants of a node: the nodes that may replace it. */
export interface Mutator {
  readonly name: string
  mutate(path: NodePath): Iterable<Node>
}

/** Stryker does not change numbers, and limits are numbers. */
const numbers: Mutator = {
  name: 'NumberLiteral',
  *mutate({ node, parent }) {
    if (node.type !== 'NumericLiteral' || typeof node.value !== 'number') return
    if (parent?.type === 'TSLiteralType') return
    for (const value of [node.value + 1, node.value - 1]) yield literal(value)
  },
}

const literal = (value: number): Node => {
  const positive = { type: 'NumericLiteral', value: Math.abs(value) }
  return value < 0
    ? ({ type: 'UnaryExpression', operator: '-', prefix: true, argument: positive } as Node)
    : positive
}

/** Methods of a zod schema that narrow or widen it. */
const schemaMethods = new Set([
  ...['default', 'extend', 'max', 'min', 'omit', 'optional', 'partial', 'refine', 'regex', 'transform'],
])

/** Removes one condition of a schema: `text.refine(...)` becomes `text`. */
const conditions: Mutator = {
  name: 'ConditionRemoval',
  *mutate({ node }) {
    const { callee } = node
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || !callee.object) return
    if (callee.object.name !== 'Math' && schemaMethods.has(callee.property?.name ?? ''))
      yield structuredClone(callee.object)
  },
}

/** Removes one member of an object; Stryker only removes all of them. */
const members: Mutator = {
  name: 'MemberRemoval',
  *mutate({ node }) {
    const { type, properties = [] } = node
    if (type !== 'ObjectExpression' || properties.length < 2) return
    const names = properties.map(({ key }) => key?.name)
    for (const removed of properties) {
      if (isIgnoredMember(removed.key?.name, names)) continue
      yield structuredClone({ ...node, properties: properties.filter(property => property !== removed) })
    }
  },
}

/** What Stryker's mutators leave out and the document specifies: limits, conditions and members. */
export const ownMutators: readonly Mutator[] = [numbers, conditions, members]
