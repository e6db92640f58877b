import { calledName, type Place, type Syntax } from './syntax.js'

/** Code that the document says nothing of. */
interface Silence {
  readonly reason: string
  covers(place: Place): boolean
}

/** Members that hold nothing but the wording of messages, or which of several are told. */
const messages = new Set(['message', 'error', 'hint', 'summary', 'section', 'description', 'abort'])
const ofDetails = new Set([...messages, 'path'])

const isMessage = ({ type, properties = [] }: Syntax) =>
  type === 'ObjectExpression' &&
  properties.length > 0 &&
  properties.every(({ key }) => ofDetails.has(key?.name ?? ''))

/** Functions that do nothing but word a message. */
const wording = new Set([
  'notFound',
  'distance',
  'expected',
  'explain',
  'membersAt',
  'nearest',
  'nearestPath',
  'notATime',
  'shown',
  'suggest',
  'withoutExcerpt',
])

const isArgument = (place: Place, name: string, index: number) =>
  place.listKey === 'arguments' &&
  place.key === index &&
  place.parent !== undefined &&
  calledName(place.parent) === name

/** Parts of files that are not tried, by what they are. */
const parts: readonly Silence[] = [
  {
    reason:
      'The wording and the details of a refusal: "The response form for these cases is not shown" (section 7).',
    covers(place) {
      const { node, parent, key } = place
      if (isMessage(node)) return true
      if (node.type === 'FunctionDeclaration' && wording.has(node.id?.name ?? '')) return true
      if (
        node.type === 'VariableDeclarator' &&
        (wording.has(node.id?.name ?? '') || messages.has(node.id?.name ?? ''))
      )
        return true
      if (parent?.type === 'ObjectProperty' && key === 'value' && messages.has(parent.key?.name ?? ''))
        return true
      return (
        isArgument(place, 'Refusal', 1) ||
        isArgument(place, 'Refusal', 2) ||
        isArgument(place, 'refuseDetails', 1) ||
        isArgument(place, 'refuse', 0) ||
        isArgument(place, 'expected', 0) ||
        isArgument(place, 'expected', 1) ||
        isArgument(place, 'super', 0)
      )
    },
  },
  {
    reason:
      'Names and descriptions of operations, for logs and for whoever reads the code: they are in no answer.',
    covers: place =>
      ['viewer', 'editor', 'owner'].some(name => isArgument(place, name, 0) || isArgument(place, name, 2)) ||
      (place.parent?.type === 'ObjectProperty' &&
        place.key === 'value' &&
        place.parent.key?.name === 'id' &&
        place.node.type === 'StringLiteral'),
  },
  {
    reason: 'What is told to the makers of schemas for JSON and of generated data; no request meets it.',
    covers: place => isArgument(place, 'meta', 0),
  },
]

/** Whole files that are not tried. */
export const silentFiles: Readonly<Record<string, string>> = {
  'clock.ts': 'The clock of the control interface and of the mock, which are no part of the document.',
  'contract/seed-check.ts': 'How accounts and schedules come into being is not shown (sections 1 and 4.4).',
  'contract/seed.ts': 'How accounts and schedules come into being is not shown (sections 1 and 4.4).',
  'login-throttle.ts':
    'What becomes of those who guess passwords: the document asks for nothing, and the kit must not lock anybody out.',
  'operations/ids.ts': 'Names of operations, for logs: they are in no answer.',
  'page.ts': 'The page that a browser shows after an activation: the document asks for the link to work.',
  'seed.ts': 'How accounts and schedules come into being is not shown (sections 1 and 4.4).',
  'wording.ts': 'The wording of messages.',
}

/** Is this member of an object one that answers do not depend on? */
export const isSilentMember = (name: string | undefined, others: readonly (string | undefined)[]): boolean =>
  messages.has(name ?? '') ||
  (name === 'id' && others.some(other => other === 'summary' || other === 'access'))

/** The reason why what stands here is not tried; nothing where it is. */
export const silenceOf = (place: Place): string | undefined =>
  parts.find(({ covers }) => covers(place))?.reason
