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

/** Code that the document does not specify, so that no certification can judge it. */
interface Ignorer {
  readonly reason: string
  covers(path: NodePath): boolean
}

/** Members that only hold the text of a message. */
const messages = new Set(['message', 'error', 'hint', 'summary', 'section', 'description', 'abort'])
const details = new Set([...messages, 'path'])

const isMessage = ({ type, properties = [] }: Node) =>
  type === 'ObjectExpression' &&
  properties.length > 0 &&
  properties.every(({ key }) => details.has(key?.name ?? ''))

/** Functions that only compose the text of a message. */
const wordingFunctions = new Set([
  ...['notFound', 'distance', 'expected', 'explain', 'membersAt', 'nearest', 'nearestPath', 'notATime'],
  ...['shown', 'suggest', 'withoutExcerpt'],
])

/** Whether the node is an argument of a call: of `refuse(...)`, `text.meta(...)` or `new Refusal(...)`. */
function isArgument({ parent, listKey, key }: NodePath, name: string, ...indices: number[]): boolean {
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression'
  if (!isCall || listKey !== 'arguments' || !indices.includes(key as number)) return false
  const { callee } = parent
  return (callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name) === name
}

const ignorers: readonly Ignorer[] = [
  {
    reason:
      'The text and the details of an error: "The response form for these cases is not shown" (section 7).',
    covers(path) {
      const { node, parent, key } = path
      const name = node.id?.name ?? ''
      if (isMessage(node)) return true
      if (node.type === 'FunctionDeclaration' && wordingFunctions.has(name)) return true
      if (node.type === 'VariableDeclarator' && (wordingFunctions.has(name) || messages.has(name)))
        return true
      if (parent?.type === 'ObjectProperty' && key === 'value' && messages.has(parent.key?.name ?? ''))
        return true
      return (
        isArgument(path, 'Refusal', 1, 2) ||
        isArgument(path, 'refuseDetails', 1) ||
        isArgument(path, 'refuse', 0) ||
        isArgument(path, 'expected', 0, 1) ||
        isArgument(path, 'super', 0)
      )
    },
  },
  {
    reason:
      'Names and descriptions of operations, for logs and for readers of the code: no response contains them.',
    covers: path =>
      ['viewer', 'editor', 'owner', 'account'].some(name => isArgument(path, name, 0, 1)) ||
      isArgument(path, 'metaOf', 0) ||
      (path.parent?.type === 'ObjectProperty' &&
        path.key === 'value' &&
        path.parent.key?.name === 'id' &&
        path.node.type === 'StringLiteral'),
  },
  {
    reason: 'Metadata for the generators of JSON Schema and of test data; no request depends on it.',
    covers: path => isArgument(path, 'meta', 0),
  },
]

/** Files and folders without mutants, with the reason. */
export const ignoredFiles: Readonly<Record<string, string>> = {
  'times/clock.ts':
    'The clock of the control interface and of the mock, which the document does not mention.',
  'contract/seed-check.ts': 'How accounts and schedules are created is not shown (sections 1 and 4.4).',
  'contract/seed.ts': 'How accounts and schedules are created is not shown (sections 1 and 4.4).',
  'access/login-throttle.ts':
    'Throttling of wrong passwords: the document does not ask for it, and the kit must not lock anyone out.',
  'contract/seed-references.ts': 'How accounts and schedules are created is not shown (sections 1 and 4.4).',
  'access/addresses.ts':
    'Limits by network address, which the document does not mention; a certification comes from one.',
  'lists/parts.ts':
    'How many long responses may be sent at the same time: the document does not mention it, and each one is the same.',
  'logs/redaction.ts': 'What logs and records hide; responses do not depend on it.',
  'operations/nearest-operation.ts': 'What the mock suggests for a wrong name of an operation.',
  'mails/outbox.ts': 'The outbox of the control interface, which the document does not mention.',
  'oldest.ts': 'How many entries caches keep.',
  'random.ts': 'Random numbers for the faults that users of the mock ask for.',
  'turns/': 'In which order requests that arrive together are done: the document does not say.',
  'wire/cors.ts': 'Which pages of other origins may read responses: the document does not mention it.',
  'wire/session-names.ts': 'Sessions of the reference server, which the document does not mention.',
  'openapi/': 'The OpenAPI document, which has a proof of its own (`proof/openapi`).',
  'wire/page.ts':
    'The page that a browser shows after an activation: the document only asks for the link to work.',
  'seed.ts': 'How accounts and schedules are created is not shown (sections 1 and 4.4).',
  'wire/wording.ts': 'The wording of messages.',
}

const unknownPaths = 'Paths and methods that the document does not name: what they are answered is not shown.'
const suggestions = 'What a message suggests: the wording of refusals is not shown (section 7).'
const notices = 'The notices to the old address, which the document does not mention.'
const failedStorage = 'What a service answers when its storage has failed is not shown.'
const noJson = 'What becomes of a body that is not JSON in UTF-8 is not shown.'
const bodyLimits = 'How large and how deep a body may be is not shown (section 8).'
const otherMethods = 'OPTIONS, which the document does not mention.'
const parts = 'Long lists in parts, which only a server sends: mutants run in the process of the kit.'

/** Declarations without mutants, by file, with the reason. */
export const ignoredDeclarations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contract/body.ts': {
    bodyTooLarge: bodyLimits,
    urlTooLong: bodyLimits,
    defaultFields: bodyLimits,
    refuseComplex: bodyLimits,
    formOf: noJson,
    decode: noJson,
  },
  'dispatch.ts': {
    options: otherMethods,
    mostRecent: 'How many entries caches keep.',
    questionOf:
      'What a database is asked together with the account of a request: the store of the mock, with which mutants run, is asked step by step.',
  },
  'error-boundary.ts': { refusalOf: failedStorage, errorBoundary: failedStorage },
  'mails/texts.ts': { changeRequestedMail: notices, changedMail: notices },
  'operations/collection.ts': { listParts: parts, objectsInPart: parts },
  'scan.ts': { ScanLost: parts, scanOf: parts },
  'store.ts': { states: failedStorage, Unavailable: failedStorage },
  'wire/responses.ts': { allowing: otherMethods, manyInParts: parts },
  'wire/router.ts': {
    closestPath: suggestions,
    filled: suggestions,
    initial: suggestions,
  },
  'wire/routes.ts': { otherNamesOf: suggestions, otherVerbs: suggestions, ownAccount: suggestions },
  'wire/unmatched.ts': { unmatched: unknownPaths, linkSecret: unknownPaths },
}

/** Why a declaration of a file, by its path below `server/core`, has no mutants; undefined if it has some. */
export const ignoredPlaceReason = (file: string, declaration: string): string | undefined =>
  ignoredFiles[file] ??
  ignoredFiles[file.slice(0, file.indexOf('/') + 1)] ??
  ignoredDeclarations[file]?.[declaration]

/** Whether a member of an object does not affect responses. */
export const isIgnoredMember = (name: string | undefined, others: readonly (string | undefined)[]): boolean =>
  messages.has(name ?? '') ||
  (name === 'id' && others.some(other => other === 'summary' || other === 'access'))

/** Why a node is not mutated, or undefined if it is. */
export const ignoreReason = (path: NodePath): string | undefined =>
  ignorers.find(({ covers }) => covers(path))?.reason
