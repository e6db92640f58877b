import {
  accepted,
  type Check,
  type Context,
  changedOnly,
  check,
  type JsonObject,
  pick,
  same,
} from '../runner/index.js'
import { each } from './ids.js'
import { type Sample, type Write, writes } from './written-members.js'

/** A text that may hold any characters. */
export interface Text {
  readonly member: string
  /** In characters. */
  readonly longest: number
  /** Each of the writes takes the longest text and refuses one more character. */
  readonly length: readonly string[]
  readonly accents: string
  readonly emoji: string
  readonly tooManyEmoji: string
}

export function textChecks(kind: Write['kind'], text: Text): readonly Check[] {
  const { member, longest } = text
  const { update } = writes[kind]
  /** Mostly one repeated character if one is given; a name stays unique. */
  const sampleOf = ({ name, random }: Context, length: number, character?: string): Sample => {
    const start = member === 'name' ? name() : ''
    const any = () => (member === 'name' ? name(length) : random.text(length))
    const value = character ? start + character.repeat(length - [...start].length) : any()
    const words = `a ${member} of ${length} characters${character ? ` such as ${character}` : ''}`
    return { members: { [member]: value }, words }
  }
  return [
    ...each(text.length, writes[kind], (id, write: Write) => {
      const title = `a ${member} of ${longest} characters is kept and one of ${longest + 1} refused`
      return check(id, `${title} ${write.words}`, async context => {
        const writer = await write.begin(context, { count: member === 'name' ? 1 : 2 })

        await writer.keeps(sampleOf(context, longest))
        await writer.refuses(sampleOf(context, longest + 1))
      })
    }),

    check(
      text.accents,
      `the ${member} of a ${kind} holds ${longest} characters of two bytes, and no more`,
      async context => {
        const writer = await update.begin(context)

        await writer.keeps(sampleOf(context, longest, 'é'))
        await writer.refuses(sampleOf(context, longest + 1, 'é'))
      },
    ),

    check(
      text.emoji,
      `the ${member} of a ${kind} holds ${longest} characters of two UTF-16 units`,
      { level: 'should' },
      async context => {
        const writer = await update.begin(context)

        await writer.keeps(sampleOf(context, longest, '😀'))
      },
    ),

    check(
      text.tooManyEmoji,
      `the ${member} of a ${kind} does not hold ${longest + 1} characters of two UTF-16 units`,
      { level: 'must' },
      async context => {
        const writer = await update.begin(context)

        await writer.refuses(sampleOf(context, longest + 1, '😀'))
        const few = { [member]: (member === 'name' ? context.name() : '') + '😀'.repeat(10) }
        accepted(await writer.send(few), `a ${member} with ten characters such as 😀 ${update.words}`)
      },
    ),
  ]
}

/** The ids of the checks of the lines of a note. */
export interface Note {
  readonly lineFeeds: string
  readonly lines: readonly string[]
}

export function noteChecks(kind: Write['kind'], ids: Note): readonly Check[] {
  const lineFeeds = (length: number): Sample => ({
    members: { note: `${'line\n'.repeat(length).slice(0, length - 1)}.` },
    words: `a note of ${length} characters, line feeds among them`,
  })
  return [
    check(ids.lineFeeds, `a line feed counts as one character of the note of a ${kind}`, async context => {
      const writer = await writes[kind].update.begin(context)

      await writer.keeps(lineFeeds(500))
      await writer.refuses(lineFeeds(501))
    }),

    ...each(ids.lines, writes[kind], (id, write: Write) =>
      check(id, `a note keeps its lines and the empty ones between ${write.words}`, async context => {
        const writer = await write.begin(context)

        await writer.keeps({ members: { note: 'a\nb\n\nc' }, words: 'a note of several lines' })
      }),
    ),
  ]
}

export const customFieldsCheck = (id: string, kind: Write['kind']) =>
  check(
    id,
    `custom_1 and custom_2 of a ${kind} are written independently of each other`,
    async ({ owner, given }) => {
      const start: JsonObject = { custom_1: 'first', custom_2: 'second' }
      const room = await given.resource(kind === 'resource' ? start : {})
      const made = kind === 'resource' ? room : await given.booking(room, start)
      same(pick(made.was, Object.keys(start)), start, 'two custom fields were mixed up: what was created')

      accepted(await owner.put(made.path, { custom_2: 'another' }))
      await changedOnly(made, { custom_2: 'another' })

      accepted(await owner.put(made.path, { custom_1: 'changed' }))
      await changedOnly(made, { custom_1: 'changed', custom_2: 'another' })
    },
  )
