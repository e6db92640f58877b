/** As much of a syntax tree of Babel as is looked at here. */
export interface Syntax {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly computed?: boolean
  readonly key?: Syntax
  readonly id?: Syntax | null
  readonly callee?: Syntax
  readonly object?: Syntax
  readonly property?: Syntax
  readonly arguments?: readonly Syntax[]
  readonly properties?: readonly Syntax[]
}

/** A node with where it stands. */
export interface Place {
  readonly node: Syntax
  readonly parent?: Syntax
  /** The member of the parent that holds it, or its place in the list that does. */
  readonly key: string | number | null
  readonly listKey?: string | null
}

/** The name that a call goes by: `refuse` of `refuse(x)`, `meta` of `text.meta(x)`, `Refusal` of `new Refusal(x)`. */
export function calledName({ type, callee }: Syntax): string | undefined {
  if ((type !== 'CallExpression' && type !== 'NewExpression') || !callee) return undefined
  return callee.type === 'MemberExpression' ? callee.property?.name : callee.name
}
