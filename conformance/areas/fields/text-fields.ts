import {
  accepted,
  type Check,
  type Context,
  changedOnly,
  check,
  holds,
  type JsonObject,
} from '../../runner/index.js'
import type { Sample } from './trials.js'
import { dashed, refusalId, type Way, wayOf, ways } from './ways.js'

/** A text of a kind of object: one row is one field of section 2.1 or 2.2. */
export interface TextField {
  readonly kind: Way['kind']
  readonly member: string
  /** In characters. */
  readonly longest: number
  readonly rule: string
  /** How the ids of its checks begin that say what a character is. */
  readonly accents: string
  readonly emoji: string
}

const resourceText = (member: string, longest: number, rule: string): TextField => ({
  kind: 'resource',
  member,
  longest,
  rule,
  accents: `RES-28.${dashed(member)}`,
  emoji: `RES-29.${dashed(member)}`,
})

const bookingText = (member: string, longest: number, rule: string): TextField => ({
  kind: 'booking',
  member,
  longest,
  rule,
  accents: `${rule}.accents`,
  emoji: `${rule}.emoji`,
})

/** Every text but the links, whose text is not free. */
export const textFields: readonly TextField[] = [
  resourceText('name', 100, 'RES-05'),
  resourceText('description', 200, 'RES-07'),
  resourceText('link_title', 100, 'RES-21'),
  resourceText('note', 500, 'RES-22'),
  resourceText('custom_1', 200, 'RES-24'),
  resourceText('custom_2', 200, 'RES-25'),
  bookingText('title', 100, 'BKG-10'),
  bookingText('link_title', 100, 'BKG-15'),
  bookingText('note', 500, 'BKG-16'),
  bookingText('custom_1', 200, 'BKG-17'),
  bookingText('custom_2', 200, 'BKG-18'),
]

/** What makes a name one that nobody else has. */
const startOf = ({ member }: TextField, { name }: Context) => (member === 'name' ? name() : '')

/** A text of so many characters, of which most are the one given; a name is one that nobody else has. */
function sampleOf(field: TextField, context: Context, length: number, character?: string): Sample {
  const { member } = field
  const start = startOf(field, context)
  const text = character
    ? start + character.repeat(length - [...start].length)
    : member === 'name'
      ? context.name(length)
      : context.random.text(length)
  const kind = character ? ` such as ${character}` : ''
  return { members: { [member]: text }, words: `a ${member} of ${length} characters${kind}` }
}

const objectsAtOnce = ({ member }: TextField) => ({ count: member === 'name' ? 1 : 2 })

const longestIn = (field: TextField, way: Way) => {
  const { member, longest, rule } = field
  return check(
    refusalId(way, member, rule),
    `a ${member} of ${longest} characters is kept and one of ${longest + 1} refused ${way.words}`,
    async context => {
      const trial = await way.begin(context, objectsAtOnce(field))

      await trial.takes(sampleOf(field, context, longest))
      await trial.refuses(sampleOf(field, context, longest + 1))
    },
  )
}

const accentsCountAsOne = (field: TextField) =>
  check(
    field.accents,
    `the ${field.member} of a ${field.kind} holds ${field.longest} characters of two bytes, and no more`,
    async context => {
      const trial = await wayOf(field.kind, 'update').begin(context)

      await trial.takes(sampleOf(field, context, field.longest, 'é'))
      await trial.refuses(sampleOf(field, context, field.longest + 1, 'é'))
    },
  )

const emojiCountAsOne = (field: TextField) =>
  check(
    field.emoji,
    `the ${field.member} of a ${field.kind} holds ${field.longest} characters of two UTF-16 units`,
    { level: 'should' },
    async context => {
      const trial = await wayOf(field.kind, 'update').begin(context)

      await trial.takes(sampleOf(field, context, field.longest, '😀'))
    },
  )

/** Too long by any count; ten of them are not. */
const tooManyEmoji = (field: TextField) =>
  check(
    `${field.emoji}.over`,
    `the ${field.member} of a ${field.kind} does not hold ${field.longest + 1} characters of two UTF-16 units`,
    { level: 'must' },
    async context => {
      const trial = await wayOf(field.kind, 'update').begin(context)

      await trial.refuses(sampleOf(field, context, field.longest + 1, '😀'))
      accepted(
        await trial.write({ [field.member]: startOf(field, context) + '😀'.repeat(10) }),
        `a ${field.member} with ten characters such as 😀 in an update of a ${field.kind}`,
      )
    },
  )

const lineFeeds = (length: number): Sample => ({
  members: {
    note: 'line\n'
      .repeat(length)
      .slice(0, length - 1)
      .concat('.'),
  },
  words: `a note of ${length} characters, line feeds among them`,
})

const notes = (
  [
    ['resource', 'RES-22', 'RES-23'],
    ['booking', 'BKG-16', 'BKG-16.multi-line'],
  ] as const
).flatMap(([kind, longestRule, linesRule]) => [
  check(
    `${longestRule}.line-feeds`,
    `a line feed counts as one character of the note of a ${kind}`,
    async context => {
      const trial = await wayOf(kind, 'update').begin(context)

      await trial.takes(lineFeeds(500))
      await trial.refuses(lineFeeds(501))
    },
  ),
  ...ways[kind].map(way =>
    check(
      `${linesRule}.${way.word}`,
      `a note keeps its lines and the empty ones between ${way.words}`,
      async context => {
        const trial = await way.begin(context)

        await trial.takes({ members: { note: 'a\nb\n\nc' }, words: 'a note of several lines' })
      },
    ),
  ),
])

const customFieldsAreTwo = (['resource', 'booking'] as const).map(kind =>
  check(
    kind === 'resource' ? 'RES-25.independent' : 'BKG-18.independent',
    `custom_1 and custom_2 of a ${kind} are written independently of each other`,
    {},
    async ({ owner, given }) => {
      const start: JsonObject = { custom_1: 'first', custom_2: 'second' }
      const room = await given.resource(kind === 'resource' ? start : {})
      const made = kind === 'resource' ? room : await given.booking(room, start)
      holds(
        made.was.custom_1 === 'first' && made.was.custom_2 === 'second',
        'two custom fields were mixed up',
        {
          expected: start,
          actual: { custom_1: made.was.custom_1, custom_2: made.was.custom_2 },
        },
      )

      accepted(await owner.put(made.path, { custom_2: 'another' }))
      await changedOnly(made, { custom_2: 'another' })

      accepted(await owner.put(made.path, { custom_1: 'changed' }))
      await changedOnly(made, { custom_1: 'changed', custom_2: 'another' })
    },
  ),
)

export const textFieldChecks: readonly Check[] = [
  ...textFields.flatMap(field => ways[field.kind].map(way => longestIn(field, way))),
  ...textFields.map(accentsCountAsOne),
  ...textFields.map(emojiCountAsOne),
  ...textFields.map(tooManyEmoji),
  ...notes,
  ...customFieldsAreTwo,
]
