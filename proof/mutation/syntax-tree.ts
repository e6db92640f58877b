/** The parts of a Babel syntax tree that mutators and ignorers look at. */
export interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly key?: Node
  readonly id?: Node | null
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly properties?: readonly Node[]
}

/** A node with its position in the tree. */
export interface NodePath {
  readonly node: Node
  readonly parent?: Node
  /** The parent's member that holds the node, or its index in that list. */
  readonly key: string | number | null
  readonly listKey?: string | null
}
